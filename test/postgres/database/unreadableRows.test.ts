import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { MediaLibrary } from "../../../src/ports/media/MediaLibrary.ts"
import { givenMedia } from "../../../testing/given/givenMedia.ts"
import { serverStores } from "../../support/database/postgresStores.ts"

describe("a row that cannot be read", () => {
  it.effect("does not affect the others claimed with it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { at, ids } = yield* givenMedia(0, 0)
      const [bad, good] = ids
      yield* sql`update media set failures = -1 where id = ${bad ?? ""}::uuid`
      const now = DateTime.add(at, { minutes: 1 })
      const claimed = yield* (yield* MediaLibrary).claim(now, DateTime.add(now, { minutes: 5 }), 10)
      assert.deepStrictEqual(
        claimed.map(({ id }) => id),
        [good]
      )
    }).pipe(Effect.provide(serverStores), Effect.scoped)
  )
})
