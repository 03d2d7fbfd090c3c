import { DateTime, Effect, Option, Schema } from "effect"
import type { AuditFields } from "../../domain/access/AuditEntry.ts"
import { actorOf, type SessionAccess } from "../../domain/access/SessionAccess.ts"
import { ContactNotFound, VendorContactId } from "../../domain/contacts/Contact.ts"
import {
  assignedLabels,
  changedLabel,
  defaultLabelColor,
  isSameLabels,
  type Label,
  type LabelChange,
  labelName,
  LabelNotFound,
  maxLabels,
  TooManyLabels
} from "../../domain/conversations/Label.ts"
import { type ContactId, type ConversationId, EventId, LabelId, type OrganizationId } from "../../domain/Ids.ts"
import { organizedConversation } from "../../domain/webhooks/conversationEvents.ts"
import { contactUpdated } from "../../domain/webhooks/Event.ts"
import { Memberships } from "../../ports/access/Memberships.ts"
import { ContactStore } from "../../ports/contacts/ContactStore.ts"
import { ConversationStore } from "../../ports/conversations/ConversationStore.ts"
import { LabelStore } from "../../ports/conversations/LabelStore.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { EventLog } from "../../ports/webhooks/EventLog.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { recordAudit, recordChange } from "../access/auditLog.ts"
import { getContactOverview } from "../contacts/contacts.ts"
import { lockedConversation } from "./shownConversation.ts"

/** All labels of the organization, by name. */
export const listLabels = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  return yield* (yield* LabelStore).list(organizationId)
}, spanned("listLabels"))

/** Runs a change of the labels of an organization. Changes at once take turns, so names and limits hold exactly. */
const inTurn = Effect.fnUntraced(function* <A, E, R>(
  organizationId: OrganizationId,
  change: (all: ReadonlyArray<Label>) => Effect.Effect<A, E, R>
) {
  const labels = yield* LabelStore
  const { lock } = yield* Memberships
  const { atomically } = yield* Transaction
  return yield* atomically(Effect.andThen(lock(organizationId), Effect.flatMap(labels.list(organizationId), change)))
})

/** The fields of a label in an audit entry. */
const fieldsOf = ({ color, name }: Label): AuditFields => ({ color, name })

/** Adds a label. */
export const createLabel = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  name: string,
  color: Label["color"] = defaultLabelColor
) {
  const { add } = yield* LabelStore
  const ids = yield* IdSource
  return yield* inTurn(
    organizationId,
    Effect.fnUntraced(function* (all) {
      const unique = yield* Effect.fromResult(labelName(all, name))
      if (all.length >= maxLabels) return yield* new TooManyLabels()
      const id = LabelId.make(yield* ids.uuid)
      const label: Label = { id, organizationId, name: unique, color, createdAt: yield* DateTime.now }
      yield* add(label)
      yield* recordAudit(organizationId, "label.created", label, { after: fieldsOf(label) })
      return label
    })
  )
}, spanned("createLabel"))

/** Changes name or color of a label. Conversations and contacts with the label have it under its new name. */
export const changeLabel = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  id: LabelId,
  change: LabelChange
) {
  const { save } = yield* LabelStore
  return yield* inTurn(
    organizationId,
    Effect.fnUntraced(function* (all) {
      const label = all.find((one) => one.id === id)
      if (label === undefined) return yield* new LabelNotFound()
      const changed = yield* Effect.fromResult(changedLabel(all, label, change))
      yield* save(changed)
      yield* recordChange(organizationId, "label.changed", changed, {
        before: fieldsOf(label),
        after: fieldsOf(changed)
      })
      return changed
    })
  )
}, spanned("changeLabel"))

/** Deletes the label, also from conversations and contacts. */
export const removeLabel = Effect.fnUntraced(function* (organizationId: OrganizationId, id: LabelId) {
  const { remove } = yield* LabelStore
  yield* inTurn(
    organizationId,
    Effect.fnUntraced(function* (all) {
      const label = all.find((one) => one.id === id)
      if (label === undefined || !(yield* remove(organizationId, id))) return yield* new LabelNotFound()
      yield* recordAudit(organizationId, "label.deleted", label, { before: fieldsOf(label) })
    })
  )
}, spanned("removeLabel"))

/** The requested labels under their stored names. No label changes until the end of the transaction. */
const lockedLabels = Effect.fnUntraced(function* (organizationId: OrganizationId, requested: ReadonlyArray<string>) {
  const known = yield* (yield* LabelStore).lock(organizationId)
  return yield* Effect.fromResult(assignedLabels(known, requested))
})

/**
 * Replaces the labels of a conversation and records an event. Its time of update stays, so lists keep their order. The same
 * labels change nothing.
 */
export const labelConversation = Effect.fnUntraced(function* (
  access: SessionAccess,
  id: ConversationId,
  requested: ReadonlyArray<string>
) {
  const conversations = yield* ConversationStore
  const events = yield* EventLog
  const ids = yield* IdSource
  const { atomically } = yield* Transaction
  const labelled = Effect.gen(function* () {
    // Labels are locked before rows with labels, as by a change of a label.
    const labels = yield* lockedLabels(access.organizationId, requested)
    const present = yield* lockedConversation(access, id)
    if (isSameLabels(present.labels, labels)) return present
    const conversation = { ...present, labels }
    yield* conversations.save(conversation)
    const eventId = EventId.make(yield* ids.uuid)
    yield* events.append(organizedConversation(eventId, conversation, present, actorOf(access), yield* DateTime.now))
    return conversation
  })
  // The status stays, so it is never one open conversation too many.
  return yield* atomically(labelled).pipe(Effect.catchTag("AnotherConversationOpen", Effect.die))
}, spanned("labelConversation"))

const isVendorContactId = Schema.is(VendorContactId)

/** Replaces the labels of a contact with either of their ids and records an event. The same labels change nothing. */
export const labelContact = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  id: ContactId | VendorContactId,
  requested: ReadonlyArray<string>
) {
  const contacts = yield* ContactStore
  const events = yield* EventLog
  const ids = yield* IdSource
  const { atomically } = yield* Transaction
  const contactId = isVendorContactId(id) ? (yield* getContactOverview(organizationId, id)).contact.id : id
  return yield* atomically(
    Effect.gen(function* () {
      const labels = yield* lockedLabels(organizationId, requested)
      const present = yield* contacts.lock(organizationId, contactId)
      if (Option.isNone(present)) return yield* new ContactNotFound()
      if (isSameLabels(present.value.labels, labels)) return present.value
      const contact = {
        ...present.value,
        labels,
        updatedAt: DateTime.max(present.value.updatedAt, yield* DateTime.now)
      }
      yield* contacts.save(contact)
      yield* events.append(contactUpdated(EventId.make(yield* ids.uuid), contact, "api"))
      return contact
    })
  )
}, spanned("labelContact"))
