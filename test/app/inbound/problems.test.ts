import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Fiber, HashMap, Layer, Ref, type Schema } from "effect"
import { TestClock } from "effect/testing"
import { TemplatePlatform } from "../../../src/adapters/memory/templates/MemoryTemplateCatalogue.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import { inboundProblems, purgeInbound, replayInbound } from "../../../src/app/inbound/acceptInbound.ts"
import { processDeliveries } from "../../../src/app/inbound/processInbound.ts"
import { InboundDeliveryId } from "../../../src/domain/Ids.ts"
import { Inbox, InboxConflict } from "../../../src/ports/inbound/Inbox.ts"
import { TemplateCatalogue } from "../../../src/ports/templates/TemplateCatalogue.ts"
import {
  businessAccountId,
  fromPerson,
  ofPage,
  ofWhatsApp,
  pageId,
  phoneNumberId
} from "../../meta/inbound/deliveries.ts"
import { givenAccount, givenOrganization } from "../../../testing/given/given.ts"
import { eventTypesOf } from "../../../testing/given/seen.ts"
import { givenInbound, inboundWorld, kept, problemsKept, processed, retriedAfter, stamp, taken } from "./scene.ts"

const message = (id: string, body = "Hi") => ({
  id,
  from: "15551234567",
  timestamp: stamp(5),
  type: "text",
  text: { body }
})
const said = (...ids: ReadonlyArray<string>) => ofWhatsApp({ messages: ids.map((id) => message(id)) })
const all = { reason: null, deliveryId: null }

const saidIn = Effect.fnUntraced(function* (id: Parameters<typeof kept>[0]) {
  return (yield* kept(id)).messages.map(({ platformMessageId }) => String(platformMessageId)).toSorted()
})

/** An inbox that dies of every message with this id, as long as it is told to. */
const choking = (on: string, isChoking: Ref.Ref<boolean>) =>
  Layer.effect(
    Inbox,
    Effect.map(Inbox, (inbox) =>
      Inbox.of({
        ...inbox,
        save: Effect.fnUntraced(function* (organizationId, before, after, at) {
          const ids = [...HashMap.values(after.messages)].map((held) => String(held.message.platformMessageId))
          if ((yield* Ref.get(isChoking)) && ids.includes(on)) return yield* Effect.die(new Error("cannot swallow"))
          yield* inbox.save(organizationId, before, after, at)
        })
      })
    )
  )

