import { Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { MessageId, OrganizationId } from "../../../domain/Ids.ts"
import { MessageStore } from "../../../ports/messages/MessageStore.ts"
import { foundMessages } from "./foundMessages.ts"
import { messageColumns, MessageRow } from "./MessageRow.ts"
import { messageSlice } from "./messageSlice.ts"
import { ReadShares } from "../database/ReadShares.ts"

export const layer = Layer.effect(
  MessageStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const slice = messageSlice(sql)
    const shares = yield* ReadShares
    const search = foundMessages(shares.searches)

    const find = SqlSchema.findOneOption({
      Request: Schema.Struct({ organizationId: OrganizationId, id: MessageId }),
      Result: MessageRow,
      execute: ({ id, organizationId }) => sql`
        select ${sql.literal(messageColumns)} from messages m
        where m.organization_id = ${organizationId}::uuid and m.id = ${id}::uuid`
    })

    return MessageStore.of({
      find: Effect.fn("PgMessageStore.find")((organizationId, id) => Effect.orDie(find({ organizationId, id }))),
      list: Effect.fn("PgMessageStore.list")((organizationId, conversationId, limit, anchor) =>
        shares.list(organizationId, slice({ organizationId, conversationId, anchor, limit }))
      ),
      search: Effect.fn("PgMessageStore.search")((organizationId, request) =>
        shares.search(organizationId, search(organizationId, request))
      )
    })
  })
)
