import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Exit, Layer, Option, Redacted, Ref, Schema } from "effect"
import { TestClock } from "effect/testing"
import { Emulator } from "../../../emulator/Emulator.ts"
import * as MemoryMediaStore from "../../../src/adapters/memory/media/MemoryMediaStore.ts"
import * as MemoryMediaUpload from "../../../src/adapters/memory/media/MemoryMediaUpload.ts"
import { World } from "../../../src/adapters/memory/World.ts"
import * as CloudWhatsApp from "../../../src/adapters/meta/client/CloudWhatsApp.ts"
import * as GraphAccountCheck from "../../../src/adapters/meta/client/GraphAccountCheck.ts"
import * as GraphSignup from "../../../src/adapters/meta/client/GraphSignup.ts"
import * as TokenHealth from "../../../src/adapters/meta/client/TokenHealth.ts"
import * as GraphAgent from "../../../src/adapters/outbound/GraphAgent.ts"
import { beginSignup, completeSignup, type SignupEnd } from "../../../src/app/access/channelSignup.ts"
import { acceptInbound } from "../../../src/app/inbound/acceptInbound.ts"
import { processDeliveries } from "../../../src/app/inbound/processInbound.ts"
import { sendWhatsApp } from "../../../src/app/sends/sendWhatsApp.ts"
import { signupPin, signupState, signupUrl } from "../../../src/domain/access/ChannelSignup.ts"
import { WhatsAppContent } from "../../../src/domain/messages/WhatsAppContent.ts"
import { PlatformNotReached } from "../../../src/domain/messages/PlatformError.ts"
import { ChannelAccounts } from "../../../src/ports/access/ChannelAccounts.ts"
import { CurrentAuthor, operatorAuthor } from "../../../src/ports/access/AuditLog.ts"
import { CurrentSignupApp, SignupPlatform } from "../../../src/ports/access/ChannelSignups.ts"
import { givenOrganization } from "../../../testing/given/given.ts"
import { accessToken, control, emulated, phoneNumberId, request, stranger, wabaId } from "../../emulator/platform.ts"
import * as Receiver from "../../emulator/receiver.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { inboundWorld } from "../inbound/scene.ts"

const appId = "1517776481860111"
const app = { appId, configurationId: "2233", dialogUrl: "https://www.facebook.com/v99.0/dialog/oauth" }

/** The use cases over the emulated platform. */
const overEmulator = Layer.unwrap(
  Effect.map(Emulator, ({ url }) => {
    const graph = { graphUrl: url, instagramGraphUrl: url, version: "v23.0" }
    return Layer.mergeAll(
      GraphSignup.layer(graph, { appId, appSecret: Redacted.make("secret") }),
      GraphAccountCheck.layer(graph),
      CloudWhatsApp.layer(graph)
    )
  })
).pipe(
  Layer.provide([GraphAgent.layer, TokenHealth.layer]),
  Layer.provideMerge(Layer.succeed(CurrentSignupApp, app)),
  Layer.provideMerge(
    Layer.mergeAll(inboundWorld, MemoryMediaStore.layer, MemoryMediaUpload.layer, emulated(), Receiver.layer)
  )
)

const Code = Schema.Struct({ code: Schema.String })

/** The code that the platform's dialog gives the person. */
const codeFor = (numberId: string) =>
  Effect.map(
    control("POST", "signups", { phoneNumberId: numberId }),
    ({ body }) => Schema.decodeUnknownSync(Code)(body).code
  )

const ending = (state: string, code: string, more: Partial<SignupEnd> = {}): SignupEnd => ({
  state,
  code,
  wabaId: null,
  phoneNumberId: null,
  pin: null,
  ...more
})

