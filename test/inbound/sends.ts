import { DateTime, Effect } from "effect"
import { metIdentity, phoneContactIdentity } from "../../src/domain/contacts/ContactIdentity.ts"
import { messageSent } from "../../src/domain/webhooks/messageEvents.ts"
import { EventId, PlatformMessageId } from "../../src/domain/Ids.ts"
import { CountryCode } from "../../src/domain/contacts/PhoneNumber.ts"
import { type Reservation, type SendIntent, SendLedger, type SendOutcome } from "../../src/ports/sends/SendLedger.ts"
import { sendIntent, uuid } from "../../testing/given/given.ts"
import { type History, millis, ownIds, scopedId } from "./history.ts"
import type { Connected } from "./world.ts"

/** A send of ours that is recorded, with what the platform will say of it. */
export interface Sending {
  readonly organization: Connected
  readonly intent: SendIntent
  readonly outcome: SendOutcome
}

const outcomeOf = Effect.fnUntraced(function* (
  intent: SendIntent,
  { conversationId }: Reservation,
  id: string,
  isAccepted: boolean
) {
  if (!isAccepted) {
    const refused: SendOutcome = { _tag: "NotSent", failure: { _tag: "NotReached", detail: "nobody answers" } }
    return refused
  }
  const platformMessageId = PlatformMessageId.make(id)
  const { contact, content, conversation, peer: to, type } = intent
  const { organizationId } = contact
  const sent = { organizationId, conversationId, channel: conversation.channel, platformMessageId, to, type, content }
  const outcome: SendOutcome = {
    _tag: "Accepted",
    platformMessageId,
    waId: null,
    event: messageSent(EventId.make(yield* uuid), { ...sent, at: intent.at })
  }
  return outcome
})

/** Records what the service is about to send: the one of this ordinal in the history. */
export const reservedOne = Effect.fnUntraced(function* (history: History, organization: Connected, ordinal: number) {
  const { account, at, isAccepted, who } = history.sends[ordinal] ?? (yield* Effect.die("no such send"))
  const from = organization.accounts[account] ?? (yield* Effect.die("no such account"))
  const { phone } = ownIds(history, who, at)
  const isNumber = from.channel === "whatsapp"
  const intent = yield* sendIntent(organization.id, from.id, {
    at: DateTime.makeUnsafe(millis(at)),
    phone: isNumber ? phone : null,
    identity:
      from.channel === "whatsapp"
        ? phoneContactIdentity(phone)
        : metIdentity(from, { kind: from.channel, value: scopedId(who) }),
    contact: { countryCode: isNumber ? CountryCode.make(phone.startsWith("55") ? "BR" : "US") : null },
    conversation: { channel: from.channel },
    type: "text",
    content: { text: "ours" }
  })
  const reservation = yield* Effect.orDie((yield* SendLedger).reserve(organization.id, intent))
  const outcome = yield* outcomeOf(intent, reservation, `send.${ordinal}`, isAccepted)
  const sending: Sending = { organization, intent, outcome }
  return sending
})

/** Records everything that the service is about to send in a history, before anything can be reported of it. */
export const reserved = (history: History, organization: Connected) =>
  Effect.forEach(history.sends, (_, ordinal) => reservedOne(history, organization, ordinal))

/** Records what became of it. */
export const settled = Effect.fnUntraced(function* ({ intent, organization, outcome }: Sending) {
  const ledger = yield* SendLedger
  yield* ledger.recordOutcome(organization.id, intent.messageId, outcome, yield* DateTime.now)
})
