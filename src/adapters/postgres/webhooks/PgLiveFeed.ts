import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { ConversationId, EventId, type OrganizationId, UserId } from "../../../domain/Ids.ts"
import {
  type FeedPlace,
  FeedPosition,
  type FeedSlice,
  LiveFeed,
  maxSliceBytes
} from "../../../ports/webhooks/EventLog.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { integers, texts, uuids } from "../database/ArrayParameter.ts"
import { actingForRows } from "../rowsecurity/Acting.ts"
import { FeedSignals } from "./FeedSignals.ts"
import { floorAt, OutboxPosition } from "./SnapshotCursor.ts"

/** Position of a reader in the order of `PgEventFeed`. Later events have no id below `floor`: earlier days are not read. */
const Position = Schema.Struct({ ...OutboxPosition.fields, floor: Schema.String })
type Position = typeof Position.Type

const lowest = "00000000-0000-0000-0000-000000000000"
const start: Position = { commitOrder: "0", sequence: 0, id: lowest, floor: lowest }

const decodePosition = Schema.decodeUnknownEffect(
  Schema.fromJsonString(Schema.Tuple([Schema.String, Schema.Int, Schema.String, Schema.String]))
)

/** Equal positions have equal texts. */
const textOf = ({ commitOrder, floor, id, sequence }: Position): FeedPosition =>
  FeedPosition.make(JSON.stringify([commitOrder, sequence, id, floor]))

const positionOf = (text: FeedPosition): Effect.Effect<Position, Schema.SchemaError> =>
  Effect.map(decodePosition(text), ([commitOrder, sequence, id, floor]) => ({ commitOrder, sequence, id, floor }))

const decodePositions = Schema.decodeUnknownEffect(Schema.Array(OutboxPosition))

/** A place and one event behind it; a place without events has one row, of which all else is null. */
const Row = Schema.Struct({
  place: Schema.Int,
  is_held_back: Schema.Boolean,
  known: Schema.NullOr(Schema.Int),
  id: Schema.NullOr(EventId),
  type: Schema.NullOr(Schema.String),
  conversation_id: Schema.NullOr(ConversationId),
  occurred_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  data: Schema.NullOr(Schema.String),
  commit_order: Schema.NullOr(Schema.String),
  sequence: Schema.NullOr(Schema.Int),
  is_conversation_known: Schema.NullOr(Schema.Boolean),
  assignee_id: Schema.NullOr(UserId)
})
const decodeRows = Schema.decodeUnknownEffect(Schema.Array(Row))

const liveEvents = (row: typeof Row.Type) =>
  row.id === null || row.type === null || row.occurred_at === null || row.data === null
    ? []
    : [
        {
          id: row.id,
          type: row.type,
          conversationId: row.conversation_id,
          occurredAt: row.occurred_at,
          dataJson: row.data,
          conversation: row.is_conversation_known === true ? { assigneeId: row.assignee_id } : null
        }
      ]

/** The position behind the last of these rows. At the end of the feed the floor rises, once a day. */
const behindRows = (
  from: Position,
  rows: ReadonlyArray<typeof Row.Type>,
  hasMore: boolean,
  floor: string
): Position => {
  const last = rows.at(-1)
  const reached =
    last === undefined || last.id === null || last.commit_order === null || last.sequence === null
      ? from
      : { ...from, commitOrder: last.commit_order, sequence: last.sequence, id: last.id }
  return hasMore ? reached : { ...reached, floor }
}

/**
 * Reads the order of `PgEventFeed`: only events before the oldest running transaction are shown, so that none can come
 * before one that was shown, and the id of the last event is all that a reader has to remember.
 */
