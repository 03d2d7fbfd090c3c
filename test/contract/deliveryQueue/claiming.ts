import { assert, type Vitest } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import type { OrganizationId } from "../../../src/domain/Ids.ts"
import { DeliveryQueue } from "../../../src/ports/DeliveryQueue.ts"
import { SendLedger } from "../../../src/ports/SendLedger.ts"
import { WebhookStore } from "../../../src/ports/WebhookStore.ts"
import { seconds } from "../../support/era.ts"
import { accepted, givenSender, givenWebhook, phoneOf, someWebhook } from "../../support/given.ts"
import { claimOf, idsOf } from "../../support/seen.ts"
import type { StorePorts } from "../../support/StorePorts.ts"

/** An organization whose subscription is to hear of sends, made at these seconds; and the events that say so. */
export const givenQueued = Effect.fnUntraced(function* (...lateness: ReadonlyArray<number>) {
  const sender = yield* givenSender({ webhook: { events: ["message.sent"] } })
  const { reserve, settle } = yield* SendLedger
  const events = yield* Effect.forEach(
    lateness,
    Effect.fnUntraced(function* (later) {
      const intent = yield* sender.intent({ phone: phoneOf(later) }, later)
      const outcome = yield* accepted(intent, yield* reserve(sender.id, intent))
      yield* settle(sender.id, intent.messageId, outcome, intent.at)
      return outcome.event
    })
  )
  return { ...sender, events, ids: events.map(({ id }) => id) }
})

