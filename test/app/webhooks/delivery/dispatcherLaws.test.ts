import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { ScheduledDelivery, TenantQueue } from "../../../../src/app/webhooks/delivery/TenantQueue.ts"
import { maxRemembered } from "../../../../src/app/webhooks/delivery/Receivers.ts"
import { maxLimit } from "../../../../src/app/webhooks/delivery/ConcurrencyLimiter.ts"
import { maxInFlight, maxProbationInFlight } from "../../../../src/app/webhooks/delivery/RoundRobin.ts"
import { makeDice } from "./dice.ts"
import { dispatcherScene } from "./dispatcherScene.ts"

const Between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** A world of so many organizations that share so many receivers. */
const worlds = {
  seed: Between(0, 1_000_000_000),
  organizations: Between(1, 300),
  receivers: Between(1, 60),
  conversations: Between(1, 8),
  quickness: Between(0, 10)
}

describe("the dispatcher of deliveries, with generated histories,", () => {
  it.prop(
    "respects its limits and the order of each conversation, and loses no delivery",
    worlds,
    ({ conversations, organizations, quickness, receivers, seed }) => {
      const dice = makeDice(seed)
      const { add, finish, dispatcher, startAll, tenant: open } = dispatcherScene()
      const running: Array<ScheduledDelivery> = []
      const toOne = new Map<string, number>()
      const nextOf = new Map<string, number>()
      const busy = new Set<string>()
      let added = 0
      let done = 0
      // Assertions would take longer than everything else.
      const wrong: Array<string> = []
      const expect = (isRight: boolean, what: string) => {
        if (!isRight) wrong.push(what)
      }
      const begin = (one: ScheduledDelivery) => {
        const { conversationId, sequence } = one.delivery.event
        const { limiter, origin = "" } = one.receiver ?? {}
        const calls = (toOne.get(origin) ?? 0) + 1
        toOne.set(origin, calls)
        expect(calls <= (limiter?.limit ?? 0) && calls <= maxLimit, "too many calls to one receiver")
        if (conversationId !== null) {
          expect(!busy.has(conversationId), "two of a conversation at a time")
          expect(sequence > (nextOf.get(conversationId) ?? 0), "a conversation out of order")
          nextOf.set(conversationId, sequence)
          busy.add(conversationId)
        }
        running.push(one)
      }
      const end = () => {
        const [one] = running.splice(dice.below(running.length), 1)
        if (one === undefined) return
        const origin = one.receiver?.origin ?? ""
        toOne.set(origin, (toOne.get(origin) ?? 0) - 1)
        const { conversationId } = one.delivery.event
        if (conversationId !== null) busy.delete(conversationId)
        finish(one, { isSuccess: dice.chance(quickness / 10), millis: dice.below(dice.chance(0.8) ? 100 : 2_000) })
        done += 1
      }
      const step = () => {
        const slowBefore = dispatcher.counts.probationInFlight
        const started = startAll()
        started.forEach(begin)
        const { inFlight, probationInFlight } = dispatcher.counts
        expect(inFlight <= maxInFlight, "too many in flight")
        expect(probationInFlight <= Math.max(slowBefore, maxProbationInFlight), "too many to slow receivers")
        expect(running.length === inFlight, "miscounted")
      }
      for (let turn = 0; turn < 60; turn++) {
        for (let more = dice.below(60); more > 0; more--) {
          const organization = 1 + dice.below(organizations)
          const tenant = open(organization, organization % receivers)
          const conversation = 1_000 * organization + dice.below(conversations)
          add(tenant, dice.chance(0.3) ? null : conversation)
          added += 1
        }
        step()
        for (let more = dice.below(60); more > 0; more--) end()
      }
      for (let turn = 0; running.length > 0 || dispatcher.counts.deliveries > 0; turn++) {
        step()
        if (running.length === 0 || turn > 2 * added) return assert.fail("something is stuck")
        end()
      }
      assert.deepStrictEqual(wrong, [])
      assert.strictEqual(done, added)
      const { receivers: remembered, ...rest } = dispatcher.counts
      assert.deepStrictEqual(rest, { deliveries: 0, inFlight: 0, probationInFlight: 0, tenants: 0 })
      assert.isAtMost(remembered, maxRemembered)
    }
  )

  it.prop(
    "starts a delivery of each organization before another one has two more",
    { seed: Between(0, 1_000_000_000), organizations: Between(2, 40), shared: Schema.Boolean },
    ({ organizations, seed, shared }) => {
      const dice = makeDice(seed)
      const { add, finish, startAll, tenant: open } = dispatcherScene()
      const left = new Map<TenantQueue, number>()
      for (let organization = 1; organization <= organizations; organization++) {
        const tenant = open(organization, shared ? 0 : organization)
        const count = 1 + dice.below(12)
        left.set(tenant, count)
        for (let one = 0; one < count; one++) add(tenant)
      }
      // One at a time: what is started next is a matter of turns alone.
      const last = new Map<TenantQueue, number>()
      const running = [...startAll()]
      for (let turn = 0; running.length > 0; turn++) {
        const one = running.shift()
        if (one === undefined) break
        finish(one)
        left.set(one.tenant, (left.get(one.tenant) ?? 0) - 1)
        last.set(one.tenant, turn)
        for (const [tenant, count] of left) {
          if (count > 0 && turn - (last.get(tenant) ?? 0) > 2 * organizations + maxInFlight) assert.fail("one starves")
        }
        running.push(...startAll())
      }
      assert.deepStrictEqual(
        [...left.values()].filter((count) => count > 0),
        []
      )
    }
  )
})
