import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { inboundCommand } from "../../src/adapters/cli/inboundCommand.ts"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { InboundDeliveryId } from "../../src/domain/Ids.ts"
import type { InboundProblem } from "../../src/domain/inbound/InboundDelivery.ts"
import { InboundQueue } from "../../src/ports/stores/InboundQueue.ts"

const run = (...args: ReadonlyArray<string>) =>
  Command.runWith(inboundCommand, { version: "0.0.0" })(args).pipe(
    Effect.andThen(TestConsole.logLines),
    Effect.map((lines) => lines.join("\n")),
    Effect.provide(NodeServices.layer)
  )

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

const lineOfUnrouted = `2026-11-16T07:08:09.123Z  unrouted    whatsapp 4711  delivery ${delivery}  tried 1  no organization has connected this account`
const lineOfFailed = `2026-11-16T07:09:09.123Z  failed      - -  delivery ${other}  tried 4  SqlError:  [31mred`

describe("parley inbound failed", () => {
  it.effect("lists what came to nothing, the newest first, each on its line", () =>
    Effect.gen(function* () {
      yield* given
      assert.strictEqual(yield* run("failed"), `${lineOfFailed}\n${lineOfUnrouted}`)
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("lists those of one reason or one delivery", () =>
    Effect.gen(function* () {
      yield* given
      assert.strictEqual(yield* run("failed", "--reason", "unrouted"), lineOfUnrouted)
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("lists those of one delivery as JSON", () =>
    Effect.gen(function* () {
      yield* given
      const shown: unknown = JSON.parse(yield* run("failed", "--delivery", other, "--json"))
      assert.deepStrictEqual(shown, { ...failed, at: "2026-11-16T07:09:09.123Z" })
    }).pipe(Effect.provide(Memory.layer()))
  )

  it.effect("says so when there is nothing", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* run("failed"), "Nothing: all that came in was acted on")
    }).pipe(Effect.provide(Memory.layer()))
  )
})

describe("parley inbound replay", () => {
  it.effect("has what is chosen tried again, and nothing else", () =>
    Effect.gen(function* () {
      const queue = yield* given
      assert.match(yield* run("replay", "--reason", "unrouted"), /^1 will be tried again/)
      const now = yield* DateTime.now
      const due = yield* queue.claimProblems(now, DateTime.add(now, { minutes: 1 }), 10)
      assert.deepStrictEqual(
        due.map(({ attempts, delivery: { id }, key }) => ({ id, key, attempts })),
        [{ id: delivery, key: "message.one", attempts: 1 }]
      )
    }).pipe(Effect.provide(Memory.layer()))
  )
})
