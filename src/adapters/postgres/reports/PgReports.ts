import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { ReportMeasure, ReportSubject } from "../../../domain/reports/reportCounters.ts"
import { type ReportQuery, Reports } from "../../../ports/reports/Reports.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { epochMillis, integers } from "../database/ArrayParameter.ts"
import { ReadShares } from "../database/ReadShares.ts"
import { retryTransaction } from "../database/sqlFaults.ts"
import { foldChanges } from "./foldChanges.ts"

const SumRow = Schema.Struct({
  span: Schema.Number,
  key: Schema.String,
  measure: Schema.Number,
  bin: Schema.Number,
  number: Schema.Number
})
const decodeSums = Schema.decodeUnknownEffect(Schema.Array(SumRow))

const measureAt = (index: number): ReportMeasure => ReportMeasure.literals[index] ?? "received"

const finiteOrNull = (millis: number): number | null => (Number.isFinite(millis) ? millis : null)

/**
 * The statement of `sums`. Each span and measure is a range of the primary key. Row-level security keeps functions such as
 * `coalesce` out of index conditions, so the beginnings of spans are computed first.
 */
export const sumsOf = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  { measures, spans, subject }: ReportQuery
) => sql`
  with spans as materialized (
    select span, coalesce(start_at, '-infinity') as start_at, end_at
    from unnest(${epochMillis(spans.map(({ start }) => finiteOrNull(start)))}::timestamptz[],
      ${epochMillis(spans.map(({ end }) => end))}::timestamptz[]) with ordinality as s(start_at, end_at, span)
  )
  select s.span::float8 as span, c.key, c.measure, c.bin, c.number::float8 as number
  from spans s, unnest(${integers(measures.map((measure) => ReportMeasure.literals.indexOf(measure)))}::integer[]) as q(measure)
    cross join lateral (
      select key, measure, bin, sum(number) as number from report_counters
      where organization_id = ${organizationId}::uuid and subject = ${ReportSubject.literals.indexOf(subject)}::smallint
        and measure = q.measure::smallint
        and bucket >= s.start_at and bucket < s.end_at
      group by key, measure, bin having sum(number) <> 0
      offset 0
    ) c`

export const layer = Layer.effect(
  Reports,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { search, searches } = yield* ReadShares
    const fold = (organizationId: OrganizationId | null, limit: number) =>
      Effect.orDie(retryTransaction(sql.withTransaction(foldChanges(sql, organizationId, limit))))
    return Reports.of({
      fold: (organizationId, limit) => spanned("PgReports.fold")(fold(organizationId, limit)),
      foldAny: (limit) => spanned("PgReports.foldAny")(fold(null, limit)),
      sums: (organizationId, query) =>
        spanned("PgReports.sums")(
          search(
            organizationId,
            Effect.orDie(Effect.flatMap(sumsOf(searches, organizationId, query), decodeSums))
          ).pipe(
            Effect.map((rows) =>
              rows.map(({ measure, span, ...row }) => ({ ...row, span: span - 1, measure: measureAt(measure) }))
            )
          )
        )
    })
  })
)