/** Who gets what, and when. */
export const claiming = (it: Vitest.MethodsNonLive<StorePorts>) => {
  it.effect("gives an event with the subscription that it goes to", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const webhook = yield* givenWebhook(sender.id, {
        secret: { value: "chosen", chosen: true },
        previousSecret: { value: "before", until: DateTime.add(sender.at, { milliseconds: 1 }) }
      })
      const intent = yield* sender.intent({ at: DateTime.add(sender.at, { milliseconds: 7 }) })
      yield* (yield* SendLedger).reserve(sender.id, intent)

      const claimed = yield* claimOf(sender.id, intent.at)

      assert.deepStrictEqual(claimed, [
        {
          organizationId: sender.id,
          event: {
            id: intent.contactEventId,
            type: "contact.created",
            occurredAt: intent.at,
            data: {
              contact: { id: intent.contact.id, phone: intent.contact.phone, name: "", email: null, tags: [] },
              source: "api"
            }
          },
          webhook,
          failures: 0
        },
        {
          organizationId: sender.id,
          event: {
            id: intent.conversationEventId,
            type: "conversation.opened",
            occurredAt: intent.at,
            data: {
              conversation: {
                id: intent.conversation.id,
                contact_id: intent.contact.id,
                channel: "whatsapp",
                status: "open"
              }
            }
          },
          webhook,
          failures: 0
        }
      ])
    })
  )

  it.effect("gives what is due, the longest due first, and at the same time in the order of the events", () =>
    Effect.gen(function* () {
      const { at, id, ids } = yield* givenQueued(3, 1, 2, 1, 4)
      const inOrder = [ids[1], ids[3], ids[2], ids[0]]
      assert.deepStrictEqual(idsOf(yield* claimOf(id, seconds(at, 3))), inOrder)
      assert.deepStrictEqual(idsOf(yield* claimOf(id, seconds(at, 4))), [ids[4]])
    })
  )

  it.effect("gives nothing before it is due, to the millisecond", () =>
    Effect.gen(function* () {
      const { at, id, ids } = yield* givenQueued(1)
      assert.deepStrictEqual(yield* claimOf(id, DateTime.subtract(seconds(at, 1), { milliseconds: 1 })), [])
      assert.deepStrictEqual(idsOf(yield* claimOf(id, seconds(at, 1))), ids)
    })
  )

  it.effect("gives a delivery to nobody else until the lease ends, and then again", () =>
    Effect.gen(function* () {
      const { at, id, ids } = yield* givenQueued(0, 1)
      const leaseUntil = seconds(at, 60)

      assert.deepStrictEqual(idsOf(yield* claimOf(id, seconds(at, 0), leaseUntil)), ids.slice(0, 1))
      assert.deepStrictEqual(idsOf(yield* claimOf(id, seconds(at, 30), leaseUntil)), ids.slice(1))
      assert.deepStrictEqual(yield* claimOf(id, DateTime.subtract(leaseUntil, { milliseconds: 1 })), [])
      const again = yield* claimOf(id, leaseUntil)
      assert.deepStrictEqual(idsOf(again), ids)
      assert.deepStrictEqual(
        again.map(({ failures }) => failures),
        [0, 0]
      )
    })
  )

  it.effect("gives no more than it is asked for", () =>
    Effect.gen(function* () {
      const { at, ids } = yield* givenQueued(0, 1, 2)
      const { claim } = yield* DeliveryQueue
      const claimTwo = Effect.map(claim(seconds(at, 2), seconds(at, 60), 2), idsOf)
      assert.deepStrictEqual(yield* claimTwo, ids.slice(0, 2))
      assert.deepStrictEqual(yield* claimTwo, ids.slice(2))
      assert.deepStrictEqual(yield* claimTwo, [])
    })
  )

  it.effect("gives every delivery to one of many who claim at once", () =>
    Effect.gen(function* () {
      const { at, ids } = yield* givenQueued(...Array.from({ length: 30 }, (_, later) => later))
      const { claim } = yield* DeliveryQueue
      const shares = yield* Effect.replicateEffect(claim(seconds(at, 30), seconds(at, 60), 4), 16, {
        concurrency: "unbounded"
      })
      const rest = yield* claim(seconds(at, 30), seconds(at, 60), 100)
      assert.deepStrictEqual([...shares.flatMap(idsOf), ...idsOf(rest)].sort(), ids)
      assert.isTrue(shares.every((share) => share.length <= 4))
    })
  )

  it.effect("takes the way to the subscription as it is now", () =>
    Effect.gen(function* () {
      const { at, id, ids } = yield* givenQueued(0)
      const moved = yield* givenWebhook(id, { url: "https://example.com/moved", events: ["message.failed"] })
      const [delivery] = yield* claimOf(id, at)
      assert.deepStrictEqual(delivery?.webhook, moved)
      assert.strictEqual(delivery?.event.id, ids[0])
    })
  )

  it.effect("keeps what waits for a subscription that is disabled, until it is active again", () =>
    Effect.gen(function* () {
      const { at, id, ids } = yield* givenQueued(0, 1)
      const { save } = yield* WebhookStore
      const webhook = yield* someWebhook(id)
      yield* save({ ...webhook, status: "disabled" })
      assert.deepStrictEqual(yield* claimOf(id, seconds(at, 1)), [])
      yield* save(webhook)
      assert.deepStrictEqual(idsOf(yield* claimOf(id, seconds(at, 1))), ids)
    })
  )

  it.effect("carries the payload to the letter", () =>
    Effect.gen(function* () {
      const { id, ...sender } = yield* givenSender({ webhook: { events: ["message.sent"] } })
      const { reserve, settle } = yield* SendLedger
      const intent = yield* sender.intent({ content: { zz: "漢 \u{1F680} \u2028", a: [null, 1e21, { y: 1, x: "" }] } })
      const { event, ...outcome } = yield* accepted(intent, yield* reserve(id, intent))
      yield* settle(id, intent.messageId, { ...outcome, event }, intent.at)
      const [delivery] = yield* claimOf(id, intent.at)
      assert.strictEqual(JSON.stringify(delivery?.event.data), JSON.stringify(event.data))
    })
  )

  it.effect("keeps the organizations apart", () =>
    Effect.gen(function* () {
      const acme = yield* givenQueued(0)
      const globex = yield* givenQueued(0)
      const all = yield* (yield* DeliveryQueue).claim(acme.at, seconds(acme.at, 60), 100)
      const of = (organizationId: OrganizationId) =>
        idsOf(all.filter((delivery) => delivery.organizationId === organizationId))
      assert.deepStrictEqual([of(acme.id), of(globex.id)], [acme.ids, globex.ids])
      for (const { organizationId, webhook } of all) assert.strictEqual(webhook.organizationId, organizationId)
    })
  )
}
