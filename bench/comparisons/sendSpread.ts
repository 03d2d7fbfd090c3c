import { Effect, Redacted } from "effect"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { storesOn } from "../../test/support/database/postgresStores.ts"
import { BenchServer } from "../BenchServer.ts"
import type { Comparison, Size } from "../Comparison.ts"
import { inTurn } from "../inTurn.ts"
import { concurrency, givenSender, ledgerSend, roundsToQuota } from "../sendsToQuota.ts"

const organizations = 1_000
const alone = "one organization"

const compare = Effect.fnUntraced(function* (size: Size) {
  const many = yield* Effect.replicateEffect(givenSender, size.smoke ? 10 : organizations)
  return yield* inTurn(
    {
      heading: `reserve and recordOutcome of sends, ${concurrency} at once`,
      unit: "sends/s",
      contenders: [
        { name: `${many.length} organizations`, round: roundsToQuota(many, ledgerSend, size) },
        { name: alone, round: roundsToQuota([yield* givenSender], ledgerSend, size) }
      ],
      targets: [{ what: "sends/s", against: alone, figure: "perSecond", must: { atLeast: 0.9 } }]
    },
    size
  )
})

export const sendSpread: Comparison = {
  about: "sends of many organizations share their statements as those of one do",
  run: Effect.fnUntraced(function* (size) {
    const url = yield* (yield* BenchServer).database
    return [yield* Effect.provide(compare(size), storesOn(Database.server(Redacted.make(url))))]
  })
}
