import { Clock, Context, DateTime, Effect, Latch, Option, Schedule, Schema, Scope, Stream } from "effect"
import { emptyFeedId, isRecentEmptyFeed } from "../../../domain/webhooks/LiveEvent.ts"
import type { EventId, OrganizationId } from "../../../domain/Ids.ts"
import { EventRetention, LiveFeed } from "../../../ports/webhooks/EventLog.ts"
import { elapsedMillis } from "../../../collections/elapsedMillis.ts"
import type { SessionAccess } from "../../../domain/access/SessionAccess.ts"
import { Organizations } from "../../../ports/access/Organizations.ts"
import { makeFailureLog } from "../../../telemetry/failureLog.ts"
import { type EncodeFrame, StreamHub } from "./StreamHub.ts"
import { StreamReader } from "./StreamReader.ts"

/**
 * Where a stream begins: behind the event that the client names, else at the end of the feed. `hasMissed`: the named event
 * is not in the feed any more, or never was, so the events after it are not known.
 */
export const streamStart = Effect.fnUntraced(function* (organizationId: OrganizationId, from: Option.Option<EventId>) {
  const { behind, end } = yield* LiveFeed
  const now = yield* DateTime.now
  const found = Option.isNone(from) ? Option.none() : yield* behind(organizationId, from)
  if (Option.isSome(from) && Option.isSome(found)) return { id: from.value, position: found.value, hasMissed: false }
  if (Option.isSome(from) && isRecentEmptyFeed(from.value, now, yield* EventRetention)) {
    const start = yield* behind(organizationId, Option.none())
    if (Option.isSome(start)) return { id: from.value, position: start.value, hasMissed: false }
  }
  const { last, position } = yield* end(organizationId)
  return { id: Option.getOrElse(last, () => emptyFeedId(now)), position, hasMissed: Option.isSome(from) }
})

/** Most streams of one organization in a process. */
export const maxStreamsOfOrganization = 256

/** Most streams of one member in an organization, in a process: as many tabs as a person may have open. */
export const maxStreamsOfMember = 16

/** Events of one organization in one reading. */
const sliceSize = 128

/** Least time between two readings, in milliseconds. One reading takes all events that were recorded since the last one. */
export const readingPause = 20

/** How often all organizations with streams are read without a signal, in milliseconds: signals may be lost. */
export const pollMillis = 5_000

/** How often streams are looked after, in milliseconds. */
const tickMillis = 1_000

/** How often streams of suspended and deleted organizations are ended, in milliseconds. */
export const organizationMillis = 2_000

/** An access that was confirmed this long ago, in milliseconds, is confirmed again before its stream gets an event. */
export const accessMillis = 5_000

/** Concurrency and timeout of access confirmations. */
const confirming = { concurrency: 16, patience: "5 seconds" } as const

/** Backoff before reading again while open transactions delay events, in milliseconds; doubles each time. */
const delayBackoff = { first: 20, longest: 1_280 }

/** The pause after a reading that failed. */
const recovery = "1 second"

/** The caller has as many streams as a member or an organization may have. */
export class TooManyStreams extends Schema.TaggedError<TooManyStreams>()("TooManyStreams", {
  of: Schema.Literals(["member", "organization"]),
  most: Schema.Int
}) {}

/** The process stops, and opens no stream. */
export class StreamsClosed extends Schema.TaggedError<StreamsClosed>()("StreamsClosed", {}) {}

/** A request for a stream. */
export interface StreamRequest {
  readonly access: SessionAccess
  /** The last event that the client knows. */
  readonly from: Option.Option<EventId>
  /** Asks again what the caller may see; none when the token or the membership is over. */
  readonly confirm: Effect.Effect<Option.Option<SessionAccess>>
}

/** The streams of events of this process. One loop reads for all of them. */
export class EventStreams extends Context.Service<
  EventStreams,
  {
    /** Opens a stream that ends with the scope, or when its reader is too slow or may see nothing more. */
    open(request: StreamRequest): Effect.Effect<Stream.Stream<Uint8Array>, TooManyStreams | StreamsClosed, Scope.Scope>
    /** Ends all streams at once, and opens no more. */
    readonly close: Effect.Effect<void>
  }
>()("effect-parley/app/EventStreams") {}

/** Confirms accesses that were confirmed too long ago. A reader whose access is over ends. */
const confirmAccess = Effect.fnUntraced(function* (readers: ReadonlyArray<StreamReader>, now: number) {
  const stale = readers.filter(({ confirmedAt, isEnded }) => !isEnded && now - confirmedAt >= accessMillis)
  yield* Effect.forEach(
    stale,
    (reader) =>
      Effect.matchCause(Effect.timeout(reader.confirm, confirming.patience), {
        onFailure: () => reader.end(),
        onSuccess: (access) => {
          if (access._tag === "None") return reader.end()
          reader.access = access.value
          reader.confirmedAt = now
        }
      }),
    { concurrency: confirming.concurrency, discard: true }
  )
})

