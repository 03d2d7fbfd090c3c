import { Array, Schema } from "effect"
import type { BookedCalls } from "./RateLedger.ts"

/** The calls of a counter as ledgers store them, by process: instants in microseconds, each with its number of calls. */
export const StoredCalls = Schema.Record(Schema.String, Schema.Array(Schema.Tuple([Schema.Finite, Schema.Int])))
export type StoredCalls = typeof StoredCalls.Type

/** The stored entries with their process, in the order in which they are stored. */
export const bookedOf = (stored: StoredCalls): ReadonlyArray<BookedCalls> =>
  Object.entries(stored).flatMap(([processId, entries]) => entries.map(([at, calls]) => ({ processId, at, calls })))

/** The inverse of `bookedOf`: the calls by process. */
export const storedOf = (booked: ReadonlyArray<BookedCalls>): StoredCalls =>
  Object.fromEntries(
    Object.entries(Array.groupBy(booked, ({ processId }) => processId)).map(([processId, entries]) => [
      processId,
      entries.map(({ at, calls }) => [at, calls] as const)
    ])
  )
