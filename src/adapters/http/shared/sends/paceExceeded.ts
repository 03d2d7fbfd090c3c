import { channelName } from "../../../../domain/conversations/Channel.ts"
import type { PaceScope, SendPaceExceeded } from "../../../../domain/limits/SendPace.ts"

const whose: Readonly<Record<PaceScope, string>> = {
  pair: "to this recipient",
  number: "from this number",
  account: "from this account"
}

/** The text of a send that is refused for its pace (contract C155). */
export const paceExceeded = ({
  channel,
  retryAfterSeconds: seconds,
  scope
}: Pick<SendPaceExceeded, "channel" | "scope" | "retryAfterSeconds">): string =>
  `${channelName[channel]} takes no more messages ${whose[scope]} now; nothing was sent. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}`
