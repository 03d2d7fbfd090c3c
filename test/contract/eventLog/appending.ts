import { assert, type Vitest } from "@effect/vitest"
import { DateTime, Effect, Fiber } from "effect"
import type { Contact } from "../../../src/domain/Contact.ts"
import { contactCreated, contactUpdated, conversationOpened } from "../../../src/domain/Event.ts"
import { EventId } from "../../../src/domain/Ids.ts"
import type { Webhook } from "../../../src/domain/Webhook.ts"
import { DeliveryQueue } from "../../../src/ports/DeliveryQueue.ts"
import { EventLog } from "../../../src/ports/EventLog.ts"
import { SendLedger } from "../../../src/ports/SendLedger.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { seconds } from "../../support/era.ts"
import { givenSender, givenWebhook, uuid } from "../../support/given.ts"
import { someContact } from "../../support/givenContact.ts"
import { claimOf, eventsOf, idsOf, recorded } from "../../support/seen.ts"
import type { StorePorts } from "../../support/StorePorts.ts"

/** An organization, and how a contact of it is announced. */
const givenAnnouncer = Effect.fnUntraced(function* (webhook?: Partial<Webhook>) {
  const sender = yield* givenSender(webhook && { webhook })
  const announcement = Effect.fnUntraced(function* (changes: Partial<Contact> = {}) {
    const { phone: _, ...rest } = { ...changes, createdAt: sender.at, updatedAt: sender.at }
    return contactUpdated(EventId.make(yield* uuid), yield* someContact(sender.id, rest), "whatsapp")
  })
  return { ...sender, announcement }
})

/** What a use case says on its own. */
export const appending = (it: Vitest.MethodsNonLive<StorePorts>) => {
  it.effect("records every kind of event behind what there is, its payload to the letter", () =>
    Effect.gen(function* () {
      const { announcement, id, intent } = yield* givenAnnouncer()
      const { append } = yield* EventLog
      const { reserve } = yield* SendLedger
      const send = yield* intent()
      yield* reserve(id, send)
      const events = [
        contactCreated(
          EventId.make(yield* uuid),
          { ...send.contact, tags: ["漢 \u2028 \"'\\", ""], email: "é" },
          "import"
        ),
        yield* announcement({ name: "\u{1F680} $1 ?", createdAt: DateTime.makeUnsafe("2026-01-01T00:00:00.007Z") }),
        conversationOpened(EventId.make(yield* uuid), send.conversation)
      ]

      yield* Effect.forEach(events, append, { discard: true })

      const logged = (yield* eventsOf(id)).slice(2)
      assert.deepStrictEqual(logged, events.map(recorded))
      assert.strictEqual(JSON.stringify(logged.map(({ data }) => data)), JSON.stringify(events.map(({ data }) => data)))
    })
  )

  it.effect("queues the event for a subscription that has asked for it, while that is active", () =>
    Effect.gen(function* () {
      const { append } = yield* EventLog
      const queuedFor = Effect.fnUntraced(function* (webhook?: Partial<Webhook>) {
        const { announcement, at, id } = yield* givenAnnouncer(webhook)
        const event = yield* announcement()
        yield* append(event)
        yield* givenWebhook(id, { ...webhook, status: "active" })
        assert.deepStrictEqual(idsOf(yield* claimOf(id, seconds(at, -1))), [])
        const claimed = yield* claimOf(id, at)
        assert.deepStrictEqual(
          claimed.map((delivery) => delivery.event.data),
          claimed.map(() => event.data)
        )
        return claimed.length
      })

      assert.strictEqual(yield* queuedFor({}), 1)
      assert.strictEqual(yield* queuedFor({ events: ["contact.updated"] }), 1)
      assert.strictEqual(yield* queuedFor({ events: ["contact.created"] }), 0)
      assert.strictEqual(yield* queuedFor({ status: "disabled" }), 0)
      assert.strictEqual(yield* queuedFor(), 0)
    })
  )

  it.effect("belongs to the transaction around it", () =>
    Effect.gen(function* () {
      const { announcement, at, id } = yield* givenAnnouncer({})
      const { append } = yield* EventLog
      const { atomically } = yield* Transaction
      const [undone, kept] = [yield* announcement(), yield* announcement()]

      yield* Effect.flip(atomically(Effect.andThen(append(undone), Effect.fail("no"))))
      yield* atomically(append(kept))

      assert.deepStrictEqual(yield* eventsOf(id), [recorded(kept)])
      assert.deepStrictEqual(idsOf(yield* claimOf(id, at)), [kept.id])
    })
  )

  it.effect("tells who waits for work, of a transaction not before its end", () =>
    Effect.gen(function* () {
      const { announcement } = yield* givenAnnouncer({})
      const deaf = yield* givenAnnouncer({ events: ["message.read"] })
      const { append } = yield* EventLog
      const { arrival } = yield* DeliveryQueue
      const { atomically } = yield* Transaction
      yield* append(yield* announcement())
      yield* arrival

      const first = yield* Effect.forkChild(arrival, { startImmediately: true })
      yield* append(yield* deaf.announcement())
      yield* atomically(append(yield* deaf.announcement()))
      const inside = yield* announcement()
      yield* atomically(
        Effect.gen(function* () {
          yield* append(inside)
          yield* Effect.yieldNow
          assert.isUndefined(first.pollUnsafe())
        })
      )
      yield* Fiber.join(first)

      const second = yield* Effect.forkChild(arrival, { startImmediately: true })
      const undone = yield* announcement()
      yield* Effect.flip(atomically(Effect.andThen(append(undone), Effect.fail("no"))))
      yield* Effect.yieldNow
      assert.isUndefined(second.pollUnsafe())
      yield* append(yield* announcement())
      yield* Fiber.join(second)
    })
  )
}
