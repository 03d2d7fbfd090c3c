import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { queueCapacity } from "../../../src/adapters/meta/client/PageTagSync.ts"
import { type Answer, says } from "../cannedAgent.ts"
import { asUsual, givenPerson, labels, listing, offer, take, world } from "./tagSync.ts"

const give = 'POST /v23.0/11/label {"user":"PSID"}'
const takeAway = "DELETE /v23.0/11/label?user=PSID"

/** The platform answers about this Page when the test says so. */
const heldUp = (page?: string) =>
  Effect.flatMap(Deferred.make<void>(), (latch) => {
    const held: Answer = Effect.andThen(Deferred.await(latch), says({ data: labels }))
    return Effect.map(
      world((call) =>
        call.method === "GET" && (page === undefined || call.url.includes(page)) ? held : asUsual(call)
      ),
      (made) => ({ ...made, release: Deferred.succeed(latch, undefined) })
    )
  })

describe("the queue of tag changes", () => {
  it.effect("tag sync queue: changes are accepted without waiting, and applied in order", () =>
    Effect.gen(function* () {
      const { calls, layer, next, release } = yield* heldUp()
      yield* Effect.gen(function* () {
        const { contactId, id } = yield* givenPerson()
        yield* offer(id, contactId, { added: ["vip"] })
        yield* offer(id, contactId, { removed: ["vip"] })
        yield* offer(id, contactId, { added: ["vip"] })
        assert.strictEqual(yield* next, listing)
        assert.strictEqual(calls.length, 1)
        yield* release
        assert.deepStrictEqual(yield* take(5, next), [give, listing, takeAway, listing, give])
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("tag sync queue: an unresponsive Page does not delay most others", () =>
    Effect.gen(function* () {
      const { layer, next } = yield* heldUp("/666/")
      yield* Effect.gen(function* () {
        const slow = yield* givenPerson("666")
        yield* offer(slow.id, slow.contactId, { added: ["vip"] })
        assert.include(yield* next, "/666/")
        const others = yield* Effect.forEach(Array.from({ length: 20 }), (_, index) => givenPerson(`7${index}`))
        yield* Effect.forEach(others, ({ contactId, id }) => offer(id, contactId, { added: ["vip"] }))
        let given = 0
        while (given < 10) if ((yield* next) === give) given++
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("tag sync queue: changes beyond the capacity are dropped, and the first is logged at once", () =>
    Effect.gen(function* () {
      const { layer, next, release } = yield* heldUp()
      yield* Effect.gen(function* () {
        const { contactId, id } = yield* givenPerson()
        const change = offer(id, contactId, { added: ["vip"] })
        yield* change
        assert.strictEqual(yield* next, listing)
        for (let waiting = 0; waiting < queueCapacity; waiting++) yield* change
        yield* change
        yield* change
        const dropped = "Warn tag change dropped: too many wait"
        assert.deepStrictEqual(yield* take(1, next), [dropped])
        yield* release
        const rest = yield* take(2 * queueCapacity + 1, next)
        assert.strictEqual(rest.filter((call) => call === give).length, queueCapacity + 1)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("tag sync queue: pending changes are dropped at shutdown", () =>
    Effect.gen(function* () {
      const { calls, layer, next, release } = yield* heldUp()
      yield* Effect.scoped(
        Effect.gen(function* () {
          const services = yield* Layer.build(layer)
          yield* Effect.gen(function* () {
            const { contactId, id } = yield* givenPerson()
            yield* offer(id, contactId, { added: ["vip"] })
            yield* offer(id, contactId, { added: ["vip"] })
            assert.strictEqual(yield* next, listing)
          }).pipe(Effect.provide(services))
        })
      )
      yield* release
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(calls.length, 1)
    })
  )
})
