import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import * as Emulated from "../../emulator/Emulator.ts"
import { account, byLogin, messenger, page } from "./pages.ts"
import { accessToken, control, phoneNumberId, request, wabaId } from "./platform.ts"
import { atNoon, toPerson, toPhone } from "./reportingWorld.ts"

const State = Schema.Struct({
  format: Schema.String,
  version: Schema.Int,
  accounts: Schema.Array(Schema.String),
  parts: Schema.Record(Schema.String, Schema.Json)
})
type State = typeof State.Type

const exported = Effect.map(control("GET", "state"), ({ body }) => Schema.decodeUnknownSync(State)(body))
const imported = (state: unknown) => control("POST", "state", state)

const does = (given: object) => control("POST", "inbound", given)

const template = {
  name: "parcel",
  language: "en_US",
  category: "UTILITY",
  components: [{ type: "BODY", text: "Your parcel has arrived." }]
}

/** Parts of which `live` changes nothing. */
const untouched = new Set(["labels", "numbers", "subscriptions"])

/** An entry in every other part of the state. */
const live = Effect.gen(function* () {
  yield* does({ channel: "whatsapp", from: "16505551234", type: "text", text: "Grüße", name: "Ada", userId: "US.1" })
  yield* does({ channel: "whatsapp", from: "16505551234", type: "image", caption: "Look" })
  yield* does({ channel: "messenger", from: messenger.to, type: "image" })
  yield* does({ channel: "instagram", to: account.id, from: byLogin.to, type: "text", text: "Hi", username: "ada" })
  yield* does({ channel: "messenger", from: messenger.to, type: "comment", text: "How much?", commentId: "4711_1" })
  yield* toPhone()
  yield* toPerson(messenger)
  yield* toPerson(byLogin)
  yield* request(`/${wabaId}/message_templates`, {
    method: "POST",
    headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
    body: JSON.stringify(template)
  })
  yield* control("POST", "people", { phone: "5511987654321", waId: "551187654321" })
  yield* control("POST", "faults", { seed: 3, rules: [{ mode: "sync", code: 1, to: "1" }] })
  yield* control("POST", "reading", { mode: "manual" })
  yield* control("POST", "tokens", { accessToken: page.accessToken, state: "expired" })
})

describe("state files", () => {
  it.effect("state file: an export after an import is the same", () =>
    Effect.gen(function* () {
      const before = yield* Effect.andThen(live, exported).pipe(atNoon({ delivery: "manual" }))
      yield* Effect.gen(function* () {
        const fresh = yield* exported
        for (const [name, value] of Object.entries(before.parts)) {
          if (!untouched.has(name)) assert.notDeepEqual(fresh.parts[name], value, name)
        }
        assert.deepStrictEqual(yield* imported(before), { status: 200, body: { success: true } })
        assert.deepStrictEqual(yield* exported, before)
        // Not only the file: the platform acts by it.
        assert.include(JSON.stringify((yield* control("GET", "threads")).body), '"name":"Ada"')
        assert.deepInclude((yield* control("GET", "faults")).body, { seed: 3 })
        const [media] = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ id: Schema.String })))(
          before.parts["media"]
        )
        assert.strictEqual((yield* request(`/_emulator/files/${media?.id}`)).status, 200)
        yield* imported(fresh)
        assert.deepStrictEqual(yield* exported, fresh)
      }).pipe(atNoon({ delivery: "manual" }))
    })
  )

  it.effect("state file: has no tokens and secrets", () =>
    Effect.gen(function* () {
      yield* live
      const text = JSON.stringify(yield* exported)
      for (const secret of [accessToken, page.accessToken, account.accessToken, "app-secret"])
        assert.notInclude(text, `"${secret}"`)
    }).pipe(atNoon({ delivery: "manual" }))
  )

  it.effect("state file: pending templates are reviewed after an import", () =>
    Effect.gen(function* () {
      yield* live
      const before = yield* exported
      yield* TestClock.adjust("3 seconds")
      const status = Effect.map(control("GET", "templates"), ({ body }) => {
        const Named = Schema.Struct({
          name: Schema.String,
          status: Schema.String,
          accountId: Schema.NullOr(Schema.String)
        })
        const { templates } = Schema.decodeUnknownSync(Schema.Struct({ templates: Schema.Array(Named) }))(body)
        return templates.find(({ name }) => name === "parcel")
      })
      assert.deepStrictEqual(yield* status, { name: "parcel", status: "APPROVED", accountId: phoneNumberId })
      yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.000Z"))
      yield* imported(before)
      assert.deepInclude(yield* status, { status: "PENDING" })
      yield* TestClock.adjust("3 seconds")
      assert.deepInclude(yield* status, { status: "APPROVED" })
    }).pipe(atNoon({ delivery: "manual" }))
  )

  it.effect("state file: an invalid file changes nothing, and the response names the field", () =>
    Effect.gen(function* () {
      yield* live
      const before = yield* exported
      const { threads: _, ...withoutThreads } = before.parts
      const bad: ReadonlyArray<readonly [string, (state: State) => unknown]> = [
        ["body: ", () => "no state"],
        ["format: ", (state) => ({ ...state, format: "zip" })],
        ["version: ", (state) => ({ ...state, version: 2 })],
        ["accounts: whatsapp 1 is not in both", (state) => ({ ...state, accounts: [...state.accounts, "whatsapp 1"] })],
        ["parts.threads: is required", (state) => ({ ...state, parts: withoutThreads })],
        ["parts.other: is no part of the state", (state) => ({ ...state, parts: { ...state.parts, other: 1 } })],
        ["parts.reading: ", (state) => ({ ...state, parts: { ...state.parts, people: [], reading: "never" } })],
        ["parts.media[0].", (state) => ({ ...state, parts: { ...state.parts, people: [], media: [{ id: "7" }] } })],
        ["more: ", (state) => ({ ...state, more: 1 })]
      ]
      for (const [reason, change] of bad) {
        const { body, status } = yield* imported(change(before))
        assert.strictEqual(status, 400, reason)
        assert.include(JSON.stringify(body), `{"error":"${reason}`)
        assert.deepStrictEqual(yield* exported, before, reason)
      }
    }).pipe(atNoon({ delivery: "manual" }))
  )

  it.effect("state file: programs can export and import it, like the other controls", () =>
    Effect.gen(function* () {
      const emulator = yield* Emulated.Emulator
      yield* emulator.setReading("manual")
      const fault = yield* emulator.armFault({ mode: "split" })
      assert.deepStrictEqual(fault, Option.some({ id: 1, rule: { mode: "split" }, acted: 0 }))
      const before = yield* emulator.exportState
      assert.isTrue(yield* emulator.disarmFault(1))
      yield* emulator.setReading("automatic")
      assert.notStrictEqual(yield* emulator.exportState, before)
      yield* emulator.importState(before)
      assert.strictEqual(yield* emulator.exportState, before)
      assert.include((yield* Effect.flip(emulator.importState("{}"))).reason, "format: ")
      assert.deepStrictEqual(yield* emulator.redeliver(1), Option.none())
    }).pipe(atNoon({ delivery: "manual" }))
  )

  it.effect("state file: an import is saved to the disk with its files", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())
      const options = { delivery: "manual", folder } as const
      const before = yield* Effect.andThen(live, exported).pipe(atNoon({ delivery: "manual" }))
      yield* imported(before).pipe(atNoon(options))
      assert.deepStrictEqual(
        { ...(yield* exported.pipe(atNoon(options))).parts, faults: null },
        { ...before.parts, faults: null }
      )
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})
