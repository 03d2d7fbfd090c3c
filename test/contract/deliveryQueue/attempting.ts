import { assert, type Vitest } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import type { EventId, OrganizationId } from "../../../src/domain/Ids.ts"
import { DeliveryQueue, type SettledAttempt } from "../../../src/ports/DeliveryQueue.ts"
import { WebhookStore } from "../../../src/ports/WebhookStore.ts"
import { seconds } from "../../support/era.ts"
import { givenSender } from "../../support/given.ts"
import { claimOf, idsOf, usedBy } from "../../support/seen.ts"
import type { StorePorts } from "../../support/StorePorts.ts"
import { givenQueued } from "./claiming.ts"

const settle = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  eventIds: ReadonlyArray<EventId>,
  at: DateTime.Utc,
  next: SettledAttempt["next"],
  url = "https://example.com/hook"
) {
  const queue = yield* DeliveryQueue
  yield* Effect.forEach(eventIds, (eventId) =>
    queue.settle({
      organizationId,
      eventId,
      url,
      at,
      status: 500,
      durationMillis: 12,
      response: "Ünïcödé \u{1F680} '\"",
      detail: "",
      next
    })
  )
})

const farFuture = (at: DateTime.Utc) => DateTime.add(at, { days: 3 })

/** What an attempt changes. */
export const attempting = (it: Vitest.MethodsNonLive<StorePorts>) => {
  it.effect.each(["Done", "GiveUp"] as const)("never delivers again after %s, and leaves the others", (_tag) =>
    Effect.gen(function* () {
      const { at, id, ids } = yield* givenQueued(0, 0, 0)
      yield* claimOf(id, at)
      yield* settle(id, ids.slice(0, 2), at, { _tag })
      assert.deepStrictEqual(idsOf(yield* claimOf(id, farFuture(at))), ids.slice(2))
      const webhook = Option.getOrThrow(yield* (yield* WebhookStore).find(id))
      assert.strictEqual(webhook.status, "active")
    })
  )

  it.effect("delivers again when a retry is due, and says how often it failed", () =>
    Effect.gen(function* () {
      const { at, id, ids } = yield* givenQueued(0)
      const dueAt = DateTime.add(at, { minutes: 5, milliseconds: 123 })
      for (const failures of [1, 2, 3]) {
        const due = DateTime.addDuration(dueAt, `${failures} hours`)
        yield* settle(id, ids, at, { _tag: "Retry", dueAt: due })
        assert.deepStrictEqual(yield* claimOf(id, DateTime.subtract(due, { milliseconds: 1 })), [])
        const claimed = yield* claimOf(id, due)
        assert.deepStrictEqual(
          claimed.map((delivery) => [delivery.event.id, delivery.failures]),
          ids.map((event) => [event, failures])
        )
      }
    })
  )

  it.effect(
    "disables the subscription of a receiver who is gone, drops that delivery and keeps the others waiting",
    () =>
      Effect.gen(function* () {
        const { at, id, ids } = yield* givenQueued(0, 0)
        const other = yield* givenQueued(0)
        const { find, save } = yield* WebhookStore
        const webhook = Option.getOrThrow(yield* find(id))
        yield* settle(id, ids.slice(0, 1), at, { _tag: "Disable" })

        const disabled = Option.getOrThrow(yield* find(id))
        assert.deepStrictEqual(disabled, { ...webhook, status: "disabled", updatedAt: disabled.updatedAt })
        assert.deepStrictEqual(yield* claimOf(id, farFuture(at)), [])
        yield* save(webhook)
        assert.deepStrictEqual(idsOf(yield* claimOf(id, farFuture(at))), ids.slice(1))
        assert.strictEqual(Option.getOrThrow(yield* find(other.id)).status, "active")
      })
  )

  it.effect("does not disable a subscription that has moved since the attempt was made", () =>
    Effect.gen(function* () {
      const { at, id, ids } = yield* givenQueued(0)
      yield* settle(id, ids, at, { _tag: "Disable" }, "https://old.example.com/hook")
      const webhook = Option.getOrThrow(yield* (yield* WebhookStore).find(id))
      assert.strictEqual(webhook.status, "active")
    })
  )

  it.effect("counts first attempts in the month in which they were made, whatever their result", () =>
    Effect.gen(function* () {
      const { at, id, ids } = yield* givenQueued(0, 0, 0, 0, 0)
      const nextMonth = DateTime.add(at, { months: 1 })
      const [one, two, three, four, five] = ids.map((eventId) => [eventId])
      yield* settle(id, one ?? [], nextMonth, { _tag: "Done" })
      yield* settle(id, two ?? [], nextMonth, { _tag: "Retry", dueAt: nextMonth })
      yield* settle(id, three ?? [], at, { _tag: "GiveUp" })
      yield* settle(id, four ?? [], at, { _tag: "Disable" })
      yield* settle(id, five ?? [], at, { _tag: "Retry", dueAt: nextMonth })
      yield* settle(id, five ?? [], nextMonth, { _tag: "Retry", dueAt: nextMonth })
      // Five sends were counted before.
      assert.deepStrictEqual([yield* usedBy(id, at), yield* usedBy(id, nextMonth)], [5 + 3, 2])
    })
  )

  it.effect("counts a first attempt once, though two workers made it", () =>
    Effect.gen(function* () {
      const { at, id, ids } = yield* givenQueued(0, 0)
      yield* settle(id, ids, at, { _tag: "Retry", dueAt: seconds(at, 5) })
      yield* settle(id, ids, at, { _tag: "Done" })
      yield* settle(id, ids, at, { _tag: "Done" })
      assert.strictEqual(yield* usedBy(id, at), 2 + 2)
    })
  )

  it.effect("counts every one of many attempts that are settled at once", () =>
    Effect.gen(function* () {
      const { at, id, ids } = yield* givenQueued(...Array.from({ length: 40 }, () => 0))
      yield* Effect.forEach(ids, (eventId) => settle(id, [eventId], at, { _tag: "Done" }), {
        concurrency: "unbounded"
      })
      assert.strictEqual(yield* usedBy(id, at), 40 + 40)
      assert.deepStrictEqual(yield* claimOf(id, farFuture(at)), [])
    })
  )

  it.effect("takes an attempt of what is not in the queue without an effect", () =>
    Effect.gen(function* () {
      const { at, id, ids } = yield* givenQueued(0)
      const globex = yield* givenSender({ webhook: {} })
      yield* settle(globex.id, ids, at, { _tag: "Done" })
      assert.strictEqual(yield* usedBy(globex.id, at), 0)
      assert.deepStrictEqual(idsOf(yield* claimOf(id, at)), ids)
    })
  )
}
