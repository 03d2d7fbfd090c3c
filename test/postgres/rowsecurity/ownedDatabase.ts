import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { randomBytes } from "node:crypto"
import { databaseName, serverDatabase } from "../../support/database/serverDatabase.ts"

const clientOf = (url: string) =>
  PgClient.makeClient({ url: Redacted.make(url) }).pipe(Effect.provide(Reactivity.layer), Effect.orDie)

/** A database whose owner may create nothing else, with a superuser beside it, gone with the scope. */
export const ownedDatabase = Effect.gen(function* () {
  const url = yield* serverDatabase()
  const superuser = yield* clientOf(url)
  const owner = `parley_owner_${randomBytes(6).toString("hex")}`
  yield* superuser.unsafe(`create role ${owner} login`)
  yield* Effect.addFinalizer(() =>
    Effect.orDie(
      superuser
        .unsafe(`drop owned by ${owner} cascade`)
        .pipe(
          Effect.andThen(superuser.unsafe(`alter database "${databaseName(url)}" owner to current_user`)),
          Effect.andThen(superuser.unsafe(`drop role ${owner}`))
        )
    )
  )
  yield* superuser.unsafe(`alter database "${databaseName(url)}" owner to ${owner}`)
  yield* superuser.unsafe(`alter schema public owner to ${owner}`)
  const asOwner = new URL(url)
  asOwner.username = owner
  return { superuser, owner, url: asOwner.href }
})
