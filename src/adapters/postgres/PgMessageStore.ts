import { Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { MessageId, OrganizationId } from "../../domain/Ids.ts"
import { Message, MessageContent, MessageFailure } from "../../domain/Message.ts"
import { MessageStore } from "../../ports/MessageStore.ts"
import { messageSlice } from "./messageSlice.ts"

const MessageRow = Schema.Struct({
  ...Message.fields,
  content: Schema.fromJsonString(MessageContent),
  failure: Schema.NullOr(Schema.fromJsonString(MessageFailure)),
  createdAt: Schema.DateTimeUtcFromDate
}).pipe(
  Schema.encodeKeys({
    organizationId: "organization_id",
    conversationId: "conversation_id",
    contactId: "contact_id",
    channelAccountId: "channel_account_id",
    platformMessageId: "platform_message_id",
    createdAt: "created_at"
  })
)

export const layer = Layer.effect(
  MessageStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const slice = messageSlice(sql)

    const find = SqlSchema.findOneOption({
      Request: Schema.Struct({ organizationId: OrganizationId, id: MessageId }),
      Result: MessageRow,
      execute: ({ id, organizationId }) => sql`
        select organization_id, id, conversation_id, contact_id, channel, channel_account_id, direction, counterpart,
          type, content::text as content, status, platform_message_id, failure::text as failure, created_at
        from messages where organization_id = ${organizationId}::uuid and id = ${id}::uuid`
    })

    return MessageStore.of({
      find: Effect.fn("PgMessageStore.find")((organizationId, id) => Effect.orDie(find({ organizationId, id }))),
      list: Effect.fn("PgMessageStore.list")((organizationId, conversationId, limit, before) =>
        slice({ organizationId, conversationId, before, limit })
      )
    })
  })
)
