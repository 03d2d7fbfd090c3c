import { Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Contact } from "../../domain/Contact.ts"
import { Conversation } from "../../domain/Conversation.ts"
import { ContactId, ConversationId, MessageId, OrganizationId } from "../../domain/Ids.ts"
import { Message } from "../../domain/Message.ts"
import { PhoneIdentity, phoneIdentity } from "../../domain/PhoneNumber.ts"
import { Inbox } from "../../ports/Inbox.ts"

const ContactRow = Schema.Struct({ ...Contact.fields, createdAt: Schema.DateTimeUtcFromDate }).pipe(
  Schema.encodeKeys({
    vendorContactId: "vendor_contact_id",
    organizationId: "organization_id",
    countryCode: "country_code",
    createdAt: "created_at"
  })
)

const ConversationRow = Schema.Struct({ ...Conversation.fields, createdAt: Schema.DateTimeUtcFromDate }).pipe(
  Schema.encodeKeys({
    organizationId: "organization_id",
    contactId: "contact_id",
    channelAccountId: "channel_account_id",
    createdAt: "created_at"
  })
)

const MessageRow = Schema.Struct({ ...Message.fields, createdAt: Schema.DateTimeUtcFromDate }).pipe(
  Schema.encodeKeys({
    organizationId: "organization_id",
    conversationId: "conversation_id",
    contactId: "contact_id",
    channelAccountId: "channel_account_id",
    platformMessageId: "platform_message_id",
    createdAt: "created_at"
  })
)

const keyOf = <Id extends Schema.Constraint>(id: Id) => Schema.Struct({ organizationId: OrganizationId, id })

export const layer = Layer.effect(
  Inbox,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const findContact = SqlSchema.findOneOption({
      Request: keyOf(ContactId),
      Result: ContactRow,
      execute: ({ id, organizationId }) =>
        sql`select * from contacts where organization_id = ${organizationId}::uuid and id = ${id}::uuid`
    })
    const findContactByPhone = SqlSchema.findOneOption({
      Request: Schema.Struct({ organizationId: OrganizationId, key: PhoneIdentity }),
      Result: ContactRow,
      execute: ({ key, organizationId }) => sql`
        select c.* from contact_identities i
          join contacts c on c.organization_id = i.organization_id and c.id = i.contact_id
        where i.organization_id = ${organizationId}::uuid and i.kind = 'phone' and i.scope = '' and i.value = ${key}`
    })
    const findConversation = SqlSchema.findOneOption({
      Request: keyOf(ConversationId),
      Result: ConversationRow,
      execute: ({ id, organizationId }) =>
        sql`select * from conversations where organization_id = ${organizationId}::uuid and id = ${id}::uuid`
    })
    const findMessage = SqlSchema.findOneOption({
      Request: keyOf(MessageId),
      Result: MessageRow,
      execute: ({ id, organizationId }) =>
        sql`select * from messages where organization_id = ${organizationId}::uuid and id = ${id}::uuid`
    })

    return Inbox.of({
      findContact: Effect.fn("PgInbox.findContact")((organizationId, id) =>
        Effect.orDie(findContact({ organizationId, id }))
      ),
      findContactByPhone: Effect.fn("PgInbox.findContactByPhone")((organizationId, phone) =>
        Effect.orDie(findContactByPhone({ organizationId, key: phoneIdentity(phone) }))
      ),
      findConversation: Effect.fn("PgInbox.findConversation")((organizationId, id) =>
        Effect.orDie(findConversation({ organizationId, id }))
      ),
      findMessage: Effect.fn("PgInbox.findMessage")((organizationId, id) =>
        Effect.orDie(findMessage({ organizationId, id }))
      )
    })
  })
)
