import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { control, send } from "./platform.ts"
import { atNoon, noon } from "./reportingWorld.ts"

const Poll = Schema.Struct({ revision: Schema.Int, changed: Schema.Array(Schema.String) })
const after = (revision: number) =>
  Effect.map(control("GET", `changes?after=${revision}`), ({ body }) => Schema.decodeUnknownSync(Poll)(body))

const everything = ["threads", "deliveries", "ledger", "templates", "faults"]

describe("polling for changes", () => {
  it.effect("emulator changes: a poll returns each list that changed after the revision, once", () =>
    Effect.gen(function* () {
      const first = yield* after(0)
      assert.deepStrictEqual(first, { revision: noon, changed: everything })
      assert.deepStrictEqual(yield* after(noon), { revision: noon, changed: [] })
      yield* send({ text: { body: "Hello" } })
      const sent = yield* after(noon)
      assert.deepStrictEqual(sent.changed, ["threads", "ledger"])
      yield* control("POST", "faults/armed", { mode: "split", times: 1 })
      const armed = yield* after(sent.revision)
      assert.deepStrictEqual(armed.changed, ["faults"])
      yield* control("POST", "inbound", { channel: "whatsapp", from: "16505551234", type: "text", text: "Hi" })
      const wrote = yield* after(armed.revision)
      assert.deepStrictEqual(wrote.changed, ["threads", "faults"])
      yield* control("POST", "flush")
      const told = yield* after(wrote.revision)
      assert.deepStrictEqual(told.changed, ["deliveries"])
      yield* control("POST", "inbound", { channel: "whatsapp", from: "16505551234", type: "read" })
      assert.deepStrictEqual((yield* after(told.revision)).changed, ["threads"])
    }).pipe(atNoon({ delivery: "manual", statuses: "none" }))
  )

  it.effect(
    "emulator changes: a revision of another process returns all lists, and one that is not a number returns none",
    () =>
      Effect.gen(function* () {
        assert.deepStrictEqual((yield* after(noon + 1_000_000)).changed, everything)
        assert.strictEqual((yield* control("GET", "changes?after=x")).status, 400)
      }).pipe(atNoon())
  )
})