const register = (pin: string) =>
  request(`/v23.0/${phoneNumberId}/register?access_token=${accessToken}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ messaging_product: "whatsapp", pin })
  })

const connectedNumbers = Effect.map(
  Effect.flatMap(World, ({ state }) => state),
  ({ channelAccounts }) => channelAccounts.map(({ account }) => account.externalId)
)

describe("embedded signup with the emulated platform", () => {
  it.effect("a signup connects the number, which then sends and receives", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.000Z"))
      const { next, url } = yield* Receiver.Receiver
      yield* (yield* Emulator).setCallback(Option.some({ url, appSecret: "secret" }))
      yield* request(`/v23.0/${wabaId}/subscribed_apps?access_token=${accessToken}`, { method: "DELETE" })
      const { id } = yield* givenOrganization()
      const begun = yield* beginSignup(id, "https://app.example.com/done")
      assert.strictEqual(begun.url, signupUrl(app, begun.state, "https://app.example.com/done"))
      assert.strictEqual(DateTime.formatIso(begun.expiresAt), "2026-11-20T13:00:00.000Z")
      const code = yield* codeFor(phoneNumberId)

      const { account, pin } = yield* completeSignup(id, ending(begun.state, code))
      assert.match(pin ?? "", /^\d{6}$/)
      assert.deepStrictEqual(
        [account.externalId, account.displayName, account.businessAccountId],
        [phoneNumberId, "+1 555-078-3881", wabaId]
      )
      const listed = yield* (yield* ChannelAccounts).ofOrganization(id)
      assert.deepStrictEqual(
        listed.map(({ tokenState }) => tokenState),
        ["ok"]
      )

      yield* sendWhatsApp(id, "+16505551234", WhatsAppContent.cases.Text.make({ text: "Welcome" }))
      yield* control("POST", "inbound", { channel: "whatsapp", from: "16505551234", type: "text", text: "Hi" })
      yield* acceptInbound((yield* next).body)
      yield* processDeliveries(10)
      const { messages } = yield* (yield* World).state
      assert.deepStrictEqual(messages.map(({ direction }) => direction).toSorted(), ["inbound", "outbound"])
    }).pipe(Effect.provide(overEmulator))
  )

  it.effect("a number that is not registered cannot send", () =>
    Effect.gen(function* () {
      yield* codeFor(phoneNumberId)
      const { body, status } = yield* request(`/v23.0/${phoneNumberId}/messages?access_token=${accessToken}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ messaging_product: "whatsapp", to: "16505551234", type: "text", text: { body: "Hi" } })
      })
      assert.strictEqual(status, 400)
      assert.include(JSON.stringify(body), '"code":133010')
    }).pipe(Effect.provide(overEmulator))
  )

  it.effect("a refused step connects nothing, and the same code continues behind the exchange", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.000Z"))
      assert.strictEqual((yield* register("111111")).status, 200)
      const { id } = yield* givenOrganization()
      const { state } = yield* beginSignup(id, null)
      const code = yield* codeFor(phoneNumberId)
      const refused = yield* Effect.flip(completeSignup(id, ending(state, code)))
      assert.deepStrictEqual(
        [refused._tag, refused._tag === "SignupStepFailed" && refused.step, "code" in refused && refused.code],
        ["SignupStepFailed", "register", 133_005]
      )
      assert.deepStrictEqual(yield* connectedNumbers, [])
      const { pin } = yield* completeSignup(id, ending(state, code, { pin: "111111" }))
      assert.strictEqual(pin, "111111")
      assert.deepStrictEqual(yield* connectedNumbers, [phoneNumberId])
    }).pipe(Effect.provide(overEmulator))
  )

  it.effect("a wrong code, a used code, and ids that the signup did not grant are refused by name", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.000Z"))
      const { id } = yield* givenOrganization()
      const attempt = Effect.fnUntraced(function* (code: string, more: Partial<SignupEnd> = {}) {
        const { state } = yield* beginSignup(id, null)
        return yield* Effect.flip(completeSignup(id, ending(state, code, more)))
      })
      const wrong = yield* attempt("nonsense")
      assert.strictEqual(wrong._tag === "SignupStepFailed" ? wrong.step : wrong._tag, "exchange")
      const code = yield* codeFor(phoneNumberId)
      const foreign = yield* attempt(code, { wabaId: stranger.wabaId })
      assert.deepStrictEqual(foreign._tag === "SignupChoice" ? [foreign.field, ...foreign.choices] : foreign._tag, [
        "wabaId",
        wabaId
      ])
      const used = yield* attempt(code)
      assert.include(used._tag === "SignupStepFailed" ? used.reason : "", "has been used")
      const number = yield* attempt(yield* codeFor(phoneNumberId), { phoneNumberId: stranger.phoneNumberId })
      assert.strictEqual(number._tag === "SignupChoice" ? number.field : number._tag, "phoneNumberId")
      assert.deepStrictEqual(yield* connectedNumbers, [])
    }).pipe(Effect.provide(overEmulator))
  )
})

