import { Cause, DateTime, Effect, Exit, type Layer, Option, Redacted } from "effect"
import { SignInId, UserId } from "../../../../src/domain/Ids.ts"
import type { SignIn } from "../../../../src/domain/access/SignIn.ts"
import { SignIns } from "../../../../src/ports/access/SignIns.ts"
import { uuid } from "../../../given/given.ts"
import { freshToken, givenUser } from "../../../given/givenUser.ts"
import { nextEra, seconds } from "../../../given/era.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Runner } from "../../Runner.ts"
import { suite } from "../../Suite.ts"

/** The next token, as an issuer would make it. */
const next = (token: Redacted.Redacted) => Redacted.make(`${Redacted.value(token)}'`)

const month = 30 * 86_400

/** A session with its first refresh token. */
const givenSignIn = Effect.fnUntraced(function* (userId: UserId, at: DateTime.Utc) {
  const signIns = yield* SignIns
  const signIn: SignIn = { id: SignInId.make(yield* uuid), userId, startedAt: at, refreshedAt: at }
  const token = yield* freshToken
  yield* signIns.begin(signIn, token)
  return {
    signIn,
    first: token,
    find: signIns.find(signIn.id),
    /** The result of exchanging a token this many seconds after the start: the refresh time, or the refusal. */
    exchange: (token: Redacted.Redacted, later: number) =>
      signIns.exchange(token, next(token), seconds(at, later)).pipe(
        Effect.map(({ refreshedAt }) => DateTime.toEpochMillis(refreshedAt) - DateTime.toEpochMillis(at)),
        Effect.catch(({ _tag }) => Effect.succeed(_tag))
      )
  }
})

const scene = Effect.gen(function* () {
  const at = yield* nextEra
  const { user } = yield* givenUser
  return { at, user, ...(yield* givenSignIn(user.id, at)) }
})

