import { DateTime, Effect, type Layer, Redacted } from "effect"
import { type ChannelSignup, maxSignups } from "../../../../src/domain/access/ChannelSignup.ts"
import { ChannelSignups } from "../../../../src/ports/access/ChannelSignups.ts"
import { givenOrganization, uuid } from "../../../given/given.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Runner } from "../../Runner.ts"
import { suite } from "../../Suite.ts"

const start = DateTime.makeUnsafe("2026-11-20T12:00:00.001Z")
const later = (minutes: number) => DateTime.add(start, { minutes })

const signup: ChannelSignup = {
  startedBy: "Operator:",
  redirectUrl: "https://app.example.com/done",
  startedAt: start,
  expiresAt: later(60)
}

const attempt = (minutes: number, code = "code") => ({
  startedBy: "Operator:",
  code,
  at: later(minutes),
  until: later(minutes + 2)
})

const grant = { token: Redacted.make("EAAtoken"), pin: "012345", isRegistering: false }

const given = Effect.gen(function* () {
  const { id } = yield* givenOrganization()
  const state = yield* uuid
  yield* (yield* ChannelSignups).begin(id, state, signup)
  return { id, state }
})

export const channelSignupsContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `ChannelSignups: ${name}`, ports, (it) => {
    it.effect("signups: a claim returns the start, and one after a release what was obtained", () =>
      Effect.gen(function* () {
        const { claim, release, storeGrant } = yield* ChannelSignups
        const { id, state } = yield* given
        const { redirectUrl } = signup
        assert.deepStrictEqual(yield* claim(id, state, attempt(1)), { redirectUrl, grant: null })
        yield* storeGrant(id, state, grant)
        yield* release(id, state)
        assert.deepStrictEqual(yield* claim(id, state, attempt(1)), { redirectUrl, grant })
      })
    )

    it.effect("signups: refusals tell an unknown, used, expired, claimed and otherwise begun signup apart", () =>
      Effect.gen(function* () {
        const { claim, complete, release } = yield* ChannelSignups
        const { id, state } = yield* given
        const other = yield* givenOrganization()
        const refusal = (...args: Parameters<typeof claim>) =>
          Effect.map(Effect.flip(claim(...args)), ({ reason }) => reason)
        assert.strictEqual(yield* refusal(other.id, state, attempt(1)), "unknown")
        assert.strictEqual(yield* refusal(id, "another state", attempt(1)), "unknown")
        assert.strictEqual(yield* refusal(id, state, { ...attempt(1), startedBy: "Program:" }), "unknown")
        assert.strictEqual(yield* refusal(id, state, attempt(60)), "expired")
        yield* claim(id, state, attempt(1))
        assert.strictEqual(yield* refusal(id, state, attempt(2)), "in progress")
        assert.strictEqual(yield* refusal(id, state, attempt(2, "another")), "another code")
        yield* claim(id, state, attempt(3))
        yield* release(id, state)
        yield* claim(id, state, attempt(3))
        yield* complete(id, state, later(4))
        assert.strictEqual(yield* refusal(id, state, attempt(5)), "used")
      })
    )

    it.effect("signups: of concurrent claims one succeeds", () =>
      Effect.gen(function* () {
        const { claim } = yield* ChannelSignups
        const { id, state } = yield* given
        const results = yield* Effect.all(
          Array.from({ length: 8 }, () => Effect.result(claim(id, state, attempt(1)))),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(results.filter(({ _tag }) => _tag === "Success").length, 1)
      })
    )

    it.effect("signups: a start deletes expired ones of its organization, and the newest stay", () =>
      Effect.gen(function* () {
        const { begin, claim } = yield* ChannelSignups
        const { id, state } = yield* given
        const reason = (of: string, minutes: number) =>
          Effect.map(Effect.result(claim(id, of, attempt(minutes))), (result) =>
            result._tag === "Failure" ? result.failure.reason : "claimed"
          )
        yield* begin(id, "late", { ...signup, startedAt: later(60), expiresAt: later(120) })
        assert.strictEqual(yield* reason(state, 1), "unknown")
        for (let index = 0; index < maxSignups; index++) {
          yield* begin(id, `state ${index}`, { ...signup, startedAt: later(61), expiresAt: later(121) })
        }
        assert.strictEqual(yield* reason("late", 62), "unknown")
        assert.strictEqual(yield* reason(`state ${maxSignups - 1}`, 62), "claimed")
      })
    )
  })
