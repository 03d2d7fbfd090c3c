import { assert } from "@effect/vitest"
import { Arbitrary, Context, type DateTime, Effect, Layer, Option, Ref, Schema, Scope, Stream } from "effect"
import * as Events from "../../src/adapters/http/webhooks/eventStream.ts"
import type * as EventStreams from "../../src/app/webhooks/streams/EventStreams.ts"
import { conversationAssigned } from "../../src/domain/webhooks/conversationEvents.ts"
import { isTakenFrom, mayReceive } from "../../src/domain/webhooks/LiveEvent.ts"
import type { OrganizationId, UserId } from "../../src/domain/Ids.ts"
import { maxPageSize } from "../../src/domain/text/Page.ts"
import { EventLog, LiveFeed } from "../../src/ports/webhooks/EventLog.ts"
import { Transaction } from "../../src/ports/process/Transaction.ts"
import { seconds } from "../../testing/given/era.ts"
import { givenSender } from "../../testing/given/given.ts"
import { eventIdAt, talkEvent, testEvent } from "../../testing/given/givenEvents.ts"
import { givenMember } from "../../testing/given/givenMember.ts"
import { givenTalk, savedTalk } from "../../testing/given/givenTalk.ts"
import type { StorePorts } from "../../testing/contracts/StorePorts.ts"
import { type Heard, hear, nothingHeard, opened } from "./streamClient.ts"

/** A small number that decides something. */
const Share = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 }))

/** What is written, and how long after its statement it is committed, or whether it is rolled back. */
const Write = Schema.Struct({ kind: Share, holdMillis: Share, isUndone: Schema.Boolean })

/** A part of a reader's life: on which instance it connects, after how many bytes it is cut, and what happens then. */
const Part = Schema.Struct({
  instance: Share,
  bytes: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4_000 })),
  pauseMillis: Share,
  isRestarted: Schema.Boolean
})

const Life = Schema.Struct({
  writes: Schema.Array(Write).check(Schema.isMinLength(12), Schema.isMaxLength(30)),
  parts: Schema.Array(Part).check(Schema.isMinLength(4), Schema.isMaxLength(12))
})
type Life = typeof Life.Type

/** Runs on the instance of a number. */
export type On = <A, E>(
  ordinal: number,
  effect: Effect.Effect<A, E, StorePorts | Scope.Scope>
) => Effect.Effect<A, E, Scope.Scope>

/** The streams of the instances; `restart` makes those of one anew, as a process that was killed and comes back. */
const servers = Effect.fnUntraced(function* (on: On) {
  const scope = yield* Effect.scope
  const running = new Map<
    number,
    { readonly scope: Scope.Closeable; readonly context: Context.Context<EventStreams.EventStreams> }
  >()
  const stop = Effect.fnUntraced(function* (ordinal: number) {
    const server = running.get(ordinal)
    running.delete(ordinal)
    if (server !== undefined) yield* Scope.close(server.scope, yield* Effect.exit(Effect.void))
  })
  const contextOf = Effect.fnUntraced(function* (ordinal: number) {
    const known = running.get(ordinal)
    if (known !== undefined) return known.context
    const own = yield* Scope.fork(scope)
    const context = yield* on(ordinal, Layer.build(Layer.fresh(Events.streams))).pipe(Scope.provide(own))
    running.set(ordinal, { scope: own, context })
    return context
  })
  return { contextOf, stop }
})

const decoder = new TextDecoder()

/**
 * The organization's feed, with what decides who sees each event, once all of it is shown: a transaction of any program
 * on the server holds later events back.
 */
const wholeFeed = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const { behind, read } = yield* LiveFeed
  const position = Option.getOrThrow(yield* behind(organizationId, Option.none()))
  const look = Effect.delay(read([{ organizationId, position }], maxPageSize), "5 millis")
  const [slice] = yield* Effect.repeat(look, { until: ([slice]) => slice?.isHeldBack === false })
  return slice?.events ?? []
})

