import { Schema } from "effect"

type Json = Schema.Json

/** Values that no platform sends there, and some that it does. */
const oddities: ReadonlyArray<Json> = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  "",
  " ",
  "a\0b",
  "\ud800",
  "0",
  "1749416383",
  "US.13491208655302741918",
  "16505551234",
  "__proto__",
  "constructor",
  "x".repeat(600),
  "system",
  "reaction",
  "group",
  [],
  {},
  [null],
  [[[]]],
  { id: 5 },
  { mid: {} },
  JSON.parse('{"__proto__":{"id":"1"}}')
]

const isRecord = Schema.is(Schema.Record(Schema.String, Schema.Json))

/** Number of values in a JSON value, itself included. */
const sizeOf = (json: Json): number => {
  if (Array.isArray(json)) return json.reduce<number>((sum, item) => sum + sizeOf(item), 1)
  return isRecord(json) ? Object.values(json).reduce<number>((sum, item) => sum + sizeOf(item), 1) : 1
}

/** The value with the one at a place, counted from outside, replaced. */
const replaced = (json: Json, place: number, by: Json): Json => {
  if (place === 0) return by
  let left = place - 1
  const step = (item: Json): Json => {
    const size = sizeOf(item)
    const next = left >= 0 && left < size ? replaced(item, left, by) : item
    left -= size
    return next
  }
  if (Array.isArray(json)) return json.map(step)
  return isRecord(json) ? Object.fromEntries(Object.entries(json).map(([key, item]) => [key, step(item)])) : json
}

const Share = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 99_999 }))

/** The location of a change, and its new value. */
export const Edits = Schema.Array(Schema.Struct({ at: Share, by: Share })).check(Schema.isMaxLength(4))

/** Picks one of many. */
export const Pick = Share

/** The value with some of those in it replaced by something odd. */
export const mutated = (json: Json, edits: typeof Edits.Type): Json =>
  edits.reduce<Json>(
    (value, { at, by }) => replaced(value, at % sizeOf(value), oddities[by % oddities.length] ?? null),
    json
  )