const readPlaces = (
  sql: SqlClient.SqlClient,
  places: ReadonlyArray<FeedPlace>,
  from: ReadonlyArray<Position>,
  limit: number
) =>
  sql`
    select p.place::integer as place, coalesce(h.is_held_back, false) as is_held_back, e.known::integer as known, e.id, e.type,
      e.conversation_id, e.occurred_at, e.data, e.commit_order::text as commit_order, e.sequence,
      c.is_known as is_conversation_known, c.assignee_id
    from unnest(${uuids(places.map(({ organizationId }) => organizationId))}::uuid[],
        ${texts(from.map(({ commitOrder }) => commitOrder))}::text[], ${integers(from.map(({ sequence }) => sequence))}::integer[],
        ${uuids(from.map(({ id }) => id))}::uuid[], ${uuids(from.map(({ floor }) => floor))}::uuid[])
        with ordinality as p(organization_id, commit_order, sequence, id, floor, place)
      left join lateral (
        select true as is_held_back from events h
        where h.organization_id = p.organization_id and h.id >= p.floor
          and h.commit_order >= pg_snapshot_xmin(pg_current_snapshot())
        limit 1
      ) h on true
      left join lateral (
        select * from (
          select e.id, e.type, e.conversation_id, e.occurred_at, e.data::text as data, e.commit_order, e.sequence,
            count(*) over () as known, row_number() over oldest as nth,
            sum(octet_length(e.data::text)) over oldest as bytes
          from (
            select id, type, conversation_id, occurred_at, data, commit_order, sequence from events
            where organization_id = p.organization_id and id >= p.floor
              and (commit_order, sequence, id) > (p.commit_order::xid8, p.sequence, p.id)
              and commit_order < pg_snapshot_xmin(pg_current_snapshot())
            order by commit_order, sequence, id limit ${limit + 1}
          ) e
          window oldest as (order by e.commit_order, e.sequence, e.id rows unbounded preceding)
        ) e
        where nth = 1 or (nth <= ${limit} and bytes <= ${maxSliceBytes})
      ) e on true
      left join lateral (
        select true as is_known, c.assignee_id from conversations c
        where c.organization_id = p.organization_id and c.id = e.conversation_id and c.contact_id is not null
      ) c on true
    order by p.place, e.nth`

export const layer = Layer.effect(
  LiveFeed,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const signals = yield* FeedSignals
    const presentFloor = Effect.map(DateTime.now, (now) => floorAt(DateTime.startOf(now, "day")))

    const end = Effect.fnUntraced(
      function* (organizationId: OrganizationId) {
        const [last] = yield* decodePositions(
          yield* sql`
            select commit_order::text as "commitOrder", sequence, id from events
            where organization_id = ${organizationId}::uuid and commit_order < pg_snapshot_xmin(pg_current_snapshot())
            order by commit_order desc, sequence desc, id desc limit 1`
        )
        const floor = yield* presentFloor
        return last === undefined
          ? { position: textOf({ ...start, floor }), last: Option.none() }
          : { position: textOf({ ...last, floor }), last: Option.some(EventId.make(last.id)) }
      },
      Effect.orDie,
      spanned("PgLiveFeed.end")
    )

    const behind = Effect.fnUntraced(
      function* (organizationId: OrganizationId, id: Option.Option<EventId>) {
        if (Option.isNone(id)) return Option.some(textOf(start))
        const [found] = yield* decodePositions(
          yield* sql`
            select commit_order::text as "commitOrder", sequence, id from events
            where organization_id = ${organizationId}::uuid and id = ${id.value}::uuid`
        )
        return Option.map(Option.fromUndefinedOr(found), (position) => textOf({ ...position, floor: lowest }))
      },
      Effect.orDie,
      spanned("PgLiveFeed.behind")
    )

    const read = Effect.fnUntraced(
      function* (readers: ReadonlyArray<FeedPlace>, limit: number) {
        if (readers.length === 0) return []
        const from = yield* Effect.forEach(readers, ({ position }) => positionOf(position))
        const rows = yield* decodeRows(yield* actingForRows(readers)(readPlaces(sql, readers, from, limit)))
        const floor = yield* presentFloor
        const byPlace = Map.groupBy(rows, ({ place }) => place)
        return from.map((position, index): FeedSlice => {
          const own = byPlace.get(index + 1) ?? []
          const events = own.flatMap(liveEvents)
          const hasMore = (own[0]?.known ?? 0) > events.length
          return {
            events,
            position: textOf(behindRows(position, own, hasMore, floor)),
            hasMore,
            isHeldBack: own[0]?.is_held_back === true
          }
        })
      },
      Effect.orDie,
      spanned("PgLiveFeed.read")
    )

    return LiveFeed.of({ end, behind, read, listen: signals.listen })
  })
)
