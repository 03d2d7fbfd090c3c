import { PgClient } from "@effect/sql-pg"
import { DateTime, Effect, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { ConversationId } from "../../src/domain/Ids.ts"
import { phoneIdentity, PhoneNumber } from "../../src/domain/PhoneNumber.ts"
import { monthOf } from "../../src/domain/MonthlyLimit.ts"
import type { SendIntent, SendOutcome } from "../../src/ports/SendLedger.ts"
import { contactCreated, conversationOpened } from "../../src/domain/Event.ts"
import { sendStatements as statements } from "./sendStatements.ts"

/** More do not help: the sends of an organization wait for its counter. */
const connections = 10

type Accepted = SendOutcome & { readonly _tag: "Accepted" }

/** A transaction before the platform is asked, and one after it, by the driver that ours uses. */
export const textbookLedger = Effect.fnUntraced(function* (url: string) {
  const sql = yield* PgClient.make({ url: Redacted.make(url), maxConnections: connections }).pipe(
    Effect.provide(Reactivity.layer)
  )

  const recordNew = Effect.fnUntraced(function* (intent: SendIntent, identity: string, iso: string) {
    const { contact, contactEventId } = intent
    const { id, organizationId, phone, vendorContactId } = contact
    yield* sql.unsafe(statements.addContact, [organizationId, id, vendorContactId, phone, contact.countryCode, iso])
    yield* sql.unsafe(statements.addIdentity, [organizationId, identity, id])
    const { data, type } = contactCreated(contactEventId, contact, contact.source)
    yield* sql.unsafe(statements.addEvent, [organizationId, contactEventId, type, null, iso, JSON.stringify(data)])
    return id
  })

  /** Null when the month has no room. */
  const reserve = Effect.fnUntraced(function* (intent: SendIntent) {
    const { at, contact, conversation } = intent
    const { organizationId } = contact
    const iso = DateTime.formatIso(at)
    const counted = yield* sql.unsafe(statements.count, [organizationId, monthOf(at)])
    if (counted.length === 0) return null
    const identity = phoneIdentity(PhoneNumber.make(intent.counterpart))
    const known = yield* sql.unsafe<{ readonly contact_id: string }>(statements.findContact, [organizationId, identity])
    const contactId = known[0]?.contact_id ?? (yield* recordNew(intent, identity, iso))
    const account = conversation.channelAccountId
    const opened = yield* sql.unsafe<{ readonly id: string }>(statements.openConversation, [
      organizationId,
      conversation.id,
      contactId,
      account,
      iso
    ])
    const conversationId = ConversationId.make(opened[0]?.id ?? conversation.id)
    if (conversationId === conversation.id) {
      const { data, type } = conversationOpened(intent.conversationEventId, conversation)
      const event = [organizationId, intent.conversationEventId, type, conversationId, iso, JSON.stringify(data)]
      yield* sql.unsafe(statements.addEvent, event)
    }
    yield* sql.unsafe(statements.noteActivity, [organizationId, contactId, iso])
    const content = JSON.stringify(intent.content)
    const message = [conversationId, contactId, account, intent.counterpart, intent.type, content, iso]
    yield* sql.unsafe(statements.addMessage, [organizationId, intent.messageId, ...message])
    return { conversationId }
  })

  const settle = Effect.fnUntraced(function* (intent: SendIntent, accepted: Accepted) {
    const { organizationId } = intent.contact
    const iso = DateTime.formatIso(accepted.event.occurredAt)
    const settled = [organizationId, intent.messageId, accepted.platformMessageId, iso]
    yield* sql.unsafe(statements.settleMessage, settled)
    const { conversationId, data, id, type } = accepted.event
    yield* sql.unsafe(statements.addEvent, [organizationId, id, type, conversationId, iso, JSON.stringify(data)])
  })

  return {
    reserve: (intent: SendIntent) => sql.withTransaction(reserve(intent)),
    settle: (intent: SendIntent, accepted: Accepted) => sql.withTransaction(settle(intent, accepted))
  }
})
