import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { Emulator } from "../../../emulator/Emulator.ts"
import { control, emulated } from "../platform.ts"

const Left = Schema.Struct({ seed: Schema.Int, rules: Schema.Array(Schema.Json) })
const left = Effect.map(control("GET", "faults"), ({ body }) => Schema.decodeUnknownSync(Left)(body).rules)

describe("the rules of faults", () => {
  it.effect.each([
    ["{", "body: Expected a valid JSON string"],
    ["{}", "rules: Missing key"],
    ['{"rules":[{"mode":"sync"}]}', "rules[0].code: is required when mode is sync"],
    ['{"rules":[{"mode":"timeout"},{"mode":"async"}]}', "rules[1].code: is required when mode is async"],
    ['{"rules":[{"code":1}]}', "rules[0].mode: Missing key"],
    [
      '{"rules":[{"code":1,"mode":"later"}]}',
      'rules[0].mode: Expected "sync" | "async" | "garbled" | "timeout" | "disconnect" | "throttle" | "expiredToken" | ' +
        '"late" | "lost" | "duplicate" | "reorder" | "batch" | "split" | "delay" | "redeliver" | "skipDelivered" | "echo"'
    ],
    ['{"rules":[{"code":"1","mode":"sync"}]}', "rules[0].code: Expected number"],
    ['{"rules":[{"code":1.5,"mode":"sync"}]}', "rules[0].code: Expected an integer"],
    ['{"rules":[{"code":1,"mode":"sync","times":0}]}', "rules[0].times: Expected a value greater than or equal to 1"],
    ['{"rules":[{"code":1,"mode":"sync","to":""}]}', "rules[0].to: Expected a value with a length of at least 1"],
    [
      '{"rules":[{"code":1,"mode":"sync","channel":"sms"}]}',
      'rules[0].channel: Expected "whatsapp" | "messenger" | "instagram"'
    ],
    ['{"rules":[{"code":1,"mode":"sync","time":2}]}', "rules[0].time: Expected no excess property"],
    ['{"rules":[{"on":"webhook","code":1,"mode":"sync"}]}', "rules[0].on: must be send when mode is sync"],
    ['{"rules":[{"on":"send","mode":"batch"}]}', "rules[0].on: must be webhook when mode is batch"],
    ['{"rules":[{"mode":"batch","to":"1"}]}', "rules[0].to: means nothing when mode is batch"],
    ['{"rules":[{"mode":"delay","atMost":2}]}', "rules[0].atMost: means nothing when mode is delay"],
    ['{"rules":[{"mode":"lost","code":2}]}', "rules[0].code: means nothing when mode is lost"],
    [
      '{"rules":[{"mode":"sync","code":2,"retryAfterSeconds":2}]}',
      "rules[0].retryAfterSeconds: means nothing when mode is sync"
    ],
    ['{"rules":[{"mode":"echo","probability":1.1}]}', "rules[0].probability: Expected a value between 0 and 1"],
    [
      '{"rules":[{"mode":"delay","withinMillis":600001}]}',
      "rules[0].withinMillis: Expected a value between 1 and 600000"
    ],
    ['{"seed":-1,"rules":[]}', "seed: Expected a value between 0 and 9007199254740991"],
    ['{"seed":"x","rules":[]}', "seed: Expected number"]
  ] as const)("cannot be %s", ([body, error]) =>
    Effect.gen(function* () {
      const { setFaults, url } = yield* Emulator
      yield* setFaults([{ code: 131047, mode: "sync" }])
      const response = yield* Effect.promise(() =>
        fetch(`${url}/_emulator/faults`, { method: "POST", headers: { "content-type": "application/json" }, body })
      )
      assert.strictEqual(response.status, 400)
      assert.deepStrictEqual(yield* Effect.promise(() => response.json()), { error })
      assert.deepStrictEqual(yield* left, [{ code: 131047, mode: "sync" }])
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("are told with the seed that decides about them, given or drawn", () =>
    Effect.gen(function* () {
      const script = { seed: 42, rules: [{ on: "webhook", mode: "duplicate", atMost: 3, probability: 0.25, times: 9 }] }
      assert.deepStrictEqual(yield* control("POST", "faults", script), { status: 200, body: { success: true } })
      assert.deepStrictEqual(yield* control("GET", "faults"), { status: 200, body: script })
      assert.strictEqual(JSON.stringify(yield* (yield* Emulator).faults), JSON.stringify(script))

      yield* control("POST", "faults", { rules: [] })
      const { rules, seed } = Schema.decodeUnknownSync(Left)((yield* control("GET", "faults")).body)
      assert.deepStrictEqual(rules, [])
      assert.isAtLeast(seed, 0)
    }).pipe(Effect.provide(emulated()))
  )
})