/** Reads the due positions and passes events to the readers. Returns the organizations whose events are delayed. */
const readDue = Effect.fnUntraced(function* (hub: StreamHub, clock: Clock.Clock) {
  const groups = hub.takeDue()
  const feed = yield* LiveFeed
  const organizationIds = new Set(groups.map((group) => group.cursor.organizationId))
  return yield* Effect.gen(function* () {
    const slices = yield* feed.read(
      groups.map((group) => group.cursor),
      sliceSize
    )
    const notified = groups.flatMap(({ readers }, index) => (slices[index]?.events.length === 0 ? [] : readers))
    yield* confirmAccess(notified, elapsedMillis(clock))
    const delayed = new Set<OrganizationId>()
    for (const [index, group] of groups.entries()) {
      const slice = slices[index]
      if (slice === undefined) continue
      hub.give(group, slice, elapsedMillis(clock))
      if (slice.isHeldBack) delayed.add(group.cursor.organizationId)
    }
    return delayed
  }).pipe(Effect.onError(() => Effect.sync(() => hub.markDue(organizationIds))))
})

/** The streams, whose frames are written so, until the scope ends. */
export const makeEventStreams = Effect.fnUntraced(function* (encode: EncodeFrame) {
  const feed = yield* LiveFeed
  const organizations = yield* Organizations
  const clock = yield* Clock.Clock
  const scope = yield* Effect.scope
  const context = Context.make(LiveFeed, feed).pipe(Context.add(EventRetention, yield* EventRetention))
  const hasDue = yield* Latch.make()
  const hub = new StreamHub(encode, () => hasDue.openUnsafe())
  const logged = makeFailureLog("event stream")
  let isClosed = false
  let pause = delayBackoff.first
  let ticks = 0

  const pass = Effect.gen(function* () {
    yield* hasDue.await
    hasDue.closeUnsafe()
    const delayed = yield* readDue(hub, clock)
    if (delayed.size > 0) {
      yield* Effect.forkIn(
        Effect.delay(
          Effect.sync(() => hub.markDue(delayed)),
          pause
        ),
        scope
      )
      pause = Math.min(pause * 2, delayBackoff.longest)
    } else pause = delayBackoff.first
    if (hub.hasDue) hasDue.openUnsafe()
    yield* Effect.sleep(readingPause)
  }).pipe(Effect.provideContext(context), (read) => logged(read, Effect.sleep(recovery)))

  /** Ends the streams of organizations that were suspended or deleted: without events no access is confirmed. */
  const endInactive = Effect.suspend(() => {
    const { organizationIds } = hub
    return organizationIds.length === 0
      ? Effect.void
      : Effect.map(organizations.inactive(organizationIds), (ended) => hub.endOf(ended))
  }).pipe(makeFailureLog("end of event streams"))

  const tick = Effect.suspend(() => {
    ticks += 1
    hub.keepAlive(elapsedMillis(clock))
    if (ticks % (pollMillis / tickMillis) === 0) hub.signal(() => true)
    return Effect.void
  })

  /** A process without streams reads nothing and listens to nothing. */
  const start = yield* Effect.gen(function* () {
    const next = yield* feed.listen
    yield* Effect.forkScoped(Effect.forever(Effect.map(next, (mayHaveEvents) => hub.signal(mayHaveEvents))))
    yield* Effect.forkScoped(Effect.forever(pass))
    yield* Effect.forkScoped(Effect.repeat(tick, Schedule.spaced(tickMillis)))
    yield* Effect.forkScoped(Effect.repeat(endInactive, Schedule.spaced(organizationMillis)))
  }).pipe(Scope.provide(scope), Effect.uninterruptible, Effect.cached)

  const close = Effect.sync(() => {
    isClosed = true
    hub.endAll()
  })
  yield* Effect.addFinalizer(() => close)

  /** A free place for one more stream of the caller. */
  const checkLimits = Effect.fnUntraced(function* (access: SessionAccess) {
    if (isClosed) return yield* new StreamsClosed()
    const count = hub.countOf(access)
    if (count.member >= maxStreamsOfMember) {
      return yield* new TooManyStreams({ of: "member", most: maxStreamsOfMember })
    }
    if (count.organization >= maxStreamsOfOrganization) {
      return yield* new TooManyStreams({ of: "organization", most: maxStreamsOfOrganization })
    }
  })

  const open = Effect.fnUntraced(function* ({ access, confirm, from }: StreamRequest) {
    yield* checkLimits(access)
    yield* start
    const { hasMissed, id, position } = yield* Effect.provideContext(streamStart(access.organizationId, from), context)
    // Other streams may have opened during the read.
    yield* checkLimits(access)
    const now = elapsedMillis(clock)
    const drained = () => hub.markDue([access.organizationId])
    const reader = new StreamReader({ access, confirm, id, position, drained }, now)
    hub.tell(reader, { _tag: "Opened", id }, now)
    if (hasMissed) hub.tell(reader, { _tag: "Missed" }, now)
    yield* Effect.acquireRelease(
      Effect.sync(() => hub.add(reader)),
      () => Effect.sync(() => hub.remove(reader))
    )
    return Stream.fromPull(Effect.succeed(reader.pull))
  })

  return EventStreams.of({ open, close })
})
