import { type DateTime, Struct } from "effect"
import { phoneContactIdentity } from "../../domain/ContactIdentity.ts"
import type { MessageId, PlatformMessageId } from "../../domain/Ids.ts"
import type { Message } from "../../domain/Message.ts"
import type { SendOutcome } from "../../ports/SendLedger.ts"
import { recordEvent } from "./recordEvent.ts"
import { type State, withIdentity, withMessage } from "./State.ts"

/** The message as the platform told of it before the outcome was known. */
const echoOf = ({ messages }: State, { channelAccountId, id }: Message, platformMessageId: PlatformMessageId) =>
  messages.find(
    (kept) =>
      kept.id !== id && kept.channelAccountId === channelAccountId && kept.platformMessageId === platformMessageId
  )

const without = (state: State, id: MessageId): State => ({
  ...state,
  messages: state.messages.filter((kept) => kept.id !== id),
  reportedMessages: state.reportedMessages.filter(({ messageId }) => messageId !== id)
})

/** What waited for this message, and for any of the account, is due. */
const withWoken = (
  state: State,
  { channelAccountId }: Message,
  platformMessageId: PlatformMessageId,
  at: DateTime.Utc
): State => ({
  ...state,
  parked: state.parked.map((kept) =>
    kept.channelAccountId === channelAccountId &&
    (kept.platformMessageId === null || kept.platformMessageId === platformMessageId)
      ? { ...kept, dueAt: at }
      : kept
  )
})

/** The platform has taken the message; what it told of it before counts from now on. */
export const acceptSend = (
  state: State,
  message: Message,
  { event, platformMessageId, waId }: Extract<SendOutcome, { readonly _tag: "Accepted" }>,
  at: DateTime.Utc
): State => {
  const echo = echoOf(state, message, platformMessageId)
  const unreported = { status: "sent", failure: null } as const
  const received =
    echo === undefined ? unreported : Struct.pick(echo, ["status", "failure", "deliveredAt", "readAt", "annotations"])
  const sent = withMessage(state, { ...message, platformMessageId, ...received })
  const contact = state.contacts.find(({ id }) => id === message.contactId)
  const joins = waId !== null && contact !== undefined
  const joined = joins ? withIdentity(sent, contact, phoneContactIdentity(waId)) : sent
  const woken = withWoken(joined, message, platformMessageId, at)
  return echo === undefined ? recordEvent(woken, event) : without(woken, echo.id)
}