describe("a failed report", () => {
  it.effect("does not affect other items, and is stored with its error", () =>
    Effect.gen(function* () {
      const isChoking = yield* Ref.make(true)
      yield* Effect.gen(function* () {
        const { id, now } = yield* givenInbound
        const [first] = yield* processed(said("wamid.1", "wamid.2", "bad", "wamid.3"), said("wamid.4"))
        assert.deepStrictEqual(yield* saidIn(id), ["wamid.1", "wamid.2", "wamid.3", "wamid.4"])
        const [problem] = yield* problemsKept
        if (first === undefined || problem === undefined) return assert.fail("no problem")
        assert.lengthOf(yield* problemsKept, 1)
        assert.deepStrictEqual(problem, {
          deliveryId: first.id,
          key: problem.key,
          reason: "failed",
          channel: "whatsapp",
          account: phoneNumberId,
          error: "Error: cannot swallow",
          attempts: 1,
          at: now
        })
        assert.strictEqual(yield* processDeliveries(10), 0)

        assert.deepStrictEqual(yield* retriedAfter(9), { problems: 0, parked: 0 })
        assert.deepStrictEqual(yield* retriedAfter(1), { problems: 1, parked: 0 })
        assert.strictEqual((yield* problemsKept)[0]?.attempts, 2)
        yield* Ref.set(isChoking, false)
        assert.deepStrictEqual(yield* retriedAfter(60), { problems: 1, parked: 0 })
        assert.deepStrictEqual(yield* problemsKept, [])
        assert.include(yield* saidIn(id), "bad")
        assert.lengthOf(yield* saidIn(id), 5)
      }).pipe(Effect.provide(choking("bad", isChoking)))
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("is retried after 10 s, 1 min, 10 min and 1 h, then only by a replay", () =>
    Effect.gen(function* () {
      const isChoking = yield* Ref.make(true)
      yield* Effect.gen(function* () {
        const { id } = yield* givenInbound
        yield* processed(said("bad"))
        const tries = yield* Effect.forEach([9, 1, 59, 1, 599, 1, 3_599, 1, 1_000_000], retriedAfter)
        assert.deepStrictEqual(
          tries.map(({ problems }) => problems),
          [0, 1, 0, 1, 0, 1, 0, 1, 0]
        )
        assert.deepStrictEqual(
          (yield* inboundProblems(all)).map(({ attempts }) => attempts),
          [5]
        )
        yield* Ref.set(isChoking, false)
        assert.strictEqual(yield* replayInbound({ reason: "failed", deliveryId: null }), 1)
        assert.deepStrictEqual(yield* retriedAfter(0), { problems: 1, parked: 0 })
        assert.deepStrictEqual(yield* saidIn(id), ["bad"])
      }).pipe(Effect.provide(choking("bad", isChoking)))
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("is the only failed item if the store fails once for it", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const world = yield* World
      // All of them, then the first two of three, then the first of those.
      yield* world.failNext("Inbox.save", 2)
      yield* processed(said("wamid.1", "wamid.2", "wamid.3"))
      const lost = (yield* problemsKept).length
      assert.strictEqual((yield* saidIn(id)).length + lost, 3)
      yield* retriedAfter(10)
      assert.deepStrictEqual(yield* saidIn(id), ["wamid.1", "wamid.2", "wamid.3"])
      assert.deepStrictEqual(yield* problemsKept, [])
      assert.deepStrictEqual((yield* eventTypesOf(id)).toSorted(), [
        "contact.created",
        "conversation.opened",
        "message.received",
        "message.received",
        "message.received"
      ])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect.each(["EventLog.appendAll", "MediaLibrary.addAll", "Inbox.load"] as const)(
    "leaves no partial data if %s fails",
    (call) =>
      Effect.gen(function* () {
        const { id } = yield* givenInbound
        const world = yield* World
        const image = { ...message("wamid.1"), type: "image", image: { id: "1234", mime_type: "image/jpeg" } }
        yield* world.failNext(call)
        yield* processed(ofWhatsApp({ messages: [image] }))
        const { contacts, media, messages } = yield* kept(id)
        assert.deepStrictEqual([contacts, media, messages, yield* eventTypesOf(id)], [[], [], [], []])
        yield* retriedAfter(10)
        const after = yield* kept(id)
        assert.deepStrictEqual([after.contacts.length, after.media.length, after.messages.length], [1, 1, 1])
      }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("is processed by another process after a crash, without duplicates", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const world = yield* World
      yield* taken(said("wamid.1"))
      yield* world.failNext("InboundQueue.finish")
      yield* Effect.exit(processDeliveries(10))
      assert.strictEqual(yield* processDeliveries(10), 0)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* processDeliveries(10), 1)
      assert.strictEqual(yield* processDeliveries(10), 0)
      assert.deepStrictEqual(yield* saidIn(id), ["wamid.1"])
      assert.lengthOf(yield* eventTypesOf(id), 3)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("does not affect other items if the template catalogue fails", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const template = {
        event: "APPROVED",
        message_template_id: 1,
        message_template_name: "welcome",
        message_template_language: "en"
      }
      const broken = Layer.effect(
        TemplateCatalogue,
        Effect.map(TemplateCatalogue, (catalogue) =>
          TemplateCatalogue.of({ ...catalogue, changed: () => Effect.die(new Error("no catalogue")) })
        )
      )
      yield* taken(ofWhatsApp(template, "message_template_status_update"), said("wamid.1"))
      yield* Effect.exit(processDeliveries(10)).pipe(Effect.provide(broken))
      assert.deepStrictEqual(yield* saidIn(id), ["wamid.1"])
      assert.deepStrictEqual(
        (yield* problemsKept).map(({ account, error, reason }) => [reason, account, error]),
        [["failed", businessAccountId, "Error: no catalogue"]]
      )
    }).pipe(Effect.provide(inboundWorld))
  )
})

describe("a concurrent writer of the same contact", () => {
  /** An inbox that finds its writes in conflict with another's so often. */
  const contended = (times: number) =>
    Layer.effect(
      Inbox,
      Effect.gen(function* () {
        const inbox = yield* Inbox
        const left = yield* Ref.make(times)
        return Inbox.of({
          ...inbox,
          save: Effect.fnUntraced(function* (organizationId, before, after, at) {
            if ((yield* Ref.getAndUpdate(left, (count) => count - 1)) > 0) return yield* new InboxConflict()
            yield* inbox.save(organizationId, before, after, at)
          })
        })
      })
    )

  it.effect("causes a new read, and processing continues", () =>
    Effect.gen(function* () {
      yield* Effect.gen(function* () {
        const { id } = yield* givenInbound
        const fiber = yield* Effect.forkChild(processed(said("wamid.1", "wamid.2")), { startImmediately: true })
        yield* TestClock.adjust("5 seconds")
        yield* Fiber.join(fiber)
        assert.deepStrictEqual(yield* saidIn(id), ["wamid.1", "wamid.2"])
        assert.deepStrictEqual(yield* problemsKept, [])
        assert.lengthOf(yield* eventTypesOf(id), 4)
      }).pipe(Effect.provide(contended(3)))
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("causes a failed item if the conflict never ends", () =>
    Effect.gen(function* () {
      yield* Effect.gen(function* () {
        const { id } = yield* givenInbound
        const fiber = yield* Effect.forkChild(processed(said("wamid.1")), { startImmediately: true })
        yield* TestClock.adjust("1 minute")
        yield* Fiber.join(fiber)
        assert.deepStrictEqual(yield* saidIn(id), [])
        assert.deepStrictEqual(
          (yield* problemsKept).map(({ error, reason }) => [reason, error.split(":")[0]]),
          [["failed", "InboxConflict"]]
        )
      }).pipe(Effect.provide(contended(1_000)))
    }).pipe(Effect.provide(inboundWorld))
  )
})

describe("a report about an account that is not connected", () => {
  it.effect("has no organization, and is applied by a replay after the account is connected", () =>
    Effect.gen(function* () {
      const { id, now } = yield* givenInbound
      const event = fromPerson("999", { message: { mid: "m_1", text: "Hi" } })
      const [delivery] = yield* processed({
        object: "page",
        entry: [
          { id: "999", time: 1, messaging: [event] },
          { id: pageId, time: 1, messaging: [fromPerson(pageId, { message: { mid: "m_2", text: "Hi" } })] }
        ]
      })
      assert.deepStrictEqual(yield* saidIn(id), ["m_2"])
      const [problem] = yield* problemsKept
      if (delivery === undefined || problem === undefined) return assert.fail("no problem")
      assert.lengthOf(yield* problemsKept, 1)
      assert.deepStrictEqual(problem, {
        deliveryId: delivery.id,
        key: problem.key,
        reason: "unrouted",
        channel: "messenger",
        account: "999",
        error: "no organization has connected this account",
        attempts: 1,
        at: now
      })
      const globex = yield* givenOrganization()
      yield* givenAccount(globex.id, { channel: "messenger", externalId: "999", businessAccountId: null })
      assert.deepStrictEqual(yield* retriedAfter(1_000_000), { problems: 0, parked: 0 })
      assert.strictEqual(yield* replayInbound({ reason: "unrouted", deliveryId: null }), 1)
      assert.deepStrictEqual(yield* retriedAfter(0), { problems: 1, parked: 0 })
      assert.deepStrictEqual([yield* saidIn(id), yield* saidIn(globex.id)], [["m_2"], ["m_1"]])
      assert.deepStrictEqual(yield* problemsKept, [])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("stays failed after a replay without the account, and is one failed item if it is reported twice", () =>
    Effect.gen(function* () {
      yield* givenInbound
      const event = fromPerson("999", { message: { mid: "m_1", text: "Hi" } })
      yield* processed({ object: "page", entry: [{ id: "999", time: 1, messaging: [event, event] }] })
      yield* replayInbound(all)
      yield* retriedAfter(5)
      assert.deepStrictEqual(
        (yield* problemsKept).map(({ attempts, reason }) => [reason, attempts]),
        [["unrouted", 2]]
      )
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("is applied after the connection if it is about a template", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const change = ofWhatsApp(
        { event: "PAUSED", message_template_id: 1, message_template_name: "hi", message_template_language: "en" },
        "message_template_status_update"
      )
      yield* processed(change)
      assert.deepStrictEqual(
        (yield* problemsKept).map(({ account, reason }) => [reason, account]),
        [["unrouted", businessAccountId]]
      )
      yield* givenAccount(id, { businessAccountId })
      yield* replayInbound(all)
      yield* retriedAfter(0)
      const changes = yield* (yield* TemplatePlatform).changes
      assert.deepStrictEqual(
        changes.map(({ businessAccountId: account, change: { name, status } }) => [account, name, status]),
        [[businessAccountId, "hi", "PAUSED"]]
      )
    }).pipe(Effect.provide(inboundWorld))
  )
})

describe("an unreadable delivery", () => {
  it.effect.each<[string, Schema.Json, string]>([
    ["no JSON", "{", "a delivery is no JSON"],
    ["nothing", "", "a delivery is no JSON"],
    ["JSON of something else", "[]", "a delivery without an object"]
  ])("is stored unchanged: %s", ([, body, error]) =>
    Effect.gen(function* () {
      const { now } = yield* givenInbound
      const [delivery] = yield* processed(body)
      const [problem] = yield* problemsKept
      if (delivery === undefined || problem === undefined) return assert.fail("no problem")
      assert.deepStrictEqual(problem, {
        deliveryId: delivery.id,
        key: problem.key,
        reason: "unreadable",
        channel: null,
        account: null,
        error,
        attempts: 1,
        at: now
      })
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("is a failed item of its number, even if an earlier delivery made the number known", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(said("wamid.1"), ofWhatsApp({ messages: ["nonsense"] }), said("wamid.2"))
      assert.deepStrictEqual(yield* saidIn(id), ["wamid.1", "wamid.2"])
      assert.deepStrictEqual(
        (yield* problemsKept).map(({ account, reason }) => [reason, account]),
        [["unreadable", phoneNumberId]]
      )
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("does not affect other deliveries", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed("{", said("wamid.1"), "nonsense")
      assert.deepStrictEqual(yield* saidIn(id), ["wamid.1"])
      const keys = (yield* problemsKept).map(({ key }) => key)
      assert.strictEqual(new Set(keys).size, 2)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("has its account if the body contains one", () =>
    Effect.gen(function* () {
      yield* givenInbound
      const broken = { object: "whatsapp_business_account", entry: [{ id: businessAccountId, changes: "x" }] }
      yield* processed(broken, ofPage(fromPerson(pageId, { message: { text: "of no id" } })))
      assert.deepStrictEqual((yield* problemsKept).map(({ account, channel }) => [channel, account]).toSorted(), [
        ["messenger", pageId],
        ["whatsapp", businessAccountId]
      ])
    }).pipe(Effect.provide(inboundWorld))
  )
})

describe("an irrelevant report", () => {
  it.effect("is no failed item, and changes nothing", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(ofWhatsApp({ errors: [{ code: 1, title: "x" }] }), ofWhatsApp({}, "account_update"), {
        object: "application",
        entry: []
      })
      const after = yield* kept(id)
      assert.deepStrictEqual([after.contacts, after.messages, yield* problemsKept], [[], [], []])
      assert.strictEqual(yield* processDeliveries(10), 0)
    }).pipe(Effect.provide(inboundWorld))
  )
})

describe("a processed delivery", () => {
  it.effect("is removed after 7 days, after 30 with a failed item, and after 7 if it waits for a message", () =>
    Effect.gen(function* () {
      const { id, now } = yield* givenInbound
      const status = { id: "wamid.unknown", status: "read", timestamp: stamp(5), recipient_id: "15551234567" }
      yield* processed(said("wamid.1"), "{", ofWhatsApp({ statuses: [status] }))
      const left = Effect.fnUntraced(function* (days: number) {
        yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.add(now, { days, seconds: days > 0 ? 1 : 0 })))
        yield* purgeInbound()
        const { inboundDeliveries } = yield* (yield* World).state
        return [inboundDeliveries.length, (yield* problemsKept).length, (yield* kept(id)).parked.length]
      })
      assert.deepStrictEqual(yield* left(6), [3, 1, 1])
      assert.deepStrictEqual(yield* left(7), [1, 1, 0])
      assert.deepStrictEqual(yield* left(29), [1, 1, 0])
      assert.deepStrictEqual(yield* left(30), [0, 0, 0])
      assert.lengthOf(yield* saidIn(id), 1)
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("is removed in one pass, for any number of batches", () =>
    Effect.gen(function* () {
      const { now } = yield* givenInbound
      const idOf = (count: number) =>
        InboundDeliveryId.make(`00000000-0000-7000-8000-${String(count).padStart(12, "0")}`)
      const settled = Array.from({ length: 5_001 }, (_, count) => ({
        delivery: { id: idOf(count), body: "{}", receivedAt: now },
        leaseUntil: null,
        doneAt: now
      }))
      const world = yield* World
      yield* world.update((state) => ({ ...state, inboundDeliveries: settled }))
      yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.add(now, { days: 8 })))
      yield* purgeInbound()
      assert.deepStrictEqual((yield* world.state).inboundDeliveries, [])
    }).pipe(Effect.provide(inboundWorld))
  )
})