describe("embedded signup", () => {
  const counted = Effect.fnUntraced(function* (failing: number) {
    const exchanges = yield* Ref.make(0)
    const registrations = yield* Ref.make(0)
    const usual = yield* SignupPlatform
    const platform = SignupPlatform.of({
      ...usual,
      exchange: (code, redirectUrl) =>
        Effect.andThen(
          Ref.update(exchanges, (n) => n + 1),
          usual.exchange(code, redirectUrl)
        ),
      register: () =>
        Effect.flatMap(
          Ref.updateAndGet(registrations, (n) => n + 1),
          (n) => (n <= failing ? Effect.fail(new PlatformNotReached({ detail: "refused" })) : Effect.void)
        )
    })
    return { exchanges, platform }
  })

  it.effect("of concurrent completions one exchanges the code and connects, and the state is used then", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const { exchanges, platform } = yield* counted(0)
      const { state } = yield* beginSignup(id, null)
      const complete = Effect.provideService(completeSignup(id, ending(state, "code")), SignupPlatform, platform)
      const exits = yield* Effect.all(
        Array.from({ length: 5 }, () => Effect.exit(complete)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(exits.filter(Exit.isSuccess).length, 1)
      assert.strictEqual(yield* Ref.get(exchanges), 1)
      const again = yield* Effect.flip(complete)
      assert.strictEqual(again._tag === "SignupRefused" ? again.reason : again._tag, "used")
    }).pipe(Effect.provide(httpWorld))
  )

  it.effect(
    "another organization, another author, another code and a late completion are refused before the platform",
    () =>
      Effect.gen(function* () {
        const { id } = yield* givenOrganization()
        const other = yield* givenOrganization()
        const { exchanges, platform } = yield* counted(1)
        const { state } = yield* beginSignup(id, null)
        const reason = <A, E extends { readonly _tag: string }, R>(attempt: Effect.Effect<A, E, R>) =>
          Effect.map(Effect.flip(Effect.provideService(attempt, SignupPlatform, platform)), (error) =>
            "reason" in error ? String(error.reason) : error._tag
          )
        assert.strictEqual(yield* reason(completeSignup(other.id, ending(state, "code"))), "unknown")
        assert.strictEqual(
          yield* reason(
            Effect.provideService(completeSignup(id, ending(state, "code")), CurrentAuthor, operatorAuthor)
          ),
          "unknown"
        )
        assert.strictEqual(yield* reason(completeSignup(id, ending("another", "code"))), "unknown")
        assert.strictEqual(yield* Ref.get(exchanges), 0)
        assert.include(yield* reason(completeSignup(id, ending(state, "code"))), "cannot be reached")
        assert.strictEqual(yield* reason(completeSignup(id, ending(state, "other"))), "another code")
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(yield* reason(completeSignup(id, ending(state, "code"))), "expired")
        assert.strictEqual(yield* Ref.get(exchanges), 1)
      }).pipe(Effect.provide(httpWorld))
  )

  it.effect("without an app there are no signups", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      assert.strictEqual((yield* Effect.flip(beginSignup(id, null)))._tag, "SignupsOff")
    }).pipe(Effect.provideService(CurrentSignupApp, null), Effect.provide(httpWorld))
  )

  it("a state fits into an address, and a PIN has six digits", () => {
    const state = signupState("whsec_+/8AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AAA=")
    assert.match(state, /^[\w-]{42,43}$/)
    assert.match(signupPin(state), /^\d{6}$/)
    assert.strictEqual(signupPin("AAAAAAAAAA"), "000000")
  })
})
