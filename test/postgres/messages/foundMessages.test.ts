import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { foundMessages } from "../../../src/adapters/postgres/messages/foundMessages.ts"
import type { MessageId } from "../../../src/domain/Ids.ts"
import { messageSearch } from "../../../src/domain/messages/messageSearch.ts"
import type { FoundMessages } from "../../../src/ports/messages/MessageStore.ts"
import { givenSender } from "../../../testing/given/given.ts"
import { sendOff } from "../../../testing/given/sendOff.ts"
import { serverStores } from "../../support/database/postgresStores.ts"

const pattern = messageSearch("needle") ?? assert.fail("the fragment is not blank")

describe("a search in several statements", () => {
  it.effect("finds the messages that one statement finds, and continues from the same message", () =>
    Effect.gen(function* () {
      const { id, intent } = yield* givenSender()
      for (let place = 0; place < 14; place++) {
        const text = place % 4 === 1 || place === 2 ? "needle" : "hay"
        yield* sendOff(id, yield* intent({ type: "text", content: { text } }))
      }
      const sql = yield* SqlClient.SqlClient
      const whole = foundMessages(sql)
      for (const atOnce of [1, 3, 7]) {
        const inParts = foundMessages(sql, atOnce)
        for (const examined of [4, 14, 15]) {
          for (const limit of [1, 2, 5]) {
            let before: MessageId | null = null
            do {
              const asked = { pattern, visibleTo: null, before, examined, limit }
              const found: FoundMessages = yield* inParts(id, asked)
              assert.deepStrictEqual(found, yield* whole(id, asked), `${atOnce} at once, ${examined}, ${limit}`)
              before = found.next
            } while (before !== null)
          }
        }
      }
    }).pipe(Effect.provide(serverStores))
  )
})
