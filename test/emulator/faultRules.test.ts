import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Emulator } from "../../src/adapters/emulator/Emulator.ts"
import { control, emulated } from "./platform.ts"

const left = Effect.map(control("GET", "faults"), ({ body }) => body)

describe("the rules of faults", () => {
  it.effect.each([
    ["{", "body: Expected a valid JSON string"],
    ["{}", "rules: Missing key"],
    ['{"rules":[{"mode":"sync"}]}', "rules[0].code: is required when mode is sync"],
    ['{"rules":[{"mode":"timeout"},{"mode":"async"}]}', "rules[1].code: is required when mode is async"],
    ['{"rules":[{"code":1}]}', "rules[0].mode: Missing key"],
    [
      '{"rules":[{"code":1,"mode":"later"}]}',
      'rules[0].mode: Expected "sync" | "async" | "garbled" | "timeout" | "disconnect"'
    ],
    ['{"rules":[{"code":"1","mode":"sync"}]}', "rules[0].code: Expected number"],
    ['{"rules":[{"code":1.5,"mode":"sync"}]}', "rules[0].code: Expected an integer"],
    ['{"rules":[{"code":1,"mode":"sync","times":0}]}', "rules[0].times: Expected a value greater than or equal to 1"],
    ['{"rules":[{"code":1,"mode":"sync","to":""}]}', "rules[0].to: Expected a value with a length of at least 1"],
    [
      '{"rules":[{"code":1,"mode":"sync","channel":"sms"}]}',
      'rules[0].channel: Expected "whatsapp" | "messenger" | "instagram"'
    ],
    ['{"rules":[{"code":1,"mode":"sync","time":2}]}', "rules[0].time: Expected no excess property"]
  ] as const)("cannot be %s", ([body, error]) =>
    Effect.gen(function* () {
      const { setFaults, url } = yield* Emulator
      yield* setFaults([{ code: 131047, mode: "sync" }])
      const response = yield* Effect.promise(() => fetch(`${url}/_emulator/faults`, { method: "POST", body }))
      assert.strictEqual(response.status, 400)
      assert.deepStrictEqual(yield* Effect.promise(() => response.json()), { error })
      assert.deepStrictEqual(yield* left, { rules: [{ code: 131047, mode: "sync" }] })
    }).pipe(Effect.provide(emulated()))
  )
})
