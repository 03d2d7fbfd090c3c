import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { Emulator } from "../../../emulator/Emulator.ts"
import {
  accepted,
  byLogin,
  call,
  emulated,
  messenger,
  overPage,
  page,
  refusedByLogin,
  refusedOverPage,
  send
} from "../pages.ts"
import { type Answer, control, refused } from "../platform.ts"

const hello = { message: { text: "Hello" } }
const rules = (...all: ReadonlyArray<unknown>) => control("POST", "faults", { rules: all })

const outsideWindow = "(#10) This message is sent outside of allowed window."
const policy =
  "Learn more about the new policy here: https://developers.facebook.com/docs/messenger-platform/policy-overview"
const notAvailable = "(#551) This person isn't available right now."
const notTester =
  "(#200) Cannot message users who are not admins, developers or testers of the app until pages_messaging permission " +
  "is reviewed and the app is live."

/** Codes with and without their subcodes, and the whole answer to them. */
const onMessenger: ReadonlyArray<readonly [code: number, subcode: number | undefined, answer: Answer]> = [
  [10, 2018278, refusedOverPage(`${outsideWindow} ${policy}`, 2018278)],
  [10, undefined, refusedOverPage(`${outsideWindow} ${policy}`, 2018278)],
  [
    10,
    2018065,
    refusedOverPage(`${outsideWindow} You need page_messaging_subscriptions permission to be able to do it.`, 2018065)
  ],
  [10, 2018108, refusedOverPage("(#10) This person isn't receiving messages from you right now.", 2018108, 403)],
  [10, 1893063, refusedOverPage("(#10) The Page is temporarily restricted from sending messages.", 1893063, 403)],
  [551, 1545041, refusedOverPage(notAvailable, 1545041)],
  [551, undefined, refusedOverPage(notAvailable, 1545041)],
  [190, undefined, refused(401, 190, "Invalid OAuth access token.")],
  [
    190,
    463,
    refused(401, 190, "Error validating access token: Session has expired.", undefined, { error_subcode: 463 })
  ],
  [190, 1234567, refused(401, 190, "Invalid OAuth access token.", undefined, { error_subcode: 1234567 })],
  [100, 2018001, refusedOverPage("(#100) No matching user found", 2018001)],
  [100, 2018109, refusedOverPage("(#100) Attachment size exceeds allowable limit", 2018109)],
  [100, undefined, refusedOverPage("(#100) Invalid parameter")],
  [613, undefined, refusedOverPage("(#613) Calls to this API have exceeded the rate limit", undefined, 429)],
  [4, undefined, refusedOverPage("(#4) Application request limit reached", undefined, 429)],
  [4, 2018022, refusedOverPage("(#4) Too many send requests to phone numbers", 2018022, 429)],
  [200, undefined, refusedOverPage(notTester, 2018028, 403)],
  [200, 1545041, refusedOverPage("(#200) This person isn't receiving messages from you right now.", 1545041, 403)],
  [230, undefined, refusedOverPage("(#230) Requires pages_messaging permission to manage the object", undefined, 403)],
  [1200, undefined, refusedOverPage("(#1200) Temporary send message failure. Please try again later.", undefined, 500)],
  [1, undefined, refusedOverPage("(#1) An unknown error occurred", 99, 500)],
  [
    2,
    undefined,
    refused(503, 2, "An unexpected error has occurred. Please retry your request later.", undefined, {
      is_transient: true
    })
  ],
  [36000, undefined, refused(200, 36000, "The image size is too large.")],
  [999_999, 7, refusedOverPage("(#999999) Unknown error", 7)]
]

/** Instagram's own answers; the others equal Messenger's. */
const onInstagram: ReadonlyArray<readonly [code: number, subcode: number | undefined, text: string, status: number]> = [
  [10, 2534022, outsideWindow, 403],
  [10, undefined, outsideWindow, 403],
  [100, 2534014, "(#100) The requested user cannot be found.", 400],
  [613, undefined, "(#613) Calls to this API have exceeded the rate limit", 429]
]
const usualSubcode: Readonly<Record<number, number>> = { 10: 2534022 }

