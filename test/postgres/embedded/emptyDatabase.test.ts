import { NodeFileSystem } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { PGlite } from "@electric-sql/pglite"
import { Effect, Option } from "effect"
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import * as EmptyDatabase from "../../../src/adapters/postgres/embedded/EmptyDatabase.ts"

const entry = fileURLToPath(import.meta.resolve("@electric-sql/pglite"))

/** What makes a database an empty one: nothing of ours in it, and the same as initdb would make. */
const describeDatabase = async (options: ConstructorParameters<typeof PGlite>[0]) => {
  const database = await PGlite.create(options)
  const { rows } = await database.query(`
    select version() as version, (select count(*)::int from pg_class) as relations,
      (select count(*)::int from pg_proc) as functions, (select count(*)::int from pg_collation) as collations,
      (select encoding from pg_database where datname = 'postgres') as encoding,
      (select count(*)::int from pg_stat_user_tables) as ours, current_setting('wal_segment_size') as segment`)
  await database.close()
  return rows
}

describe("the image of an empty database", () => {
  it("was made with the version of PGlite that is installed: after a change, npm run image", () => {
    const { version } = JSON.parse(readFileSync(join(dirname(entry), "..", "package.json"), "utf8"))
    assert.strictEqual(EmptyDatabase.madeWith, version)
  })

  it.effect(
    "is what initdb makes",
    () =>
      Effect.gen(function* () {
        const image = Option.getOrThrow(yield* EmptyDatabase.load)
        const [loaded, made] = yield* Effect.promise(() =>
          Promise.all([
            describeDatabase({ loadDataDir: image }),
            describeDatabase({ initDbStartParams: EmptyDatabase.initialisation })
          ])
        )
        assert.deepStrictEqual(loaded, made)
      }).pipe(Effect.provide(NodeFileSystem.layer)),
    60_000
  )
})
