import { Array, Effect, Schema } from "effect"
import { makeRareLog } from "../../../telemetry/failureLog.ts"

/**
 * Makes a decoder of rows that workers have claimed, of all organizations. A row that cannot be decoded is left out and
 * logged, rarely. It does not affect the other rows, and is claimed again when its lease expires.
 */
export const decodeEach = <A>(table: string, schema: Schema.ConstraintDecoder<A>) => {
  const decode = Schema.decodeUnknownEffect(schema)
  const rarely = makeRareLog()
  const decodeOne = (row: unknown) =>
    decode(row).pipe(
      Effect.tapError(({ message }) =>
        rarely(message, Effect.logError("a stored row cannot be decoded and is left out", { table, message }))
      ),
      Effect.option
    )
  return (rows: ReadonlyArray<unknown>): Effect.Effect<ReadonlyArray<A>> =>
    Effect.map(Effect.forEach(rows, decodeOne), (decoded) => Array.getSomes(decoded))
}
