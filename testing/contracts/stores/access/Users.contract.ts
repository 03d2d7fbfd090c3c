import { DateTime, Effect, type Layer, Option } from "effect"
import { SignInId, UserId } from "../../../../src/domain/Ids.ts"
import { IdSource } from "../../../../src/ports/process/IdSource.ts"
import { SignIns, Users } from "../../../../src/ports/access/SignIns.ts"
import { uuid } from "../../../given/given.ts"
import { freshToken, givenUser } from "../../../given/givenUser.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Runner } from "../../Runner.ts"
import { suite } from "../../Suite.ts"

export const usersContract = <E>(runner: Runner, name: string, ports: Layer.Layer<StorePorts, E>) =>
  suite(runner, `Users: ${name}`, ports, (it) => {
    it.effect("users: a user is found by id, and by address with the password hash", () =>
      Effect.gen(function* () {
        const users = yield* Users
        const { passwordHash, user } = yield* givenUser
        yield* givenUser
        assert.deepStrictEqual(yield* users.find(user.id), Option.some({ user, lastSignInAt: null }))
        const account = Option.some({ user, lastSignInAt: null, passwordHash })
        for (const email of [user.email, user.email.toLowerCase(), user.email.toUpperCase()]) {
          assert.deepStrictEqual(yield* users.findByEmail(email), account)
        }
      })
    )

    it.effect("users: an unknown user is not found, nor one by a part of an address", () =>
      Effect.gen(function* () {
        const users = yield* Users
        const { user } = yield* givenUser
        assert.deepStrictEqual(yield* users.find(UserId.make(yield* uuid)), Option.none())
        for (const email of ["", "%", "unknown@example.com", user.email.slice(1), ` ${user.email}`]) {
          assert.deepStrictEqual(yield* users.findByEmail(email), Option.none())
        }
      })
    )

    it.effect("users: the last sign-in is stored, also after signing out", () =>
      Effect.gen(function* () {
        const users = yield* Users
        const signIns = yield* SignIns
        const ids = yield* IdSource
        const { user } = yield* givenUser
        const other = yield* givenUser
        for (const text of ["2026-11-20T12:00:00.001Z", "2026-11-20T13:00:00.002Z"]) {
          const at = DateTime.makeUnsafe(text)
          const id = SignInId.make(yield* ids.uuid)
          const signIn = { id, userId: user.id, startedAt: at, refreshedAt: at, userAgent: "", secondFactorAt: null }
          yield* signIns.begin(signIn, yield* freshToken)
          assert.deepStrictEqual(yield* users.find(user.id), Option.some({ user, lastSignInAt: at }))
        }
        yield* signIns.end(user.id, { _tag: "Everywhere" })
        const { lastSignInAt } = Option.getOrThrow(yield* users.findByEmail(user.email))
        assert.deepStrictEqual(lastSignInAt, DateTime.makeUnsafe("2026-11-20T13:00:00.002Z"))
        assert.isNull(Option.getOrThrow(yield* users.find(other.user.id)).lastSignInAt)
      })
    )

    it.effect("users: name and password are changed, and only those of the user", () =>
      Effect.gen(function* () {
        const users = yield* Users
        const { user } = yield* givenUser
        const other = yield* givenUser
        yield* users.rename(user.id, "Ada L.")
        yield* users.setPassword(user.id, "$scrypt$new")
        const { passwordHash, user: changed } = Option.getOrThrow(yield* users.findByEmail(user.email))
        assert.deepStrictEqual([changed, passwordHash], [{ ...user, name: "Ada L." }, "$scrypt$new"])
        const found = Option.getOrThrow(yield* users.findByEmail(other.user.email))
        assert.deepStrictEqual([found.user, found.passwordHash], [other.user, other.passwordHash])
      })
    )

    it.effect("users: the last link to a new password finds the user until it ends or a password is set", () =>
      Effect.gen(function* () {
        const users = yield* Users
        const { user } = yield* givenUser
        yield* givenUser
        const [first, second] = [yield* freshToken, yield* freshToken]
        const now = DateTime.makeUnsafe("2026-11-20T12:00:00.001Z")
        const end = DateTime.add(now, { hours: 1 })
        const found = (token: typeof first, at = now) => Effect.map(users.findByReset(token, at), Option.isSome)
        assert.isFalse(yield* found(first))
        yield* users.startReset(user.id, first, end)
        assert.deepStrictEqual(yield* users.findByReset(first, now), Option.some({ user, lastSignInAt: null }))
        yield* users.startReset(user.id, second, end)
        assert.deepStrictEqual([yield* found(first), yield* found(second)], [false, true])
        assert.isFalse(yield* found(second, end))
        yield* users.setPassword(user.id, "$scrypt$new")
        assert.isFalse(yield* found(second))
      })
    )
  })
