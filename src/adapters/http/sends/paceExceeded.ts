import { channelName } from "../../../domain/conversations/Channel.ts"
import type { PaceScope, SendPaceExceeded } from "../../../domain/limits/SendPace.ts"

const scopeText: Readonly<Record<PaceScope, string>> = {
  pair: "to this recipient",
  number: "from this number",
  account: "from this account"
}

/** Error text of a send that exceeds its pace (contract C155). */
export const paceExceeded = ({
  channel,
  retryAfterSeconds: seconds,
  scope
}: Pick<SendPaceExceeded, "channel" | "scope" | "retryAfterSeconds">): string =>
  `${channelName[channel]} takes no more messages ${scopeText[scope]} now; nothing was sent. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}`
