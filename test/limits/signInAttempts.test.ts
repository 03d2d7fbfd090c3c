import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted, Result } from "effect"
import { SqlClient } from "effect/sql"
import * as StoredSignInGuard from "../../src/adapters/limits/StoredSignInGuard.ts"
import { pairLimit } from "../../src/domain/access/SignIn.ts"
import { SignInGuard } from "../../src/ports/access/SignIns.ts"
import { instances } from "../support/database/instances.ts"
import { serverStores } from "../support/database/postgresStores.ts"

const ada = { email: "ada@example.com", origin: "192.0.2.1" }
const secret = Redacted.make("the secret that the processes share")
const guarded = StoredSignInGuard.layer(secret)
const wrong = Effect.succeedNone

const guess = Effect.flatMap(SignInGuard, ({ attempt }) => Effect.result(attempt(ada, wrong)))

describe("wrong passwords on a server", () => {
  it.live("are counted exactly over all processes, however many are checked at the same time", () =>
    Effect.gen(function* () {
      const on = yield* instances(3)
      const processes = yield* Effect.forEach([0, 1, 2], (ordinal) =>
        Effect.map(Layer.build(Layer.fresh(guarded)).pipe(on(ordinal)), (context) =>
          Effect.provideContext(guess, context)
        )
      )
      const guesses = yield* Effect.forEach(
        Array.from({ length: 30 }, (_, place) => processes[place % 3]),
        (guessing) => guessing ?? Effect.die("no process"),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(guesses.filter(Result.isSuccess).length, pairLimit.failures)
    }).pipe(Effect.scoped)
  )

  it.live("are counted by the database's clock, and leave no address and no row", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      for (let time = 0; time < 5; time += 1) assert.isTrue(Result.isSuccess(yield* guess))
      assert.isTrue(Result.isFailure(yield* guess))
      const [row] = yield* sql<{ readonly text: string; readonly rows: number }>`
        select string_agg(t::text, ' ') as text, count(*)::int as rows from sign_in_attempts t`
      assert.strictEqual(row?.rows, 3)
      assert.notInclude(row?.text, "ada")
      assert.notInclude(row?.text, "192.0.2.1")
      yield* sql`
        update sign_in_attempts set failures = array(select f - 300000 from unnest(failures) as f),
          expires_at = expires_at - interval '5 minutes'`
      assert.isTrue(Result.isSuccess(yield* guess))
      yield* sql`update sign_in_attempts set expires_at = now() - interval '1 second'`
      const { attempt } = yield* SignInGuard
      assert.deepStrictEqual(yield* attempt({ email: "bob@example.com", origin: "192.0.2.2" }, wrong), Option.none())
      const [left] = yield* sql<{ readonly rows: number }>`select count(*)::int as rows from sign_in_attempts`
      assert.strictEqual(left?.rows, 3)
    }).pipe(Effect.provide(Layer.provideMerge(guarded, serverStores)), Effect.scoped)
  )
})
