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
          yield* signIns.begin({ id, userId: user.id, startedAt: at, refreshedAt: at }, yield* freshToken)
          assert.deepStrictEqual(yield* users.find(user.id), Option.some({ user, lastSignInAt: at }))
        }
        yield* signIns.end(user.id, { _tag: "Everywhere" })
        const { lastSignInAt } = Option.getOrThrow(yield* users.findByEmail(user.email))
        assert.deepStrictEqual(lastSignInAt, DateTime.makeUnsafe("2026-11-20T13:00:00.002Z"))
        assert.isNull(Option.getOrThrow(yield* users.find(other.user.id)).lastSignInAt)
      })
    )
  })
