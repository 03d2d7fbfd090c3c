import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { maxRules } from "../../../emulator/FaultRule.ts"
import { control, emulated, send } from "../platform.ts"

const armed = Effect.map(control("GET", "faults/armed"), ({ body }) => body)
const arm = (rule: object) => control("POST", "faults/armed", rule)
const hello = { text: { body: "Hello" } }

describe("faults that are armed one by one", () => {
  it.effect("are listed with how often they acted and still act, until they are used up", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* arm({ mode: "sync", code: 131047, times: 2 }), {
        status: 200,
        body: { id: 1, rule: { mode: "sync", code: 131047, times: 2 }, acted: 0 }
      })
      yield* arm({ mode: "duplicate" })
      assert.strictEqual((yield* send(hello)).status, 400)
      assert.deepStrictEqual(yield* armed, {
        faults: [
          { id: 1, rule: { mode: "sync", code: 131047, times: 1 }, acted: 1 },
          { id: 2, rule: { mode: "duplicate" }, acted: 0 }
        ]
      })
      assert.strictEqual((yield* send(hello)).status, 400)
      assert.strictEqual((yield* send(hello)).status, 200)
      assert.deepStrictEqual(yield* armed, { faults: [{ id: 2, rule: { mode: "duplicate" }, acted: 0 }] })
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("are disarmed one by one, and stay beside those of a script", () =>
    Effect.gen(function* () {
      yield* control("POST", "faults", { seed: 7, rules: [{ mode: "sync", code: 1 }] })
      yield* arm({ mode: "sync", code: 2 })
      assert.deepStrictEqual(yield* control("GET", "faults"), {
        status: 200,
        body: {
          seed: 7,
          rules: [
            { mode: "sync", code: 1 },
            { mode: "sync", code: 2 }
          ]
        }
      })
      assert.deepStrictEqual(yield* control("DELETE", "faults/armed/1"), { status: 200, body: { success: true } })
      assert.deepStrictEqual(yield* control("DELETE", "faults/armed/1"), {
        status: 400,
        body: { error: "id: names no fault that is armed" }
      })
      assert.deepStrictEqual(yield* armed, { faults: [{ id: 2, rule: { mode: "sync", code: 2 }, acted: 0 }] })
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("are refused when they are no rule, or too many", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* arm({ mode: "sync" }), {
        status: 400,
        body: { error: "code: is required when mode is sync" }
      })
      yield* control("POST", "faults", { rules: Array.from({ length: maxRules }, () => ({ mode: "split" })) })
      assert.deepStrictEqual(yield* arm({ mode: "split" }), {
        status: 400,
        body: { error: `body: ${maxRules} faults are armed; disarm one first` }
      })
    }).pipe(Effect.provide(emulated()))
  )
})