describe("faults of sends to people", () => {
  it.effect.each(onMessenger)(
    "person faults: code %i and subcode %s on Messenger have the documented response",
    ([code, subcode, answer]) =>
      Effect.gen(function* () {
        yield* rules({ channel: "messenger", code, ...(subcode === undefined ? {} : { subcode }), mode: "sync" })
        assert.deepStrictEqual(yield* send(messenger, hello), answer)
        assert.strictEqual((yield* send(overPage, hello)).status, 200)
        assert.strictEqual((yield* send(byLogin, hello)).status, 200)
      }).pipe(Effect.provide(emulated()))
  )

  it.effect.each(onInstagram)(
    "person faults: code %i and subcode %s on Instagram have Instagram's text",
    ([code, subcode, text, status]) =>
      Effect.gen(function* () {
        yield* rules({ channel: "instagram", code, ...(subcode === undefined ? {} : { subcode }), mode: "sync" })
        const told = subcode ?? usualSubcode[code]
        assert.deepStrictEqual(yield* send(overPage, hello), refusedOverPage(text, told, status))
        assert.deepStrictEqual(yield* send(byLogin, hello), refusedByLogin(text, told, status))
        assert.deepStrictEqual(yield* send(messenger, hello), accepted(messenger.to))
      }).pipe(Effect.provide(emulated()))
  )

  it.effect("person faults: login errors have the same text on both channels", () =>
    Effect.gen(function* () {
      yield* rules({ code: 190, mode: "sync" })
      const answer = refused(401, 190, "Invalid OAuth access token.")
      for (const way of [messenger, overPage, byLogin]) assert.deepStrictEqual(yield* send(way, hello), answer)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("person faults: a rule can have a person, and is used by otherwise accepted sends", () =>
    Effect.gen(function* () {
      yield* rules({ to: messenger.to, code: 551, mode: "sync", times: 1 })
      assert.deepStrictEqual(yield* send({ ...messenger, to: "4711" }, hello), accepted("4711"))
      assert.strictEqual((yield* send(messenger, {})).status, 400)
      assert.strictEqual((yield* send(messenger, { sender_action: "typing_on" })).status, 200)
      assert.deepStrictEqual(yield* send(messenger, hello), refusedOverPage(notAvailable, 1545041))
      assert.deepStrictEqual(yield* send(messenger, hello), accepted(messenger.to))
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("person faults: an asynchronous fault is invisible", () =>
    Effect.gen(function* () {
      yield* rules({ code: 10, mode: "async", times: 3 })
      assert.deepStrictEqual(yield* send(messenger, hello), accepted(messenger.to))
      assert.deepStrictEqual(yield* send(overPage, hello), accepted(overPage.to, "aWdfID"))
      assert.deepStrictEqual(yield* send(byLogin, hello), accepted(byLogin.to, "aWdfID"))
      assert.deepStrictEqual((yield* (yield* Emulator).faults).rules, [])
    }).pipe(Effect.provide(emulated()))
  )

  it.effect.each([
    ["Messenger", messenger],
    ["Instagram over a Page", overPage],
    ["Instagram", byLogin]
  ] as const)("person faults: garbled and disconnect on %s send nothing", ([, way]) =>
    Effect.gen(function* () {
      const { ledger, setFaults, url } = yield* Emulator
      const person = { recipient: { id: way.to }, ...hello }
      const platform = way === messenger ? "messenger" : "instagram"
      const messages = yield* call("GET", `/me/conversations?platform=${platform}`, undefined, way.token)
      yield* setFaults([
        { mode: "garbled", times: 1 },
        { mode: "disconnect", times: 1 }
      ])
      const garbled = yield* send(way, hello)
      const dropped = yield* Effect.exit(
        Effect.tryPromise(() =>
          fetch(`${url}${way.path}?access_token=${way.token}`, { method: "POST", body: JSON.stringify(person) })
        )
      )
      assert.strictEqual(garbled.status, 502)
      assert.isTrue(Exit.isFailure(dropped))
      assert.deepStrictEqual(
        (yield* ledger).map(({ channel, status }) => [channel, status]),
        [
          [platform, 200],
          [platform, 502],
          [platform, 0]
        ]
      )
      assert.deepStrictEqual(
        yield* call("GET", `/me/conversations?platform=${platform}`, undefined, way.token),
        messages
      )
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("person faults: a refused send leaves the conversations unchanged", () =>
    Effect.gen(function* () {
      yield* rules({ code: 10, mode: "sync" })
      yield* send(messenger, hello)
      assert.deepStrictEqual(yield* call("GET", `/${page.id}/conversations`), { status: 200, body: { data: [] } })
    }).pipe(Effect.provide(emulated()))
  )
})
