import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { defaultStopWords } from "../../../../src/domain/contacts/StopWords.ts"
import { givenAccount } from "../../../../testing/given/given.ts"
import { givenMember } from "../../../../testing/given/givenMember.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { answered, call, givenDashboard, refused, signedIn } from "../sessionDashboard.ts"

const none = {
  defaultCountry: null,
  defaultNumberId: null,
  readReceipts: "off",
  stopWords: null,
  reopenWithinDays: null,
  autoClose: null,
  assignment: null,
  assignOnReply: false,
  workingHours: null,
  awayMessage: null,
  greeting: null
}
const noNumber = "Invalid field defaultNumberId: not a connected WhatsApp number; GET /api/whatsapp/channels lists them"
const noCountry = "Invalid field defaultCountry: Expected a country code of ISO 3166-1 alpha-2"

describe("/settings", () => {
  it.effect("settings: given fields change, null clears a field, and other fields stay", () =>
    Effect.gen(function* () {
      const { account, get, patch } = yield* givenDashboard()
      assert.deepStrictEqual(yield* get("/settings"), answered(200, none))
      const country = { ...none, defaultCountry: "BR" }
      assert.deepStrictEqual(yield* patch("/settings", { defaultCountry: "br" }), answered(200, country))
      const both = { ...country, defaultNumberId: account?.id }
      assert.deepStrictEqual(yield* patch("/settings", { defaultNumberId: account?.id }), answered(200, both))
      assert.deepStrictEqual(yield* get("/settings"), answered(200, both))
      const number = { ...both, defaultCountry: null }
      assert.deepStrictEqual(yield* patch("/settings", { defaultCountry: null }), answered(200, number))
      assert.deepStrictEqual(yield* patch("/settings", none), answered(200, none))
      const receipts = { ...none, readReceipts: "on_reply" }
      assert.deepStrictEqual(yield* patch("/settings", { readReceipts: "on_reply" }), answered(200, receipts))
      assert.deepStrictEqual(yield* patch("/settings", { readReceipts: null }), answered(200, none))
      assert.strictEqual((yield* patch("/settings", { readReceipts: "always" })).status, 400)
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("settings: an empty change, an unknown country and an unknown number are refused", () =>
    Effect.gen(function* () {
      const { get, id, patch } = yield* givenDashboard()
      const other = yield* givenDashboard()
      const page = yield* givenAccount(id, { channel: "messenger", businessAccountId: null })
      assert.deepStrictEqual(yield* patch("/settings", {}), refused(400, "No valid fields to update"))
      for (const defaultCountry of ["XX", "Brazil", "55", "", "AQ", "B\u0000"])
        assert.strictEqual((yield* patch("/settings", { defaultCountry })).status, 400, defaultCountry)
      assert.deepStrictEqual(yield* patch("/settings", { defaultCountry: "AQ" }), refused(400, noCountry))
      for (const defaultNumberId of ["106540352242922", "", other.account?.id, page.id])
        assert.deepStrictEqual(yield* patch("/settings", { defaultNumberId }), refused(400, noNumber))
      assert.deepStrictEqual(yield* get("/settings"), answered(200, none))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("settings: stop words are set, default ones for an omitted list, and cleared", () =>
    Effect.gen(function* () {
      const { get, patch } = yield* givenDashboard()
      const own = { ...none, stopWords: { optOut: ["Baja"], optIn: [] } }
      assert.deepStrictEqual(
        yield* patch("/settings", { stopWords: { optOut: ["Baja"], optIn: [] } }),
        answered(200, own)
      )
      assert.deepStrictEqual(
        yield* patch("/settings", { stopWords: {} }),
        answered(200, { ...none, stopWords: defaultStopWords })
      )
      assert.deepStrictEqual(yield* patch("/settings", { stopWords: null }), answered(200, none))
      for (const [stopWords, error] of [
        [{ optOut: ["..."] }, "Invalid field stopWords.optOut: Expected words with a letter or a digit"],
        [{ optIn: ["stop"] }, "Invalid field stopWords.optIn: Expected words that are not in optOut"],
        [{ optOut: ["x".repeat(41)] }, "Invalid field stopWords.optOut: Expected words of at most 40 characters"]
      ] as const) {
        assert.deepStrictEqual(yield* patch("/settings", { stopWords }), refused(400, error))
      }
      assert.deepStrictEqual(yield* get("/settings"), answered(200, none))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("settings: assignment, working hours and automatic answers are set, cleared, and refused by field", () =>
    Effect.gen(function* () {
      const { get, patch } = yield* givenDashboard()
      const hours = { timeZone: "Europe/Berlin", days: { mon: [{ from: "09:00", to: "17:30" }] } }
      const change = {
        assignment: { policy: "round_robin" },
        assignOnReply: true,
        workingHours: hours,
        greeting: "Hello"
      }
      const closed = { sun: [], mon: [], tue: [], wed: [], thu: [], fri: [], sat: [] }
      const all = {
        ...none,
        ...change,
        assignment: { policy: "round_robin", capacity: null },
        workingHours: { ...hours, days: { ...closed, ...hours.days }, holidays: [] }
      }
      assert.deepStrictEqual(yield* patch("/settings", change), answered(200, all))
      for (const [wrong, error] of [
        [
          { assignment: { policy: "manual", capacity: 0 } },
          "Invalid field assignment.capacity: Expected 1 to 1000 conversations"
        ],
        [
          { workingHours: { ...hours, timeZone: "Mars/Olympus" } },
          "Invalid field workingHours.timeZone: Expected a time zone of the IANA database, such as Europe/Berlin"
        ],
        [
          { workingHours: { ...hours, days: { tue: [{ from: "10:00", to: "09:00" }] } } },
          "Invalid field workingHours.days.tue[0].to: Expected a time after from"
        ],
        [{ awayMessage: " " }, "Invalid field awayMessage: Expected a text of at most 1000 bytes, not only spaces"]
      ] as const) {
        assert.deepStrictEqual(yield* patch("/settings", wrong), refused(400, error))
      }
      assert.deepStrictEqual(yield* get("/settings"), answered(200, all))
      const cleared = { assignment: null, assignOnReply: null, workingHours: null, greeting: null }
      assert.deepStrictEqual(yield* patch("/settings", cleared), answered(200, none))
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("settings: the policies of reopening and of automatic closing are set, cleared, and refused by field", () =>
    Effect.gen(function* () {
      const { get, patch } = yield* givenDashboard()
      const days = { ...none, reopenWithinDays: 7 }
      assert.deepStrictEqual(yield* patch("/settings", { reopenWithinDays: 7 }), answered(200, days))
      const quiet = { ...days, autoClose: { afterHours: 72, warning: null } }
      assert.deepStrictEqual(yield* patch("/settings", { autoClose: { afterHours: 72 } }), answered(200, quiet))
      const warning = { text: "Can we close this?", hoursBefore: 2 }
      const warned = { ...days, autoClose: { afterHours: 20, warning } }
      assert.deepStrictEqual(yield* patch("/settings", { autoClose: warned.autoClose }), answered(200, warned))
      for (const [change, error] of [
        [
          { autoClose: { afterHours: 20, warning: { text: "Bye", hoursBefore: 20 } } },
          "Invalid field autoClose.warning.hoursBefore: Expected at least 1 hour, and fewer hours than afterHours"
        ],
        [
          { autoClose: { afterHours: 20, warning: { text: " ", hoursBefore: 2 } } },
          "Invalid field autoClose.warning.text: Expected a text of at most 1000 bytes, not only spaces"
        ],
        [{ autoClose: { afterHours: 0 } }, "Invalid field autoClose.afterHours: Expected 1 to 8760 hours"]
      ] as const) {
        assert.deepStrictEqual(yield* patch("/settings", change), refused(400, error))
      }
      for (const reopenWithinDays of [0, 366, 1.5, "7"])
        assert.strictEqual((yield* patch("/settings", { reopenWithinDays })).status, 400, String(reopenWithinDays))
      assert.deepStrictEqual(yield* get("/settings"), answered(200, warned))
      assert.deepStrictEqual(
        yield* patch("/settings", { reopenWithinDays: null, autoClose: null }),
        answered(200, none)
      )
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect("settings: agents can read them", () =>
    Effect.gen(function* () {
      const { id, patch } = yield* givenDashboard()
      yield* patch("/settings", { defaultCountry: "ES" })
      const { access } = yield* givenMember(id, { role: "agent" })
      const agent = yield* signedIn(id, access.caller)
      assert.deepStrictEqual(yield* call(agent, "/settings"), answered(200, { ...none, defaultCountry: "ES" }))
    }).pipe(Effect.provide(httpWorld))
  )
})
