import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Effect, Fiber, Latch, Layer, Option, Ref, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as Events from "../../src/adapters/http/webhooks/eventStream.ts"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { World } from "../../src/adapters/memory/World.ts"
import * as EventStreams from "../../src/app/webhooks/streams/EventStreams.ts"
import { maxWaitingBytes } from "../../src/app/webhooks/streams/StreamReader.ts"
import { heartbeatMillis } from "../../src/app/webhooks/streams/StreamHub.ts"
import { conversationAssigned } from "../../src/domain/webhooks/conversationEvents.ts"
import { ConversationId } from "../../src/domain/Ids.ts"
import { OrganizationDeletion, Organizations } from "../../src/ports/access/Organizations.ts"
import { EventFeed, EventLog, EventRetention } from "../../src/ports/webhooks/EventLog.ts"
import { seconds } from "../../testing/given/era.ts"
import { givenSender, uuid } from "../../testing/given/given.ts"
import { eventIdAt, talkEvent, testEvent } from "../../testing/given/givenEvents.ts"
import { givenMember, serviceAccess } from "../../testing/given/givenMember.ts"
import { givenTalk, savedTalk } from "../../testing/given/givenTalk.ts"
import { hear, type Heard, listening, nothingHeard, opened } from "./streamClient.ts"

const world = Events.streams.pipe(Layer.provideMerge(Memory.layer()))

/** Lets the loop read once more. */
const read = TestClock.adjust(EventStreams.readingPause)

const count = (most: number) => (heard: Heard) => heard.ids.length >= most

/** An organization whose owner listens. */
const scene = Effect.gen(function* () {
  const sender = yield* givenSender()
  const { append } = yield* EventLog
  const owner = yield* givenMember(sender.id, { role: "owner" })
  const told = (later: number) => Effect.tap(Effect.succeed(testEvent(sender.id, seconds(sender.at, later))), append)
  return { ...sender, append, owner, told }
})

