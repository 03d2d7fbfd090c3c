import { Effect, Option, Stream } from "effect"

/** A part of a list, and the position to continue from. */
export interface ListPart<Row, Cursor> {
  /** At most as many as the limit, in the order of the list. */
  readonly rows: ReadonlyArray<Row>
  /** The position of the last row; null at the end. */
  readonly next: Cursor | null
}

/** The part of a list with at most `limit` rows. `found` has a row more if the list goes on. */
export const partOf = <Row, Cursor>(
  found: ReadonlyArray<Row>,
  limit: number,
  cursorOf: (last: Row) => Cursor
): ListPart<Row, Cursor> => {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: found.length > limit && last !== undefined ? cursorOf(last) : null }
}

/** Rows that an export reads at a time. */
const exportBatch = 1_000

/** All rows of a list, which are read part by part while they are sent. */
export const exportRows = <Row, Cursor, E, R>(
  read: (after: Cursor | null, limit: number) => Effect.Effect<ListPart<Row, Cursor>, E, R>
): Stream.Stream<Row, E, R> => {
  const beginning: Cursor | null = null
  return Stream.paginate<Cursor | null, Row, E, R>(beginning, (after) =>
    Effect.map(read(after, exportBatch), ({ next, rows }) => [rows, Option.fromNullOr(next)])
  )
}
