import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Emulator } from "../../emulator/Emulator.ts"
import { account, emulated, page, seed } from "./pages.ts"
import * as Platform from "./platform.ts"

const { accessToken, control, refused, request } = Platform
const appSecret = "app-secret"
const appToken = (secret: string) => encodeURIComponent(`1234|${secret}`)

const debug = (token: string, asker: string) =>
  Effect.map(request(`/v23.0/debug_token?input_token=${token}&access_token=${asker}`), Platform.masked)

/** The scopes with the business accounts that those of WhatsApp were granted for. */
const granular = (scopes: ReadonlyArray<string>) =>
  scopes.map((scope) => (scope.startsWith("whatsapp_") ? { scope, target_ids: [Platform.wabaId] } : { scope }))

const valid = (type: string, scopes: ReadonlyArray<string>, more: object = {}) => ({
  status: 200,
  body: {
    data: {
      app_id: "1234",
      application: "Emulated App",
      type,
      ...more,
      data_access_expires_at: 0,
      expires_at: 0,
      is_valid: true,
      scopes,
      granular_scopes: granular(scopes),
      user_id: "10215241773831025"
    }
  }
})

const whatsApp = ["whatsapp_business_management", "whatsapp_business_messaging"]
const ofPage = ["pages_show_list", "pages_messaging", "pages_manage_metadata"]
const overPage = ["instagram_basic", "instagram_manage_messages"]
const byLogin = ["instagram_business_basic", "instagram_business_manage_messages"]

const expired = {
  code: 190,
  message:
    "Error validating access token: Session has expired on Friday, 20-Nov-26 04:00:00 PST. " +
    "The current time is Friday, 20-Nov-26 05:30:00 PST.",
  subcode: 463
}

describe("debug_token", () => {
  it.effect("debug_token: the app receives owner and scopes of a token", () =>
    Effect.gen(function* () {
      const asker = appToken("anything")
      assert.deepStrictEqual(yield* debug(accessToken, asker), valid("SYSTEM_USER", whatsApp))
      assert.deepStrictEqual(
        yield* debug(page.accessToken, asker),
        valid("PAGE", [...ofPage, ...overPage], { profile_id: page.id })
      )
      assert.deepStrictEqual(yield* debug(account.accessToken, asker), valid("USER", byLogin))
      assert.deepStrictEqual(yield* debug("EAAnobody", asker), {
        status: 200,
        body: {
          data: {
            error: { code: 190, message: "Invalid OAuth access token - Cannot parse access token" },
            is_valid: false,
            scopes: []
          }
        }
      })
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("debug_token: callers with a valid token are admitted, others are refused", () =>
    Effect.gen(function* () {
      const { body } = yield* debug(page.accessToken, accessToken)
      assert.deepNestedPropertyVal(body, "data.app_id", "1517776481860111")
      const wrong = refused(401, 190, "Invalid OAuth access token - Cannot parse access token")
      assert.deepStrictEqual(yield* debug(page.accessToken, "EAAnobody"), wrong)
      assert.deepStrictEqual(
        Platform.masked(yield* request("/debug_token?input_token=x")),
        refused(401, 104, "An access token is required to request this resource.")
      )
      assert.deepStrictEqual(
        Platform.masked(yield* request(`/debug_token?access_token=${accessToken}`)),
        refused(400, 100, "(#100) The parameter input_token is required.")
      )
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("debug_token: an app with a wrong secret is refused if the platform knows the secret", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* debug(accessToken, appToken(appSecret))).status, 200)
      assert.strictEqual((yield* debug(accessToken, appToken("other"))).status, 401)
    }).pipe(Effect.provide(Platform.emulated({ seed, callback: { url: "http://127.0.0.1:1", appSecret } })))
  )

  it.effect("debug_token: an expired token has its time of expiry", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.000Z"))
      yield* control("POST", "tokens", { accessToken, state: "expired" })
      yield* TestClock.adjust("90 minutes")
      assert.deepStrictEqual(yield* debug(accessToken, appToken("anything")), {
        status: 200,
        body: {
          data: {
            app_id: "1234",
            application: "Emulated App",
            type: "SYSTEM_USER",
            data_access_expires_at: 0,
            error: expired,
            expires_at: Date.parse("2026-11-20T12:00:00.000Z") / 1000,
            is_valid: false,
            scopes: whatsApp,
            granular_scopes: granular(whatsApp),
            user_id: "10215241773831025"
          }
        }
      })
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("debug_token: the ledger has no token", () =>
    Effect.gen(function* () {
      yield* debug(accessToken, appToken("anything"))
      const [call] = yield* (yield* Emulator).ledger
      assert.deepStrictEqual(
        [call?.channel, call?.path],
        [null, "/v23.0/debug_token?input_token=REDACTED&access_token=REDACTED"]
      )
    }).pipe(Effect.provide(emulated()))
  )
})