describe("a stream of events", () => {
  it.effect("starts at the end of the feed, and sends later events", () =>
    Effect.gen(function* () {
      const { owner, told } = yield* scene
      const before = yield* told(0)
      const { heard, until } = yield* listening(owner.access)
      assert.strictEqual((yield* until(({ lastId }) => lastId !== null)).lastId, before.id)
      yield* read
      const first = yield* told(1)
      yield* until(count(1))
      yield* read
      const second = yield* told(2)
      assert.deepStrictEqual((yield* until(count(2))).ids, [first.id, second.id])
      const other = yield* givenSender()
      yield* (yield* EventLog).append(testEvent(other.id, other.at))
      yield* read
      yield* read
      assert.strictEqual((yield* heard).ids.length, 2)
    }).pipe(Effect.scoped, Effect.provide(world))
  )

  it.effect("continues after the event that a client names, once and in order", () =>
    Effect.gen(function* () {
      const { owner, told } = yield* scene
      const events = yield* Effect.forEach(
        Array.from({ length: 300 }, (_, later) => later),
        told
      )
      const ids = events.map((event) => event.id)
      const { until } = yield* listening(owner.access, ids[9] ?? "")
      for (let page = 0; page < 4; page++) yield* read
      assert.deepStrictEqual((yield* until(count(290))).ids, ids.slice(10))
    }).pipe(Effect.scoped, Effect.provide(world))
  )

  it.effect("has an id even without events, and a client that resumes there misses no event", () =>
    Effect.gen(function* () {
      const { owner, told } = yield* scene
      const first = yield* Effect.scoped(
        Effect.gen(function* () {
          const { until } = yield* listening(owner.access)
          return (yield* until(({ lastId }) => lastId !== null)).lastId
        })
      )
      const missed = yield* told(1)
      yield* TestClock.adjust("9 seconds")
      const again = yield* listening(owner.access, first)
      yield* read
      assert.deepStrictEqual((yield* again.until(count(1))).types, ["webhook.test"])
      assert.deepStrictEqual((yield* again.heard).ids, [missed.id])
      yield* TestClock.adjust("9 seconds")
      const late = yield* listening(owner.access, first)
      assert.deepStrictEqual((yield* late.until(({ types }) => types.length > 0)).types, ["resync"])
    }).pipe(Effect.scoped, Effect.provide(world), Effect.provideService(EventRetention, "10 seconds"))
  )

  it.effect("fails if the named event is removed, unknown, or of another organization", () =>
    Effect.gen(function* () {
      const { at, owner, told } = yield* scene
      const purged = yield* told(0)
      const other = yield* givenSender()
      const foreign = testEvent(other.id, other.at)
      yield* (yield* EventLog).append(foreign)
      const kept = testEvent(owner.access.organizationId, DateTime.add(at, { days: 3 }))
      yield* (yield* EventLog).append(kept)
      yield* (yield* EventFeed).purge(DateTime.add(at, { days: 2 }))
      for (const named of [purged.id, foreign.id, eventIdAt(at)]) {
        const { heard, until } = yield* listening(owner.access, named)
        const { ids, lastId, types } = yield* until((now) => now.types.length > 0)
        assert.deepStrictEqual([ids, lastId, types], [[], kept.id, ["resync"]])
        yield* read
        const next = yield* told(9)
        yield* until(count(1))
        assert.deepStrictEqual((yield* heard).ids, [next.id])
        yield* (yield* EventFeed).purge(DateTime.add(at, { days: 2 }))
        yield* read
      }
    }).pipe(Effect.scoped, Effect.provide(world))
  )

  it.effect(
    "sends an agent of assigned conversations the events of own and unassigned ones, live and after a resume",
    () =>
      Effect.gen(function* () {
        const sender = yield* scene
        const { append, at, id, owner } = sender
        const agent = yield* givenMember(id, { name: "Grace", conversationScope: "assigned" })
        const reader = yield* givenMember(id, { name: "Alan" })
        const talk = yield* givenTalk(sender)
        const live = {
          owner: yield* listening(owner.access),
          agent: yield* listening(agent.access),
          reader: yield* listening(reader.access)
        }
        const first = (yield* live.agent.until(({ lastId }) => lastId !== null)).lastId
        const say = Effect.fnUntraced(function* (later: number, assigneeId: typeof owner.user.id | null) {
          yield* savedTalk(talk, { assigneeId })
          const event = talkEvent(id, talk.id, seconds(at, later))
          yield* append(event)
          yield* live.owner.until(({ ids }) => ids.includes(event.id))
          yield* read
          return event.id
        })
        yield* read
        const unassigned = yield* say(1, null)
        const others = yield* say(2, owner.user.id)
        const own = yield* say(3, agent.user.id)
        const gone = talkEvent(id, ConversationId.make(yield* uuid), seconds(at, 4))
        const management = testEvent(id, seconds(at, 5))
        yield* append(gone)
        yield* append(management)
        yield* live.owner.until(({ ids }) => ids.includes(management.id))
        assert.deepStrictEqual((yield* live.owner.heard).ids, [unassigned, others, own, gone.id, management.id])
        assert.deepStrictEqual((yield* live.reader.heard).ids, [unassigned, others, own, gone.id])
        assert.deepStrictEqual((yield* live.agent.heard).ids, [unassigned, own])
        // Later it counts whom the conversation is assigned to by then.
        yield* read
        const replayed = yield* listening(agent.access, first)
        yield* read
        yield* read
        assert.deepStrictEqual((yield* replayed.until(count(3))).ids, [unassigned, others, own])
        yield* savedTalk(talk, { assigneeId: owner.user.id })
        const nothing = yield* listening(agent.access, first)
        yield* read
        yield* read
        assert.deepStrictEqual((yield* nothing.heard).ids, [])
      }).pipe(Effect.scoped, Effect.provide(world))
  )

  it.effect("notifies agents of assigned conversations if one is assigned to another member", () =>
    Effect.gen(function* () {
      const sender = yield* scene
      const { append, at, id, owner } = sender
      const agent = yield* givenMember(id, { name: "Grace", conversationScope: "assigned" })
      const talk = yield* givenTalk(sender)
      const live = { owner: yield* listening(owner.access), agent: yield* listening(agent.access) }
      const first = (yield* live.agent.until(({ lastId }) => lastId !== null)).lastId
      const assign = Effect.fnUntraced(function* (
        later: number,
        assigneeId: typeof owner.user.id,
        previousId: typeof owner.user.id | null
      ) {
        const assigned = yield* savedTalk(talk, { assigneeId })
        const change = { by: owner.user.id, previousId }
        const event = conversationAssigned(eventIdAt(seconds(at, later)), assigned, change, seconds(at, later))
        yield* append(event)
        yield* live.owner.until(({ ids }) => ids.includes(event.id))
        yield* read
        return event.id
      })
      yield* read
      const other = yield* givenMember(id, { name: "Alan" })
      const fromNobody = yield* assign(1, owner.user.id, null)
      yield* assign(2, other.user.id, owner.user.id)
      const toAgent = yield* assign(3, agent.user.id, other.user.id)
      const fromAgent = yield* assign(4, owner.user.id, agent.user.id)
      const { ids, types } = yield* live.agent.heard
      assert.deepStrictEqual(ids, [fromNobody, toAgent, fromAgent])
      assert.deepStrictEqual(types, ["conversation.gone", "conversation.assigned", "conversation.gone"])
      assert.deepStrictEqual(new Set((yield* live.owner.heard).types), new Set(["conversation.assigned"]))
      // Later it counts whom the conversation is assigned to by then.
      const replayed = yield* listening(agent.access, first)
      yield* read
      assert.deepStrictEqual((yield* replayed.until(count(2))).ids, [fromNobody, fromAgent])
    }).pipe(Effect.scoped, Effect.provide(world))
  )

  it.effect("advances the client's cursor past hidden events, and sends heartbeats", () =>
    Effect.gen(function* () {
      const { id, owner, told } = yield* scene
      const agent = yield* givenMember(id, { name: "Grace" })
      const frames = yield* Ref.make("")
      const stream = yield* opened(agent.access, null)
      yield* Effect.forkScoped(
        Stream.runForEach(stream, (bytes) => Ref.update(frames, (text) => text + new TextDecoder().decode(bytes)))
      )
      const watching = yield* listening(owner.access)
      yield* read
      const hidden = yield* told(1)
      yield* watching.until(count(1))
      yield* TestClock.adjust(heartbeatMillis + 2_000)
      yield* TestClock.adjust(heartbeatMillis + 2_000)
      const text = yield* Ref.get(frames)
      assert.notInclude(text, "webhook.test")
      assert.include(text, `: live\n\nid: ${hidden.id}\n\n:\n\n`)
    }).pipe(Effect.scoped, Effect.provide(world))
  )

  it.effect("ends before it sends an event to a removed member or with an expired token", () =>
    Effect.gen(function* () {
      const { id, owner, told } = yield* scene
      const agent = yield* givenMember(id, { name: "Grace" })
      const mayStill = yield* Ref.make(true)
      const confirm = Effect.map(Ref.get(mayStill), (may) => (may ? Option.some(owner.access) : Option.none()))
      const { end, heard, until } = yield* listening(owner.access, null, confirm)
      const failing = yield* listening(agent.access, null, Effect.die("the database"))
      yield* TestClock.adjust(EventStreams.accessMillis)
      yield* told(1)
      yield* until(count(1))
      yield* failing.end
      yield* Ref.set(mayStill, false)
      yield* TestClock.adjust(EventStreams.accessMillis / 2)
      yield* told(2)
      yield* until(count(2))
      yield* TestClock.adjust(EventStreams.accessMillis)
      yield* told(3)
      yield* read
      yield* end
      assert.lengthOf((yield* heard).ids, 2)
      assert.lengthOf((yield* failing.heard).ids, 0)
    }).pipe(Effect.scoped, Effect.provide(world))
  )

  it.effect("ends for a slow reader, delays no other stream, and can be resumed", () =>
    Effect.gen(function* () {
      const { append, at, id, owner } = yield* scene
      const mayRead = yield* Latch.make(true)
      const taken = yield* Ref.make(nothingHeard)
      const slow = yield* opened(owner.access, null)
      const taking = yield* Effect.forkScoped(
        Stream.runForEach(slow, (bytes) =>
          Effect.andThen(
            Ref.update(taken, (before) => hear(before, new TextDecoder().decode(bytes))),
            mayRead.await
          )
        )
      )
      const { heard, until } = yield* listening(owner.access)
      yield* read
      yield* mayRead.close
      const text = "x".repeat(100 * 1_024)
      const conversationId = ConversationId.make(yield* uuid)
      for (let later = 1; later <= 8; later++) {
        yield* append(talkEvent(id, conversationId, seconds(at, later), text))
        yield* until(count(later))
      }
      yield* mayRead.open
      yield* Fiber.join(taking)
      const all = (yield* heard).ids
      const { ids, lastId } = yield* Ref.get(taken)
      assert.isBelow(ids.length * text.length, maxWaitingBytes)
      assert.isNotEmpty(ids)
      const again = yield* listening(owner.access, lastId)
      yield* again.until(count(8 - ids.length))
      assert.deepStrictEqual([...ids, ...(yield* again.heard).ids], all)
    }).pipe(Effect.scoped, Effect.provide(world))
  )

  it.effect("is limited in number for each member and each organization, and frees its slot when it ends", () =>
    Effect.gen(function* () {
      const { id, owner } = yield* scene
      yield* Effect.scoped(
        Effect.gen(function* () {
          for (let open = 0; open < EventStreams.maxStreamsOfMember; open++) yield* opened(owner.access, null)
          const refused = yield* Effect.flip(opened(owner.access, null))
          assert.deepStrictEqual(refused, new EventStreams.TooManyStreams({ of: "member", most: 16 }))
          yield* opened(serviceAccess(id), null)
        })
      )
      yield* opened(owner.access, null)
      const others = EventStreams.maxStreamsOfOrganization / EventStreams.maxStreamsOfMember - 1
      for (let member = 0; member < others; member++) {
        const { access } = yield* givenMember(id, { name: `Member ${member}` })
        for (let open = 0; open < EventStreams.maxStreamsOfMember; open++) yield* opened(access, null)
      }
      for (let open = 1; open < EventStreams.maxStreamsOfMember; open++) yield* opened(owner.access, null)
      const refused = yield* Effect.flip(opened(serviceAccess(id), null))
      assert.deepStrictEqual(refused, new EventStreams.TooManyStreams({ of: "organization", most: 256 }))
      yield* opened(serviceAccess((yield* givenSender()).id), null)
    }).pipe(Effect.scoped, Effect.provide(world))
  )

  it.effect("ends within 3 seconds of a suspension or deletion of its organization, without an event", () =>
    Effect.gen(function* () {
      const { at, owner } = yield* scene
      const suspended = yield* scene
      const deleted = yield* scene
      const { heard, until } = yield* listening(owner.access)
      const ended = [yield* listening(suspended.owner.access), yield* listening(deleted.owner.access)]
      yield* until(({ lastId }) => lastId !== null)
      yield* (yield* Organizations).suspend(suspended.id, at, null)
      yield* (yield* OrganizationDeletion).begin(deleted.id, at)
      yield* TestClock.adjust("3 seconds")
      for (const { end } of ended) yield* end
      const { append } = yield* EventLog
      const event = testEvent(owner.access.organizationId, seconds(at, 9))
      yield* append(event)
      yield* until(count(1))
      assert.deepStrictEqual((yield* heard).ids, [event.id])
    }).pipe(Effect.scoped, Effect.provide(world))
  )

  it.effect("continues while the state of its organization cannot be read, and ends later", () =>
    Effect.gen(function* () {
      const { at, id, owner, told } = yield* scene
      const { end, until } = yield* listening(owner.access)
      yield* (yield* World).failNext("Organizations.inactive", 2)
      yield* TestClock.adjust("3 seconds")
      yield* told(1)
      yield* until(count(1))
      yield* (yield* Organizations).suspend(id, at, null)
      yield* TestClock.adjust("3 seconds")
      yield* end
    }).pipe(Effect.scoped, Effect.provide(world))
  )

  it.effect("ends at once when the process stops, and cannot be opened again", () =>
    Effect.gen(function* () {
      const { owner } = yield* scene
      const { end } = yield* listening(owner.access)
      const { close } = yield* EventStreams.EventStreams
      yield* close
      yield* end
      assert.deepStrictEqual(yield* Effect.flip(opened(owner.access, null)), new EventStreams.StreamsClosed())
    }).pipe(Effect.scoped, Effect.provide(world))
  )

  it.effect("continues after a failed read, and sends no query while idle", () =>
    Effect.gen(function* () {
      const { owner, told } = yield* scene
      const { failNext } = yield* World
      const { until } = yield* listening(owner.access)
      yield* read
      yield* failNext("LiveFeed.read", 2)
      const event = yield* told(1)
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual((yield* until(count(1))).ids, [event.id])
      // A poll every five seconds is all that is read for streams without events.
      yield* failNext("LiveFeed.read", 1_000)
      yield* TestClock.adjust(Duration.millis(EventStreams.pollMillis - 1_000))
      yield* failNext("LiveFeed.read", 0)
      const next = yield* told(2)
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual((yield* until(count(2))).ids, [event.id, next.id])
    }).pipe(Effect.scoped, Effect.provide(world))
  )
})
