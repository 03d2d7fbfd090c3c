import { DateTime, Effect, Option, Schema } from "effect"
import { wrongTotals } from "../test/support/database/wrongTotals.ts"

const instant = Schema.NullOr(Schema.String)
const decodeRows = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ organization_id: Schema.String, list: Schema.String, kept: instant, there: instant }))
)

/** Longer than the service waits for the answer to a send, in milliseconds. */
const longestSend = 25_000

const millis = (text: string | null): number =>
  Option.match(DateTime.make(text ?? ""), { onNone: () => Number.NaN, onSome: DateTime.toEpochMillis })

/**
 * Whether it is only that an echo came before the answer of its send: the echo's time stays the last one that something
 * was said at, although the row of the send, which takes its place, is older.
 */
const isEchoed = (list: string, kept: string | null, there: string | null): boolean => {
  const ahead = millis(kept) - millis(there)
  return list === "activity" && ahead > 0 && ahead < longestSend
}

/** Totals that are not what there is. */
export const totals = Effect.gen(function* () {
  const rows = yield* Effect.orDie(Effect.flatMap(wrongTotals, decodeRows))
  return rows
    .filter(({ kept, list, there }) => !isEchoed(list, kept, there))
    .map((row) => `total: ${JSON.stringify(row)}`)
})
