import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ContactRecords, type RecordsOf } from "../../../ports/contacts/ContactRecords.ts"
import type { ContactId, OrganizationId } from "../../../domain/Ids.ts"
import { AddressBookName } from "../../../domain/inbound/InboxContact.ts"
import { decodeRecipients, recipientColumns, storedRecipient } from "../campaigns/campaignRows.ts"
import { conversationColumns, ConversationRow } from "../conversations/ConversationRow.ts"
import { decodeNotes, noteColumns } from "../conversations/PgConversationNotes.ts"
import { texts, uuids } from "../database/ArrayParameter.ts"
import { mediaColumns, MediaRow } from "../media/PgMediaLibrary.ts"
import { pendingColumns, PendingRow } from "../sends/PgPendingSends.ts"
import { withoutSeparators } from "./eraseRows.ts"

// An export must not leave out a row that cannot be decoded, so it fails.
const decodeBook = Schema.decodeUnknownEffect(Schema.NullOr(Schema.fromJsonString(AddressBookName)))
const decodeConversations = Schema.decodeUnknownEffect(Schema.Array(ConversationRow))
const decodeSends = Schema.decodeUnknownEffect(Schema.Array(PendingRow))
const decodeFiles = Schema.decodeUnknownEffect(Schema.Array(MediaRow))

export const layer = Layer.effect(
  ContactRecords,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const part = (alias: string, organizationId: OrganizationId, after: string | null) =>
      sql`${sql.literal(alias)}.organization_id = ${organizationId}::uuid
        and (${after}::uuid is null or ${sql.literal(alias)}.id > ${after}::uuid)`
    const end = (alias: string, limit: number) => sql`order by ${sql.literal(alias)}.id limit ${limit}::int`
    const ofContact = (organizationId: OrganizationId, contactId: ContactId) =>
      sql`v.organization_id = ${organizationId}::uuid and v.contact_id = ${contactId}::uuid`
    const isPerson = (alias: string, { person }: RecordsOf) =>
      sql`${sql.literal(withoutSeparators(`${alias}.recipient`))} = any(${texts(person)}::text[])`

    return ContactRecords.of({
      addressBook: Effect.fn("PgContactRecords.addressBook")(function* (organizationId, contactId) {
        const [row] = yield* sql<{ readonly book: string | null }>`
          select address_book as book from contacts
          where organization_id = ${organizationId}::uuid and id = ${contactId}::uuid`
        return yield* decodeBook(row?.book ?? null)
      }, Effect.orDie),
      conversations: Effect.fn("PgContactRecords.conversations")(function* (organizationId, contactId, after, limit) {
        return yield* decodeConversations(
          yield* sql`
            select ${sql.literal(conversationColumns)} from conversations v
            where ${part("v", organizationId, after)} and ${ofContact(organizationId, contactId)} ${end("v", limit)}`
        )
      }, Effect.orDie),
      notes: Effect.fn("PgContactRecords.notes")(function* (organizationId, contactId, after, limit) {
        return yield* decodeNotes(
          yield* sql`
            select ${sql.literal(noteColumns)} from conversation_notes n
            where ${part("n", organizationId, after)} and n.conversation_id in (
              select v.id from conversations v where ${ofContact(organizationId, contactId)})
            ${end("n", limit)}`
        )
      }, Effect.orDie),
      sends: Effect.fn("PgContactRecords.sends")(function* (organizationId, of, after, limit) {
        return yield* decodeSends(
          yield* sql`
            select ${sql.literal(pendingColumns)} from pending_sends p
            where ${part("p", organizationId, after)} and (p.contact_id = ${of.contactId}::uuid
              or (p.contact_id is null and ${isPerson("p", of)}))
            ${end("p", limit)}`
        )
      }, Effect.orDie),
      recipients: Effect.fn("PgContactRecords.recipients")(function* (organizationId, of, after, limit) {
        const rows = yield* decodeRecipients(
          yield* sql`
            select ${sql.literal(recipientColumns)} from campaign_recipients r
            where ${part("r", organizationId, after)} and (r.contact_id = ${of.contactId}::uuid
              or (r.contact_id is null and (r.phone_key = any(${texts(of.person)}::text[]) or ${isPerson("r", of)})))
            ${end("r", limit)}`
        )
        return rows.map(storedRecipient)
      }, Effect.orDie),
      files: Effect.fn("PgContactRecords.files")(function* (organizationId, messageIds) {
        if (messageIds.length === 0) return []
        return yield* decodeFiles(
          yield* sql`
            select ${sql.literal(mediaColumns)} from media
            where organization_id = ${organizationId}::uuid and message_id = any(${uuids(messageIds)}::uuid[])
              and status <> 'discarded'
            order by id`
        )
      }, Effect.orDie)
    })
  })
)
