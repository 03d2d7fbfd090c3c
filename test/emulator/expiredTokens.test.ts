import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { createHmac } from "node:crypto"
import { Emulator } from "../../emulator/Emulator.ts"
import { upload } from "./media/media.ts"
import { byLogin, call, emulated, messenger, page, send, seed } from "./pages.ts"
import * as Platform from "./platform.ts"

const { accessToken, control, phoneNumberId, refused, request, wabaId } = Platform

const makeExpire = (token: string) => control("POST", "tokens", { accessToken: token, state: "expired" })

const expired = (since: string, now: string) =>
  refused(
    401,
    190,
    `Error validating access token: Session has expired on ${since}. The current time is ${now}.`,
    undefined,
    { error_subcode: 463 }
  )

const hello = { message: { text: "Hello" } }

describe("a token that has expired", () => {
  it.effect("is refused on every call, in the platform's time, until it is good again", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-07-29T17:00:00.000Z"))
      assert.deepStrictEqual(yield* makeExpire(accessToken), { status: 200, body: { success: true } })
      yield* TestClock.adjust("1 day")
      yield* makeExpire(accessToken)
      const refusal = expired("Wednesday, 29-Jul-26 10:00:00 PDT", "Thursday, 30-Jul-26 10:00:00 PDT")

      assert.deepStrictEqual(yield* Platform.send({ text: { body: "Hello" } }), refusal)
      assert.deepStrictEqual(yield* Platform.get(`/${wabaId}/message_templates`), refusal)
      assert.deepStrictEqual(yield* Platform.get(`/${phoneNumberId}`), refusal)
      assert.deepStrictEqual(yield* Platform.get("/me"), refusal)
      assert.deepStrictEqual(yield* Platform.get("/4711"), refusal)
      assert.deepStrictEqual(yield* Platform.get("/4711/nothing"), refusal)
      assert.deepStrictEqual(yield* upload(), refusal)

      assert.strictEqual((yield* call("GET", `/${page.id}/conversations`)).status, 200)
      yield* control("POST", "tokens", { accessToken, state: "valid" })
      assert.strictEqual((yield* Platform.send({ text: { body: "Hello" } })).status, 200)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("is refused on the other channels just so", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-01-02T08:03:04.000Z"))
      yield* makeExpire(messenger.token)
      yield* makeExpire(byLogin.token)
      const refusal = expired("Friday, 02-Jan-26 00:03:04 PST", "Friday, 02-Jan-26 00:03:04 PST")
      assert.deepStrictEqual(yield* send(messenger, hello), refusal)
      assert.deepStrictEqual(yield* send(byLogin, hello), refusal)
      assert.deepStrictEqual(yield* call("GET", `/${page.id}/conversations`), refusal)
      assert.deepStrictEqual(yield* call("GET", "/me/custom_labels"), refusal)
      assert.deepStrictEqual(yield* call("POST", `/${page.id}/subscribed_apps`), refusal)
      assert.deepStrictEqual(yield* call("POST", "/me/message_attachments", {}), refusal)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("must be one that somebody has", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* makeExpire("EAAnobody"), {
        status: 400,
        body: { error: "accessToken: is not the token of any account" }
      })
      const { body, status } = yield* control("POST", "tokens", { accessToken, state: "gone" })
      assert.strictEqual(status, 400)
      assert.match(JSON.stringify(body), /"state: /)
    }).pipe(Effect.provide(emulated()))
  )
})

describe("the proof that a caller has the app's secret", () => {
  const appSecret = "app-secret"
  const proofOf = (token: string, secret = appSecret) => createHmac("sha256", secret).update(token).digest("hex")
  const templates = (proof: string) =>
    Effect.map(
      request(`/${wabaId}/message_templates?limit=1&fields=id&access_token=${accessToken}&appsecret_proof=${proof}`),
      Platform.masked
    )
  const wrong = refused(400, 100, "Invalid appsecret_proof provided in the API argument", undefined, {
    type: "GraphMethodException"
  })

  it.effect("need not be given, but must be that of the token", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* templates(proofOf(accessToken))).status, 200)
      assert.strictEqual((yield* templates(proofOf(accessToken).toUpperCase())).status, 200)
      assert.deepStrictEqual(yield* templates(proofOf(accessToken, "other")), wrong)
      assert.deepStrictEqual(yield* templates(proofOf("EAAother")), wrong)
      assert.deepStrictEqual(yield* templates(""), wrong)
      assert.strictEqual((yield* Platform.get(`/${wabaId}/message_templates`)).status, 200)
      const paths = (yield* (yield* Emulator).ledger).map(({ path }) => path)
      assert.isFalse(paths.some((path) => path.includes(proofOf(accessToken))))
    }).pipe(Effect.provide(Platform.emulated({ seed, callback: { url: "http://127.0.0.1:1", appSecret } })))
  )

  it.effect("is not looked at while nobody said the secret", () =>
    Effect.gen(function* () {
      const { setCallback } = yield* Emulator
      assert.strictEqual((yield* templates(proofOf(accessToken, "other"))).status, 200)
      yield* setCallback(Option.some({ url: "http://127.0.0.1:1", appSecret }))
      assert.deepStrictEqual(yield* templates(proofOf(accessToken, "other")), wrong)
      yield* control("POST", "webhook", { url: "http://127.0.0.1:1", appSecret: "other" })
      assert.strictEqual((yield* templates(proofOf(accessToken, "other"))).status, 200)
    }).pipe(Effect.provide(emulated()))
  )
})
