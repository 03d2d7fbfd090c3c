import { DateTime, Effect } from "effect"
import { ConversationId } from "../../src/domain/Ids.ts"
import { PhoneNumber } from "../../src/domain/contacts/PhoneNumber.ts"
import { phoneIdentity } from "../../src/domain/contacts/phoneIdentity.ts"
import { monthOf } from "../../src/domain/limits/MonthlyLimit.ts"
import type { SendIntent, SendOutcome } from "../../src/ports/sends/SendLedger.ts"
import { sendStatements as statements } from "./sendStatements.ts"

type Accepted = SendOutcome & { readonly _tag: "Accepted" }

export type Row = Readonly<Record<string, unknown>>

/** Runs a statement of one form, and gives its rows. */
type Run<E> = (statement: string, values: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<Row>, E>

const textIn = (row: Row | undefined, column: string): string | null => {
  const value = row?.[column]
  return typeof value === "string" ? value : null
}

/** What a send leaves before the platform is asked, and after it, a statement for each step. */
export const textbookSteps = <E>(run: Run<E>) => {
  const recordNew = Effect.fnUntraced(function* (intent: SendIntent, identity: string, iso: string) {
    const { contact, contactEvent } = intent
    const { id, organizationId, phone, vendorContactId } = contact
    yield* run(statements.addContact, [organizationId, id, vendorContactId, phone, contact.countryCode, iso])
    yield* run(statements.addIdentity, [organizationId, identity, id])
    yield* run(statements.addEvent, [
      organizationId,
      contactEvent.id,
      contactEvent.type,
      null,
      iso,
      JSON.stringify(contactEvent.data)
    ])
    return id
  })

  /** Null when the month has no room. */
  const reserve = Effect.fnUntraced(function* (intent: SendIntent) {
    const { at, contact, conversation } = intent
    const { organizationId } = contact
    const iso = DateTime.formatIso(at)
    const counted = yield* run(statements.count, [organizationId, monthOf(at)])
    if (counted.length === 0) return null
    const identity = phoneIdentity(PhoneNumber.make(intent.peer))
    const known = yield* run(statements.findContact, [organizationId, identity])
    const contactId = textIn(known[0], "contact_id") ?? (yield* recordNew(intent, identity, iso))
    const account = conversation.channelAccountId
    const opened = yield* run(statements.openConversation, [organizationId, conversation.id, contactId, account, iso])
    const conversationId = ConversationId.make(textIn(opened[0], "id") ?? conversation.id)
    if (conversationId === conversation.id) {
      const { data, id, type } = intent.conversationEvent
      const event = [organizationId, id, type, conversationId, iso, JSON.stringify(data)]
      yield* run(statements.addEvent, event)
    }
    yield* run(statements.noteActivity, [organizationId, contactId, iso])
    const content = JSON.stringify(intent.content)
    const message = [conversationId, contactId, account, intent.peer, intent.type, content, iso]
    yield* run(statements.addMessage, [organizationId, intent.messageId, ...message])
    return { conversationId }
  })

  const recordOutcome = Effect.fnUntraced(function* (intent: SendIntent, accepted: Accepted) {
    const { organizationId } = intent.contact
    const iso = DateTime.formatIso(accepted.event.occurredAt)
    const settled = [organizationId, intent.messageId, accepted.platformMessageId, iso]
    yield* run(statements.settleMessage, settled)
    const { conversationId, data, id, type } = accepted.event
    yield* run(statements.addEvent, [organizationId, id, type, conversationId, iso, JSON.stringify(data)])
  })

  return { reserve, recordOutcome }
}
