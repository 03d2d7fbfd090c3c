import { Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { ConversationId, EventId, OrganizationId } from "../../domain/Ids.ts"
import { EventLog } from "../../ports/EventLog.ts"

/** `data` is read as text: the driver would parse it, and its numbers with it. */
const EventRow = Schema.Struct({
  id: EventId,
  type: Schema.String,
  conversationId: Schema.NullOr(ConversationId),
  occurredAt: Schema.DateTimeUtcFromDate,
  data: Schema.fromJsonString(Schema.Json)
}).pipe(Schema.encodeKeys({ conversationId: "conversation_id", occurredAt: "occurred_at" }))

export const layer = Layer.effect(
  EventLog,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const after = SqlSchema.findAll({
      Request: Schema.Struct({ organizationId: OrganizationId, id: Schema.Option(EventId), limit: Schema.Int }),
      Result: EventRow,
      execute: ({ id, limit, organizationId }) => sql`
        select id, type, conversation_id, occurred_at, data::text as data from events
        where organization_id = ${organizationId}::uuid
        ${id._tag === "Some" ? sql`and id > ${id.value}::uuid` : sql``}
        order by id limit ${limit}`
    })

    return EventLog.of({
      after: Effect.fn("PgEventLog.after")((organizationId, id, limit) =>
        Effect.orDie(after({ organizationId, id, limit }))
      )
    })
  })
)