const holds = Effect.fnUntraced(function* (on: On, { parts, writes }: Life) {
  const { contextOf, stop } = yield* servers(on)
  const { access, expected, id, start, writing } = yield* on(0, givenLife(writes))
  const heard = yield* Ref.make<Heard>(nothingHeard)
  const hearUpTo = Effect.fnUntraced(function* (instance: number, isEnough: (heard: Heard, bytes: number) => boolean) {
    let bytes = 0
    yield* Effect.gen(function* () {
      const stream = yield* opened(access, (yield* Ref.get(heard)).lastId)
      // Half a frame that came before is lost with its connection.
      yield* Ref.update(heard, (before) => ({ ...before, text: "" }))
      yield* Stream.runForEachWhile(stream, (chunk) =>
        Ref.modify(heard, (before) => {
          const after = hear(before, decoder.decode(chunk))
          bytes += chunk.byteLength
          return [!isEnough(after, bytes), after]
        })
      )
    }).pipe(Effect.scoped, Effect.provideContext(yield* contextOf(instance)))
  })
  yield* hearUpTo(0, ({ lastId }) => lastId !== null)
  yield* start
  for (const { bytes, instance, isRestarted, pauseMillis } of parts) {
    yield* Effect.timeoutOption(
      hearUpTo(instance, (_, taken) => taken > bytes),
      "80 millis"
    )
    if (isRestarted) yield* stop(instance)
    yield* Effect.sleep(pauseMillis)
  }
  yield* on(0, writing)
  const wanted = yield* on(0, expected)
  yield* Effect.timeoutOption(
    hearUpTo(1, ({ ids }) => ids.length >= wanted.length),
    wanted.length === (yield* Ref.get(heard)).ids.length ? "60 millis" : "20 seconds"
  )
  const { ids, types } = yield* Ref.get(heard)
  assert.deepStrictEqual(ids, wanted, id)
  assert.notInclude(types, "resync")
}, Effect.scoped)

/**
 * An agent of assigned conversations, with writes of three writers: about a conversation of the agent, about one of another
 * member, who got it from the agent or not, and about none.
 */
const givenLife = Effect.fnUntraced(function* (writes: Life["writes"]) {
  const sender = yield* givenSender()
  const { at, id } = sender
  const { access, user } = yield* givenMember(id, { conversationScope: "assigned" })
  const owner = yield* givenMember(id, { role: "owner" })
  const talk = yield* givenTalk(sender)
  const own = yield* savedTalk(talk, { assigneeId: user.id })
  const others = yield* givenTalk(sender, {
    phone: null,
    identity: { kind: "messenger", scope: "page", value: "1" }
  }).pipe(
    Effect.flatMap((other) => savedTalk(other, { assigneeId: owner.user.id })),
    Effect.orElseSucceed(() => own)
  )
  const { append } = yield* EventLog
  const { atomically } = yield* Transaction
  const handedOver = (previousId: UserId, later: DateTime.Utc) =>
    conversationAssigned(eventIdAt(later), others, { by: owner.user.id, previousId }, later)
  const eventOf = ({ kind }: (typeof writes)[number], place: number) => {
    const later = seconds(at, place + 1)
    if (kind < 5) return talkEvent(id, own.id, later)
    if (kind < 6) return talkEvent(id, others.id, later)
    if (kind < 7) return handedOver(user.id, later)
    return kind < 8 ? handedOver(owner.user.id, later) : testEvent(id, later)
  }
  const write = (one: (typeof writes)[number], place: number) => {
    const held = Effect.andThen(append(eventOf(one, place)), Effect.sleep(one.holdMillis * 5))
    return atomically(one.isUndone ? Effect.andThen(held, Effect.fail("undone")) : held).pipe(Effect.ignore)
  }
  const before = (yield* wholeFeed(id)).length
  const done = yield* Ref.make(false)
  const context = yield* Effect.context<Scope.Scope>()
  const running = Effect.forEach(writes, write, { concurrency: 3, discard: true }).pipe(
    Effect.andThen(Ref.set(done, true))
  )
  const services = yield* Effect.context<EventLog | Transaction>()
  return {
    access,
    id,
    start: Effect.asVoid(Effect.forkIn(Effect.provideContext(running, services), Context.get(context, Scope.Scope))),
    writing: Effect.repeat(Effect.andThen(Effect.sleep("5 millis"), Ref.get(done)), { until: (isDone) => isDone }),
    /** What the reader has to hear, in the order of the feed, once all of it is shown. */
    expected: Effect.map(wholeFeed(id), (events) => {
      assert.lengthOf(events, before + writes.filter(({ isUndone }) => !isUndone).length)
      return events
        .slice(before)
        .flatMap((event) => (mayReceive(access, event) || isTakenFrom(access, event) ? [event.id] : []))
    })
  }
})

/**
 * The law of resuming: whatever is cut, restarted or delayed, a reader that resumes hears every event of its scope once,
 * and in the order of the feed.
 */
export const resumedReadersMissNothing = (on: On, runs: number, seed = 20_261_124) =>
  Effect.gen(function* () {
    const result = yield* Arbitrary.checkEffect(Arbitrary.schema(Life), (life) => Effect.as(holds(on, life), true), {
      runs,
      seed
    })
    assert.isUndefined(Arbitrary.formatCheckFailure(result))
  })