export const signInsContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `SignIns: ${name}`, ports, (it) => {
    it.effect("sign-ins: a started session is found, and an unknown one is not", () =>
      Effect.gen(function* () {
        const { find, signIn } = yield* scene
        assert.deepStrictEqual(yield* find, Option.some(signIn))
        assert.deepStrictEqual(yield* (yield* SignIns).find(SignInId.make(yield* uuid)), Option.none())
      })
    )

    it.effect("sign-ins: an unknown user gets no session", () =>
      Effect.gen(function* () {
        const exit = yield* Effect.exit(givenSignIn(UserId.make(yield* uuid), yield* nextEra))
        assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
      })
    )

    it.effect("sign-ins: each token is exchanged for the next one while the session is refreshed", () =>
      Effect.gen(function* () {
        const { at, exchange, find, first, signIn } = yield* scene
        let token = first
        for (let month = 1; month <= 12; month++) {
          assert.strictEqual(yield* exchange(token, month * 29 * 86_400), month * 29 * 86_400_000)
          token = next(token)
        }
        const refreshedAt = seconds(at, 12 * 29 * 86_400)
        assert.deepStrictEqual(yield* find, Option.some({ ...signIn, refreshedAt }))
      })
    )

    it.effect("sign-ins: unknown tokens and tokens of another session are refused", () =>
      Effect.gen(function* () {
        const { exchange, first } = yield* scene
        assert.strictEqual(yield* exchange(yield* freshToken, 1), "RefreshTokenUnknown")
        assert.strictEqual(yield* exchange(Redacted.make(""), 1), "RefreshTokenUnknown")
        assert.strictEqual(yield* exchange(next(first), 1), "RefreshTokenUnknown")
        assert.strictEqual(yield* exchange(first, 1), 1_000)
      })
    )

    it.effect("sign-ins: an exchange can be repeated for ten seconds until the next token is used", () =>
      Effect.gen(function* () {
        const { exchange, first } = yield* scene
        assert.strictEqual(yield* exchange(first, 100), 100_000)
        assert.strictEqual(yield* exchange(first, 105), 100_000)
        assert.strictEqual(yield* exchange(first, 110), 100_000)
        assert.strictEqual(yield* exchange(next(first), 111), 111_000)
      })
    )

    it.effect("sign-ins: an exchange is not repeated for a token without that successor", () =>
      Effect.gen(function* () {
        const { at, exchange, first } = yield* scene
        const { exchange: exchangeFor } = yield* SignIns
        assert.strictEqual(yield* exchange(first, 1), 1_000)
        assert.strictEqual(yield* exchange(next(first), 2), 2_000)
        const { _tag } = yield* Effect.flip(exchangeFor(first, next(next(first)), seconds(at, 3)))
        assert.strictEqual(_tag, "RefreshTokenReused")
      })
    )

    it.effect.each([
      ["later than that", 111, 0],
      ["once the next one was used", 105, 1]
    ] as const)("sign-ins: a reused token ends the session: %s", ([, later, uses]) =>
      Effect.gen(function* () {
        const { exchange, find, first, user } = yield* scene
        const other = yield* givenSignIn(user.id, yield* nextEra)
        assert.strictEqual(yield* exchange(first, 100), 100_000)
        if (uses === 1) assert.strictEqual(yield* exchange(next(first), 104), 104_000)

        assert.strictEqual(yield* exchange(first, later), "RefreshTokenReused")

        assert.deepStrictEqual(yield* find, Option.none())
        for (const token of [first, next(first)]) {
          assert.strictEqual(yield* exchange(token, later + 1), "RefreshTokenReused")
        }
        assert.isTrue(Option.isSome(yield* other.find))
        assert.strictEqual(yield* other.exchange(other.first, 1), 1_000)
      })
    )

    it.effect("sign-ins: a session without a refresh for thirty days expires", () =>
      Effect.gen(function* () {
        const { exchange, first } = yield* scene
        const late = yield* scene
        assert.strictEqual(yield* exchange(first, month), month * 1_000)
        assert.strictEqual(yield* late.exchange(late.first, month + 1), "SignInExpired")
        assert.strictEqual(yield* exchange(next(first), 2 * month), 2 * month * 1_000)
        assert.strictEqual(yield* exchange(next(next(first)), 3 * month + 1), "SignInExpired")
      })
    )

    it.effect("sign-ins: concurrent exchanges of one token return the same token", () =>
      Effect.gen(function* () {
        const { exchange, find, first } = yield* scene
        const answers = yield* Effect.forEach(Array.from({ length: 20 }), () => exchange(first, 7), {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual([...new Set(answers)], [7_000])
        assert.isTrue(Option.isSome(yield* find))
        assert.strictEqual(yield* exchange(next(first), 8), 8_000)
      })
    )

    it.effect("sign-ins: signing out ends all sessions of the user or all others, and none of other users", () =>
      Effect.gen(function* () {
        const signIns = yield* SignIns
        const { user } = yield* givenUser
        const at = yield* nextEra
        const bystander = yield* scene
        const begin = Effect.replicateEffect(givenSignIn(user.id, at), 3)
        const left = (sessions: Effect.Success<typeof begin>) =>
          Effect.map(
            Effect.forEach(sessions, ({ find }) => find),
            (found) => found.map(Option.isSome)
          )

        const sessions = yield* begin
        const [one] = sessions
        const signInId = one?.signIn.id ?? SignInId.make(yield* uuid)
        yield* signIns.end(bystander.user.id, { _tag: "Here", signInId })
        assert.deepStrictEqual(yield* left(sessions), [true, true, true])
        yield* signIns.end(user.id, { _tag: "Elsewhere", signInId })
        assert.deepStrictEqual(yield* left(sessions), [true, false, false])
        const more = yield* begin
        yield* signIns.end(user.id, { _tag: "Here", signInId })
        assert.deepStrictEqual(yield* left(sessions), [false, false, false])
        assert.deepStrictEqual(yield* left(more), [true, true, true])
        yield* signIns.end(user.id, { _tag: "Everywhere" })
        assert.deepStrictEqual(yield* left(more), [false, false, false])

        for (const { exchange, first } of [...sessions, ...more]) {
          assert.strictEqual(yield* exchange(first, 1), "RefreshTokenUnknown")
        }
        assert.isTrue(Option.isSome(yield* bystander.find))
      })
    )

    it.effect("sign-ins: a new sign-in removes the ended sessions of the user", () =>
      Effect.gen(function* () {
        const { at, exchange, find, first, user } = yield* scene
        const fresh = yield* givenSignIn(user.id, seconds(at, 60))
        assert.isTrue(Option.isSome(yield* find))
        yield* givenSignIn(user.id, seconds(at, month + 1))
        assert.strictEqual(yield* exchange(first, month + 2), "RefreshTokenUnknown")
        assert.isTrue(Option.isSome(yield* fresh.find))
        assert.strictEqual(yield* fresh.exchange(fresh.first, month), month * 1_000)
      })
    )

    it.effect("sign-ins: tokens are removed thirty days after their use", () =>
      Effect.gen(function* () {
        const { exchange, find, first } = yield* scene
        assert.strictEqual(yield* exchange(first, 60), 60_000)
        assert.strictEqual(yield* exchange(next(first), month), month * 1_000)
        assert.strictEqual(yield* exchange(next(next(first)), month + 61), (month + 61) * 1_000)
        assert.strictEqual(yield* exchange(first, month + 62), "RefreshTokenUnknown")
        assert.isTrue(Option.isSome(yield* find))
        assert.strictEqual(yield* exchange(next(first), month + 62), "RefreshTokenReused")
      })
    )
  })
