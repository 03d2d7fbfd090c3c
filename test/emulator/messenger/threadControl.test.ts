import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { account, call, emulated, messenger, page } from "../pages.ts"

const { to } = messenger
const success = { status: 200, body: { success: true } }
const actions = ["pass", "take", "release"] as const

describe("emulator: thread control", () => {
  it.effect("thread control: threads of a person with a conversation are passed, taken and released", () =>
    Effect.gen(function* () {
      yield* call("POST", "/me/messages", { recipient: { id: to }, message: { text: "Hello" } })
      for (const id of ["me", page.id]) {
        for (const action of actions) {
          const body = { recipient: { id: to }, ...(action === "pass" && { target_app_id: "4711" }), metadata: "x" }
          assert.deepStrictEqual(yield* call("POST", `/v23.0/${id}/${action}_thread_control`, body), success, action)
        }
      }
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("thread control: a call without a person, an app or a known person is refused", () =>
    Effect.gen(function* () {
      const refused = (path: string, body: object) => Effect.map(call("POST", path, body), ({ status }) => status)
      assert.strictEqual(yield* refused("/me/take_thread_control", {}), 400)
      assert.strictEqual(yield* refused("/me/pass_thread_control", { recipient: { id: to } }), 400)
      assert.strictEqual(
        yield* refused("/me/pass_thread_control", { recipient: { id: to }, target_app_id: "an app" }),
        400
      )
      assert.strictEqual(yield* refused("/me/take_thread_control", { recipient: { id: "1" } }), 400)
      assert.strictEqual(yield* refused(`/${account.id}/take_thread_control`, { recipient: { id: to } }), 400)
      const long = { recipient: { id: to }, metadata: "x".repeat(1_001) }
      assert.strictEqual(yield* refused("/me/take_thread_control", long), 400)
    }).pipe(Effect.provide(emulated()))
  )
})
