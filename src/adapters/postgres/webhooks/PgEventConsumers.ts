import { Array, DateTime, Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { EventId, OrganizationId } from "../../../domain/Ids.ts"
import { ConsumerName, type ConsumerStatus, type DeadLetter } from "../../../domain/webhooks/EventConsumer.ts"
import type { OutboxCursor } from "../../../ports/webhooks/DeliveryQueue.ts"
import { type DeadLetterChoice, EventConsumers } from "../../../ports/webhooks/EventConsumers.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { deferEvents, dueEvents, failEvent, finishEvent, nextDue, repairEvents } from "./consumerEvents.ts"
import { FeedSignals } from "./FeedSignals.ts"
import { readForConsumer } from "./readForConsumer.ts"
import { beginning, cursorText, decodeCursor, firstIdAt, floorAt } from "./SnapshotCursor.ts"

/** In a database restored on another server, events since this time before the last save are handled again. */
const restoredOverlap = Duration.minutes(10)

const decodeClaims = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({ cursor: Schema.String, savedAt: Schema.DateTimeUtcFromDate, isReadable: Schema.Boolean })
  )
)

const decodeCounts = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ count: Schema.Int })]))

const decodeStatuses = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({
      name: ConsumerName,
      cursor: Schema.String,
      savedAt: Schema.DateTimeUtcFromDate,
      isReadable: Schema.Boolean,
      deferred: Schema.Int,
      dead: Schema.Int,
      isRunning: Schema.Boolean
    })
  )
)

const decodeDead = Schema.decodeUnknownEffect(
  Schema.Array(
    Schema.Struct({
      organizationId: OrganizationId,
      eventId: EventId,
      type: Schema.String,
      occurredAt: Schema.DateTimeUtcFromDate,
      deadAt: Schema.DateTimeUtcFromDate,
      failures: Schema.Int,
      error: Schema.String
    }).pipe(
      Schema.encodeKeys({
        organizationId: "organization_id",
        eventId: "event_id",
        occurredAt: "occurred_at",
        deadAt: "dead_at"
      })
    )
  )
)

/** A cursor as it is saved. Snapshots belong to the server that took them; a restored cursor is of another server. */
const savedCursor = `cursor, saved_at as "savedAt",
  pg_snapshot_xmax((cursor::json ->> 'since')::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()) as "isReadable"`

/** The cursor to continue reading from. */
const cursorOf = Effect.fnUntraced(function* ({
  cursor,
  isReadable,
  savedAt
}: Effect.Success<ReturnType<typeof decodeClaims>>[number]) {
  if (isReadable) return cursorText(yield* decodeCursor(cursor))
  return cursorText({ ...beginning, floor: firstIdAt(DateTime.subtractDuration(savedAt, restoredOverlap)) })
})

const isNotEmpty = (rows: ReadonlyArray<unknown>): boolean => rows.length > 0

