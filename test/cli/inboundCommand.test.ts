import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { InboundDeliveryId } from "../../src/domain/Ids.ts"
import type { InboundProblem } from "../../src/domain/inbound/InboundDelivery.ts"
import { InboundQueue } from "../../src/ports/inbound/InboundQueue.ts"
import { operateInWords, operatorWorld } from "./operatorScene.ts"

const run = (...args: ReadonlyArray<string>) =>
  Effect.map(operateInWords(["inbound", ...args]), ({ printed }) => printed)

const delivery = InboundDeliveryId.make("0199a1b2-7c3d-7e4f-8a5b-000000000001")
const other = InboundDeliveryId.make("0199a1b2-7c3d-7e4f-8a5b-000000000002")
const at = DateTime.makeUnsafe("2026-11-16T07:08:09.123Z")

const unrouted: InboundProblem = {
  deliveryId: delivery,
  key: "message.one",
  reason: "unrouted",
  channel: "whatsapp",
  account: "4711",
  error: "no organization has connected\nthis account",
  attempts: 1,
  at
}
const failed: InboundProblem = {
  ...unrouted,
  deliveryId: other,
  key: "message.two",
  reason: "failed",
  channel: null,
  account: null,
  error: "SqlError: \u001b[31mred",
  attempts: 4,
  at: DateTime.add(at, { minutes: 1 })
}

/** Two deliveries with a problem each. */
const given = Effect.gen(function* () {
  const queue = yield* InboundQueue
  for (const problem of [unrouted, failed]) {
    yield* queue.accept({ id: problem.deliveryId, body: "{}", receivedAt: at })
    yield* queue.finish([problem.deliveryId], [{ problem, retryAt: null }], at)
  }
  return queue
})

const cells = (printed: string) => printed.split("\n").map((line) => line.split(/ {2,}/))
const titles = ["AT", "REASON", "CHANNEL", "ACCOUNT", "DELIVERY ID", "ATTEMPTS", "ERROR"]
const lineOfUnrouted = [
  "2026-11-16T07:08:09.123Z",
  "unrouted",
  "whatsapp",
  "4711",
  delivery,
  "1",
  "no organization has connected this account"
]
const lineOfFailed = ["2026-11-16T07:09:09.123Z", "failed", "-", "-", other, "4", "SqlError:", "[31mred"]

describe("parley inbound failed", () => {
  it.effect("lists failed items, newest first, each on its own line", () =>
    Effect.gen(function* () {
      yield* given
      assert.deepStrictEqual(cells(yield* run("failed")), [titles, lineOfFailed, lineOfUnrouted])
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("lists failed items of one reason or one delivery", () =>
    Effect.gen(function* () {
      yield* given
      assert.deepStrictEqual(cells(yield* run("failed", "--reason", "unrouted")), [titles, lineOfUnrouted])
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("lists failed items of one delivery as JSON", () =>
    Effect.gen(function* () {
      yield* given
      const shown: unknown = JSON.parse(yield* run("failed", "--delivery", other, "--json"))
      assert.deepStrictEqual(shown, { problems: [{ ...failed, at: "2026-11-16T07:09:09.123Z" }], hasMore: false })
    }).pipe(Effect.provide(operatorWorld("external")))
  )

  it.effect("prints a line if there are no failed items", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* run("failed"), "Nothing has failed: everything that came in was processed.")
    }).pipe(Effect.provide(operatorWorld("external")))
  )
})

describe("parley inbound replay", () => {
  it.effect("replays the selected items only", () =>
    Effect.gen(function* () {
      const queue = yield* given
      assert.match(yield* run("replay", "--reason", "unrouted"), /^replayed {2}1$/)
      const now = yield* DateTime.now
      const due = yield* queue.claimProblems(now, DateTime.add(now, { minutes: 1 }), 10)
      assert.deepStrictEqual(
        due.map(({ attempts, delivery: { id }, key }) => ({ id, key, attempts })),
        [{ id: delivery, key: "message.one", attempts: 1 }]
      )
    }).pipe(Effect.provide(operatorWorld("external")))
  )
})
