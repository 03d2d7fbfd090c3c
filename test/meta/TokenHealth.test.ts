import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Fiber, Predicate, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../src/adapters/memory/World.ts"
import { ConnectionLost, NotConnected } from "../../src/adapters/outbound/HttpFailure.ts"
import { ChannelAccounts, type ConnectedAccount } from "../../src/ports/access/ChannelAccounts.ts"
import { DirectMessages, WhatsApp } from "../../src/ports/sends/WhatsApp.ts"
import { TemplateCatalogue } from "../../src/ports/templates/TemplateCatalogue.ts"
import { withJumps } from "../support/processes/jumpingClock.ts"
import { type Answer, refuses, says } from "./cannedAgent.ts"
import { eventsOf } from "../../testing/given/seen.ts"
import { sendId, text, to } from "./graph.ts"
import { givenConnected, health, send, works, world } from "./watchedAccounts.ts"

const hello = { _tag: "Text", text: "Hello" } as const
const refused = (at: string) => ({ code: 190, message: "(#190) No", at })
const start = "1970-01-01T00:00:00.000Z"

const withSubcode = (code: number, error_subcode: number | undefined, message: string) =>
  says({ error: { code, error_subcode, message, type: "OAuthException" } }, 401)

describe("marking an account for reconnection", () => {
  it.effect.each([
    [190, undefined, "Access token has expired"],
    [190, 458, "Error validating access token: The user has not authorized application 1."],
    [190, 460, "Error validating access token: The session has been invalidated."],
    [190, 463, "Error validating access token: Session has expired on Sunday, 15-Nov-26 10:00:00 PST."],
    [190, 467, "Invalid OAuth access token."],
    [190, 1_234_567, "Invalid OAuth access token."],
    [0, undefined, "AuthException"]
  ] as const)("token health: a refused token marks the account (%d/%s %s)", ([code, subcode, message]) => {
    const { layer } = world(() => withSubcode(code, subcode, message))
    return Effect.gen(function* () {
      const account = yield* givenConnected()
      const other = yield* givenConnected()
      yield* TestClock.adjust("90 seconds")
      assert.strictEqual(yield* send(account), `refused ${code}`)
      assert.deepStrictEqual(yield* health(account, other), [{ code, message, at: "1970-01-01T00:01:30.000Z" }, "ok"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("token health: the organization is notified once of the mark, and once of its end", () => {
    const { layer } = world((ordinal) => (ordinal < 3 ? refuses(190) : works))
    return Effect.gen(function* () {
      const account = yield* givenConnected()
      for (let call = 0; call < 3; call++) yield* send(account)
      yield* TestClock.adjust("10 minutes")
      for (let call = 0; call < 3; call++) yield* send(account)
      const events = yield* eventsOf(account.account.organizationId)
      assert.deepStrictEqual(
        events.map(({ data, type }) => [
          type,
          Predicate.hasProperty(data, "change") && data.change,
          Predicate.hasProperty(data, "values") && data.values
        ]),
        [
          ["account.updated", "token_refused", { code: 190, message: "(#190) No" }],
          ["account.updated", "token_accepted", {}]
        ]
      )
    }).pipe(Effect.provide(layer))
  })

  const channels: ReadonlyArray<
    readonly [
      string,
      Parameters<typeof givenConnected>[0],
      (from: ConnectedAccount) => Effect.Effect<unknown, unknown, WhatsApp | DirectMessages | TemplateCatalogue>
    ]
  > = [
    ["a WhatsApp send", {}, (from) => Effect.flatMap(WhatsApp, (port) => port.send(from, to, text, sendId))],
    ["a listing of templates", {}, (from) => Effect.flatMap(TemplateCatalogue, (port) => port.approved(from))],
    [
      "a Messenger send",
      { channel: "messenger" },
      (from) =>
        Effect.flatMap(DirectMessages, (port) =>
          port.send(from, "PSID", { content: hello, tag: null, replyTo: null }, sendId)
        )
    ],
    [
      "a listing of Messenger conversations",
      { channel: "messenger" },
      (from) => Effect.flatMap(DirectMessages, (port) => port.conversations(from))
    ],
    ...(["page", null] as const).flatMap((pageId): typeof channels => [
      [
        `an Instagram send (${pageId})`,
        { channel: "instagram", pageId },
        (from) =>
          Effect.flatMap(DirectMessages, (port) =>
            port.send(from, "IGSID", { content: hello, tag: null, replyTo: null }, sendId)
          )
      ],
      [
        `a listing of Instagram conversations (${pageId})`,
        { channel: "instagram", pageId },
        (from) => Effect.flatMap(DirectMessages, (port) => port.conversations(from))
      ]
    ])
  ]
  it.effect.each(channels)("token health: every call to the platform can mark the account: %s", ([, changes, call]) => {
    const { layer } = world(() => refuses(190))
    return Effect.gen(function* () {
      const account = yield* givenConnected(changes)
      yield* Effect.flip(call(account))
      assert.deepStrictEqual(yield* health(account), [refused(start)])
    }).pipe(Effect.provide(layer))
  })

  const codes = [
    1, 2, 3, 4, 10, 17, 33, 100, 102, 104, 191, 200, 230, 299, 368, 551, 613, 1200, 19_000, 80_007, 130_429, 131_000,
    131_005, 131_031, 131_042, 131_045, 131_047, 131_049, 132_001, 133_010, -190
  ]
  const otherwise: ReadonlyArray<readonly [string, Answer]> = [
    ...codes.map((code) => [`code ${code}`, withSubcode(code, 463, "Session has expired")] as const),
    ["not reached", Effect.fail(new NotConnected({ reason: "connection refused", detail: "190" }))],
    ["connection lost", Effect.fail(new ConnectionLost({ detail: "190" }))],
    ["HTTP 401 without an error", says({}, 401)],
    ["success", works]
  ]
  it.effect.each(otherwise)("token health: other failures do not mark the account (%s)", ([, answer]) => {
    const { layer, writes } = world(() => answer)
    return Effect.gen(function* () {
      const account = yield* givenConnected()
      yield* send(account)
      assert.deepStrictEqual(yield* health(account), ["ok"])
      assert.notInclude(writes, "mark")
    }).pipe(Effect.provide(layer))
  })
})

describe("token refusals", () => {
  it.effect("token health: many refused calls write the mark once, and again ten minutes later", () => {
    const { calls, layer, lines, writes } = world(() => refuses(190))
    return Effect.gen(function* () {
      const account = yield* givenConnected()
      const many = Effect.all(
        Array.from({ length: 20 }, () => send(account)),
        { concurrency: 20 }
      )
      assert.deepStrictEqual(new Set(yield* many), new Set(["refused 190"]))
      yield* TestClock.adjust("599 seconds")
      yield* many
      assert.deepStrictEqual([calls.length, writes], [40, ["mark"]])
      assert.deepStrictEqual(lines, ["Warn the platform refuses the account's token; reconnect the account"])
      yield* TestClock.adjust("1 second")
      yield* many
      assert.deepStrictEqual(writes, ["mark", "mark"])
      assert.deepStrictEqual(yield* health(account), [refused(start)])
    }).pipe(Effect.provide(layer))
  })

  it.effect("token health: the stored refusal is short and without the token", () => {
    const { layer } = world(() => refuses(190, `Malformed access token token of ${"x".repeat(600)}`))
    return Effect.gen(function* () {
      const account = yield* givenConnected({ token: Redacted.make("token of xxx") })
      const failure = yield* Effect.flip(Effect.flatMap(WhatsApp, (port) => port.send(account, to, text, sendId)))
      assert.notInclude(JSON.stringify(failure), "token of xxx")
      const message = `Malformed access token <token>${"x".repeat(470)}`
      assert.deepStrictEqual(yield* health(account), [{ code: 190, message, at: start }])
    }).pipe(Effect.provide(layer))
  })

  it.effect("token health: a failed write does not fail the call, and the next call repeats it", () => {
    const { layer, lines, writes } = world(() => refuses(190))
    return Effect.gen(function* () {
      const account = yield* givenConnected()
      yield* (yield* World).failNext("ChannelAccounts.markReconnect")
      assert.strictEqual(yield* send(account), "refused 190")
      assert.deepStrictEqual(yield* health(account), ["ok"])
      assert.deepStrictEqual(lines, ["Warn the verdict on a token could not be stored"])
      assert.strictEqual(yield* send(account), "refused 190")
      assert.deepStrictEqual(yield* health(account), [refused(start)])
      assert.deepStrictEqual(writes, ["mark", "mark"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("token health: a call waits at most two seconds for the write, even in an uninterruptible region", () => {
    const { layer } = world(() => refuses(190), Effect.never)
    return Effect.gen(function* () {
      const account = yield* givenConnected()
      const sending = yield* Effect.forkChild(Effect.uninterruptible(send(account)))
      yield* TestClock.adjust("1999 millis")
      assert.isUndefined(sending.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* Fiber.join(sending), "refused 190")
    }).pipe(Effect.provide(layer))
  })
})

describe("successful calls", () => {
  /** Refuses the calls with these numbers. */
  const refusing = (...ordinals: ReadonlyArray<number>) =>
    world((ordinal) => (ordinals.includes(ordinal) ? refuses(190) : works))

  it.effect("token health: successes write once in ten minutes", () => {
    const { calls, layer, writes } = refusing()
    return Effect.gen(function* () {
      const account = yield* givenConnected()
      for (let minute = 0; minute < 20; minute++) {
        yield* send(account)
        yield* TestClock.adjust("1 minute")
      }
      assert.deepStrictEqual([calls.length, writes], [20, ["clear", "clear"]])
    }).pipe(Effect.provide(layer))
  })

  it.effect("token health: a success clears the mark one minute after a refusal", () => {
    const { layer, writes } = refusing(1)
    return Effect.gen(function* () {
      const account = yield* givenConnected()
      yield* send(account)
      yield* TestClock.adjust("59 seconds")
      yield* send(account)
      assert.deepStrictEqual(yield* health(account), [refused(start)])
      yield* TestClock.adjust("1 second")
      yield* send(account)
      yield* send(account)
      assert.deepStrictEqual(yield* health(account), ["ok"])
      assert.deepStrictEqual(writes, ["mark", "clear"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("token health: a success does not hide an immediately following refusal", () => {
    const { layer } = refusing(2)
    return Effect.gen(function* () {
      const account = yield* givenConnected()
      yield* send(account)
      yield* send(account)
      assert.deepStrictEqual(yield* health(account), [refused(start)])
    }).pipe(Effect.provide(layer))
  })

  it.effect("token health: a success clears the mark after a minute even if the clock was set back", () => {
    const { layer } = refusing(1)
    return withJumps((jump) =>
      Effect.gen(function* () {
        const account = yield* givenConnected()
        yield* send(account)
        yield* jump("-1 hour")
        yield* TestClock.adjust("1 minute")
        yield* send(account)
        assert.deepStrictEqual(yield* health(account), ["ok"])
      })
    ).pipe(Effect.provide(layer))
  })

  it.effect("token health: a success clears the mark of another process", () => {
    const { layer } = refusing()
    return Effect.gen(function* () {
      const account = yield* givenConnected()
      const other = yield* givenConnected()
      const problem = { code: 190, message: "(#190) No", at: yield* DateTime.now }
      for (const { account: known, token } of [account, other]) {
        yield* (yield* ChannelAccounts).markReconnect(known.organizationId, known.id, token, problem)
      }
      yield* send(account)
      assert.deepStrictEqual(yield* health(account, other), ["ok", refused(start)])
    }).pipe(Effect.provide(layer))
  })

  it.effect("token health: old and new tokens have separate verdicts", () => {
    const { layer } = refusing(1, 3, 4)
    return Effect.gen(function* () {
      const old = yield* givenConnected()
      const { id, organizationId } = old.account
      yield* send(old)
      yield* (yield* ChannelAccounts).connect(organizationId, old.account, Redacted.make("new"))
      const renewed = yield* (yield* ChannelAccounts).byId(organizationId, id)
      assert.strictEqual(yield* send(renewed), "sent")
      assert.strictEqual(yield* send(old), "refused 190")
      assert.deepStrictEqual(yield* health(renewed), ["ok"])
      assert.strictEqual(yield* send(renewed), "refused 190")
      assert.deepStrictEqual(yield* health(renewed), [refused(start)])
    }).pipe(Effect.provide(layer))
  })
})
