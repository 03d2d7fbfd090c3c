import { Effect, Redacted } from "effect"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import type { SendIntent } from "../../src/ports/sends/SendLedger.ts"
import { accepted } from "../../testing/given/accepted.ts"
import { storesOn } from "../../test/support/database/postgresStores.ts"
import { BenchServer } from "../BenchServer.ts"
import type { Comparison, Size } from "../Comparison.ts"
import { inTurn } from "../inTurn.ts"
import { textbookLedger } from "../opponents/textbookLedger.ts"
import { concurrency, givenSender, ledgerSend, roundsToQuota } from "../sendsToQuota.ts"

const textbook = "a transaction for each step"

const compare = Effect.fnUntraced(function* (url: string, size: Size) {
  const ledger = yield* textbookLedger(url)
  const textbookSend = Effect.fnUntraced(function* (intent: SendIntent) {
    const reserved = yield* ledger.reserve(intent)
    if (reserved === null) return false
    yield* ledger.recordOutcome(intent, yield* accepted(intent, reserved))
    return true
  })
  return yield* inTurn(
    {
      heading: `reserve and recordOutcome of one organization's sends to its exact limit, ${concurrency} at once`,
      unit: "sends/s",
      contenders: [
        { name: "SendLedger", round: roundsToQuota([yield* givenSender], ledgerSend, size) },
        { name: textbook, round: roundsToQuota([yield* givenSender], textbookSend, size) }
      ],
      targets: [
        { what: "sends/s", against: textbook, figure: "perSecond", must: { atLeast: 12 } },
        { what: "p99", against: textbook, figure: "p99", must: { atMost: 0.2 } }
      ]
    },
    size
  )
})

export const sendHot: Comparison = {
  about: "sends of one organization, whose counter all of them raise, through the port that the service uses",
  run: Effect.fnUntraced(function* (size) {
    const url = yield* (yield* BenchServer).database
    return [yield* Effect.provide(compare(url, size), storesOn(Database.server(Redacted.make(url))))]
  })
}
