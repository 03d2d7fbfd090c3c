import { Effect } from "effect"
import type { OrganizationId } from "../../src/domain/Ids.ts"
import type { Message, MessageFailure } from "../../src/domain/messages/Message.ts"
import { type Reservation, type SendIntent, SendLedger } from "../../src/ports/sends/SendLedger.ts"
import { pendingMessage } from "./seen.ts"

const lost: MessageFailure = { _tag: "OutcomeUnknown", detail: "connection lost: after 3 s" }

/** A send with an unknown outcome: it begins a contact and a conversation, and announces no message. */
export const sendOff = Effect.fnUntraced(function* (organizationId: OrganizationId, intent: SendIntent) {
  const { reserve, recordOutcome } = yield* SendLedger
  const reservation = yield* reserve(organizationId, intent)
  const outcome = { _tag: "Unknown", failure: lost } as const
  return (yield* recordOutcome(organizationId, intent.messageId, outcome, intent.at)) ?? reservation
})

/** The message of such a send. */
export const lostMessage = (intent: SendIntent, reservation: Reservation): Message => ({
  ...pendingMessage(intent, reservation),
  status: "failed",
  failure: lost
})