export const layer = Layer.effect(
  EventConsumers,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const signals = yield* FeedSignals
    const chosen = ({ eventId, name }: DeadLetterChoice) => sql`
      consumer = ${name} and dead_at is not null and (${eventId}::text is null or event_id = ${eventId}::text::uuid)`
    const lagOf = Effect.fnUntraced(function* (name: ConsumerName, cursor: OutboxCursor, now: DateTime.Utc) {
      const { events } = yield* readForConsumer(sql, name, { organizationId: null, types: null }, cursor, 1)
      const oldest = events[0]?.delivery.event.occurredAt
      return oldest === undefined ? 0 : Math.max(0, now.epochMilliseconds - oldest.epochMilliseconds) / 1_000
    })

    return EventConsumers.of({
      register: Effect.fn("PgEventConsumers.register")(function* (name, from) {
        const now = yield* DateTime.now
        const first = from === "beginning" ? beginning : { since: null, floor: floorAt(now) }
        yield* sql`
          insert into event_consumers (name, cursor) values (${name}, json_build_object(
            'since', coalesce(${first.since}::text, pg_current_snapshot()::text), 'until', null, 'after', null,
            'floor', ${first.floor}::text)::text)
          on conflict do nothing`
      }, Effect.orDie),
      claim: Effect.fnUntraced(
        function* (name: ConsumerName, owner: string, lease: Duration.Duration) {
          const rows = yield* decodeClaims(
            yield* sql`
            update event_consumers
            set owner = ${owner}::uuid,
              leased_until = clock_timestamp() + ${Duration.toMillis(lease)}::float8 * interval '1 millisecond'
            where name = ${name} and (owner is null or owner = ${owner}::uuid or leased_until <= clock_timestamp())
            returning ${sql.literal(savedCursor)}`
          )
          return Array.head(yield* Effect.forEach(rows, cursorOf))
        },
        Effect.orDie,
        spanned("PgEventConsumers.claim")
      ),
      release: Effect.fn("PgEventConsumers.release")(
        (name, owner) => sql`
          update event_consumers set owner = null, leased_until = null where name = ${name} and owner = ${owner}::uuid`,
        Effect.asVoid,
        Effect.orDie
      ),
      save: (name, owner, cursor) =>
        spanned("PgEventConsumers.save")(
          sql`
          update event_consumers set cursor = ${cursor}, saved_at = now()
          where name = ${name} and owner = ${owner}::uuid returning name`.pipe(Effect.map(isNotEmpty), Effect.orDie)
        ),
      repair: (name, now) =>
        spanned("PgEventConsumers.repair")(Effect.orDie(Effect.asVoid(repairEvents(sql, name, now)))),
      read: (name, filter, cursor, limit) =>
        spanned("PgEventConsumers.read")(Effect.orDie(readForConsumer(sql, name, filter, cursor, limit))),
      defer: (name, events, now) =>
        spanned("PgEventConsumers.defer")(Effect.orDie(Effect.asVoid(deferEvents(sql, name, events, now)))),
      nextDue: (name) => spanned("PgEventConsumers.nextDue")(Effect.orDie(nextDue(sql, name))),
      due: (name, now, limit) => spanned("PgEventConsumers.due")(Effect.orDie(dueEvents(sql, name, now, limit))),
      fail: (name, failure) =>
        spanned("PgEventConsumers.fail")(Effect.orDie(Effect.asVoid(failEvent(sql, name, failure)))),
      finish: (name, delivery, now) =>
        spanned("PgEventConsumers.finish")(Effect.orDie(Effect.asVoid(finishEvent(sql, name, delivery, now)))),
      listen: (wake) =>
        Effect.flatMap(signals.listen, (next) =>
          Effect.asVoid(Effect.forkScoped(Effect.forever(Effect.map(next, wake)), { startImmediately: true }))
        ),
      list: Effect.fn("PgEventConsumers.list")(function* (now) {
        const rows = yield* decodeStatuses(
          yield* sql`
            select c.name, ${sql.literal(savedCursor)},
              (select count(*)::int from consumer_events e where e.consumer = c.name and e.dead_at is null) as deferred,
              (select count(*)::int from consumer_events e where e.consumer = c.name and e.dead_at is not null) as dead,
              coalesce(c.leased_until > clock_timestamp(), false) as "isRunning"
            from event_consumers c order by c.name collate "C"`
        )
        return yield* Effect.forEach(rows, ({ dead, deferred, isRunning, name, ...saved }) =>
          Effect.map(
            Effect.flatMap(cursorOf(saved), (cursor) => lagOf(name, cursor, now)),
            (lagSeconds): ConsumerStatus => ({ name, lagSeconds, deferred, dead, isRunning })
          )
        )
      }, Effect.orDie),
      deadLetters: Effect.fn("PgEventConsumers.deadLetters")(function* (name, limit) {
        const rows: ReadonlyArray<DeadLetter> = yield* decodeDead(
          yield* sql`
            select organization_id, event_id, type, occurred_at, dead_at, failures, error from consumer_events
            where consumer = ${name} and dead_at is not null order by dead_at desc, event_id desc limit ${limit}`
        )
        return rows
      }, Effect.orDie),
      replay: Effect.fn("PgEventConsumers.replay")(function* (choice, now) {
        const [{ count }] = yield* decodeCounts(
          yield* sql`
            with replayed as (
              update consumer_events set dead_at = null, failures = 0, conversation_id = null,
                due_at = ${DateTime.formatIso(now)}::timestamptz
              where ${chosen(choice)} returning 1)
            select count(*)::int as count from replayed`
        )
        return count
      }, Effect.orDie),
      discard: Effect.fn("PgEventConsumers.discard")(function* (choice) {
        const [{ count }] = yield* decodeCounts(
          yield* sql`
            with discarded as (delete from consumer_events where ${chosen(choice)} returning 1)
            select count(*)::int as count from discarded`
        )
        return count
      }, Effect.orDie),
      remove: Effect.fn("PgEventConsumers.remove")(
        (name) => sql`
          with deferred as (delete from consumer_events where consumer = ${name})
          delete from event_consumers where name = ${name} returning name`,
        Effect.map(isNotEmpty),
        Effect.orDie
      ),
      purge: Effect.fn("PgEventConsumers.purge")(function* (before) {
        const [{ count }] = yield* decodeCounts(
          yield* sql`
            with purged as (
              delete from consumer_events where dead_at < ${DateTime.formatIso(before)}::timestamptz returning 1)
            select count(*)::int as count from purged`
        )
        return count
      }, Effect.orDie)
    })
  })
)
