import { assert, describe, it } from "@effect/vitest"
import { Array, Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import type { OrganizationId } from "../../../../src/domain/Ids.ts"
import { givenOrganization } from "../../../../testing/given/given.ts"
import { type Behaviour, blackHole, quick, record, scene, startWorker } from "./scene.ts"

const each = 200

/** How much later, in milliseconds, the last delivery of an organization may be made than without its neighbours. */
const bound = 100

/** Organizations with a receiver each that behaves so, and for each of them when its last delivery was made. */
const lastDeliveries = Effect.fnUntraced(function* (behaviours: ReadonlyArray<Behaviour>, backlog = each) {
  const urlOf = (place: number) => `https://${place}.example.com/hook`
  const { calls, layer, most } = yield* scene(({ webhook }) => {
    const place = behaviours.findIndex((_, place) => urlOf(place) === webhook.url)
    return behaviours[place] ?? quick
  })
  const ids: Array<OrganizationId> = []
  for (const place of behaviours.keys()) {
    const { id } = yield* givenOrganization({ webhook: { url: urlOf(place) } })
    ids.push(id)
    yield* record(id, behaviours[place] === quick ? each : backlog)
  }
  yield* startWorker(layer)
  yield* TestClock.adjust("1 minute")
  const last = ids.map((id) =>
    Math.max(...calls.flatMap(({ delivery, endedAt }) => (delivery.organizationId === id ? [endedAt ?? Infinity] : [])))
  )
  const counts = ids.map((id) => calls.filter(({ delivery }) => delivery.organizationId === id).length)
  return { counts, last, most }
})

const alone = lastDeliveries([quick])

const quicks = (count: number): ReadonlyArray<Behaviour> => Array.makeBy(count, () => quick)

const slow: Behaviour = { millis: 15_000, status: 200 }

describe("fairness of deliveries", () => {
  it.effect("20 organizations, one answers after 15 s and one never: the others are not delayed", () =>
    Effect.gen(function* () {
      const own = yield* Effect.provide(alone, Memory.layer())
      const { counts, last, most } = yield* Effect.provide(
        lastDeliveries([slow, blackHole, ...quicks(18)], 2_000),
        Memory.layer()
      )
      for (const at of last.slice(2)) assert.isAtMost(at, Math.max(...own.last) + bound)
      assert.deepStrictEqual(
        counts.slice(2),
        Array.makeBy(18, () => each)
      )
      assert.isAtMost(most.toOne, 64)
      // Those that are slow go on all the same.
      for (const count of counts.slice(0, 2)) assert.isAbove(count, 4)
    })
  )

  it.effect("many slow or dead receivers leave half of the pool to the others", () =>
    Effect.gen(function* () {
      const own = yield* Effect.provide(alone, Memory.layer())
      const dead = Array.makeBy(60, (place) => (place % 2 === 0 ? slow : blackHole))
      const { last, most } = yield* Effect.provide(lastDeliveries([...dead, ...quicks(5)], 20), Memory.layer())
      for (const at of last.slice(60)) assert.isAtMost(at, Math.max(...own.last) + bound)
      assert.isAtMost(most.inAll, 512)
    })
  )
})
