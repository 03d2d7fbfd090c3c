import { DateTime, Effect, type Layer, Option } from "effect"
import { EventLog } from "../../../../src/ports/webhooks/EventLog.ts"
import { SendLedger } from "../../../../src/ports/sends/SendLedger.ts"
import { accepted } from "../../../given/accepted.ts"
import { givenSender, phoneOf } from "../../../given/given.ts"
import { eventsOf, recorded } from "../../../given/seen.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { appending } from "./eventLog/appending.ts"
import { appendingMany } from "./eventLog/appendingMany.ts"
import { assert } from "../../assert.ts"
import type { Runner } from "../../Runner.ts"
import { suite } from "../../Suite.ts"

/** An organization that has sent something to so many people, and what its log is to hold of that. */
const givenSends = Effect.fnUntraced(function* (count: number) {
  const sender = yield* givenSender()
  const { reserve, recordOutcome } = yield* SendLedger
  const sent = yield* Effect.forEach(
    Array.from({ length: count }, (_, place) => place),
    Effect.fnUntraced(function* (place) {
      const intent = yield* sender.intent({ phone: phoneOf(place) }, place)
      const outcome = yield* accepted(intent, yield* reserve(sender.id, intent))
      yield* recordOutcome(sender.id, intent.messageId, outcome, sender.at)
      return [intent.contactEvent.id, intent.conversationEvent.id, outcome.event.id]
    })
  )
  return { ...sender, ids: sent.flat() }
})

export const eventLogContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `EventLog: ${name}`, ports, (it) => {
    it.effect("gives the events of an organization in the order in which they were recorded", () =>
      Effect.gen(function* () {
        const { id, ids } = yield* givenSends(5)
        const events = yield* eventsOf(id)
        assert.deepStrictEqual(
          events.map((event) => event.id),
          ids
        )
        assert.deepStrictEqual(
          events.slice(0, 3).map(({ type }) => type),
          ["contact.created", "conversation.opened", "message.sent"]
        )
      })
    )

    it.effect("goes on after an event, and gives no more than is asked for", () =>
      Effect.gen(function* () {
        const { id, ids } = yield* givenSends(4)
        const { after } = yield* EventLog
        const idsAfter = (cursor: (typeof ids)[number] | undefined, limit: number) =>
          Effect.map(after(id, Option.fromUndefinedOr(cursor), limit), (events) => events.map((event) => event.id))

        assert.deepStrictEqual(yield* idsAfter(undefined, 5), ids.slice(0, 5))
        assert.deepStrictEqual(yield* idsAfter(ids[4], 5), ids.slice(5, 10))
        assert.deepStrictEqual(yield* idsAfter(ids[9], 5), ids.slice(10))
        assert.deepStrictEqual(yield* idsAfter(ids[11], 5), [])
      })
    )

    it.effect("gives nothing of another organization, not even after one of its own events", () =>
      Effect.gen(function* () {
        const globex = yield* givenSends(1)
        const acme = yield* givenSends(2)
        const { after } = yield* EventLog
        const [first] = acme.ids
        assert.isDefined(first)
        assert.deepStrictEqual(yield* after(globex.id, Option.some(first), 10), [])
        assert.strictEqual((yield* eventsOf(globex.id)).length, globex.ids.length)
      })
    )

    it.effect("keeps the payload to the letter, the order of its keys included", () =>
      Effect.gen(function* () {
        const { at, id, ...sender } = yield* givenSender()
        const { reserve, recordOutcome } = yield* SendLedger
        const instant = DateTime.add(at, { milliseconds: 7 })
        const intent = yield* sender.intent({
          at: instant,
          type: "text",
          content: { zz: '漢 \u{1F680} \u2028 "\\', a: [null, { y: 1, x: [0.1, 1e21, -7] }], "10": true, "9": "" }
        })
        const { event, ...outcome } = yield* accepted(intent, yield* reserve(id, intent))
        yield* recordOutcome(id, intent.messageId, { ...outcome, event }, at)

        const [, , last] = yield* eventsOf(id)
        assert.deepStrictEqual(last, recorded(event))
        assert.strictEqual(JSON.stringify(last?.data), JSON.stringify(event.data))
      })
    )

    appending(it)
    appendingMany(it)
  })
