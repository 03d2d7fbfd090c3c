import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { type Row, textbookSteps } from "./textbookSteps.ts"

/** More do not help: the sends of an organization wait for its counter. */
const connections = 10

/** A transaction before the platform is asked, and one after it, by the driver that ours uses. */
export const textbookLedger = Effect.fnUntraced(function* (url: string) {
  const sql = yield* PgClient.make({ url: Redacted.make(url), maxConnections: connections }).pipe(
    Effect.provide(Reactivity.layer)
  )
  const { reserve, recordOutcome } = textbookSteps((statement, values) => sql.unsafe<Row>(statement, values))
  return {
    reserve: (...args: Parameters<typeof reserve>) => sql.withTransaction(reserve(...args)),
    recordOutcome: (...args: Parameters<typeof recordOutcome>) => sql.withTransaction(recordOutcome(...args))
  }
})
