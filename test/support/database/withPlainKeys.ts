import type { Schema } from "effect"

const plainKey = (key: string): string => key.toWellFormed().replaceAll(/[\p{Cc}"\\]/gu, "")

const isList = (value: Schema.Json): value is Schema.JsonArray => Array.isArray(value)

/**
 * The value with keys that have no character that JSON escapes. `JSON.parse` of Node 24 and 26 reads the key `"\n"` as
 * `"\\"` once an object with the key `"\\"` was parsed. Node 22 reads it right.
 */
export const withPlainKeys = (value: Schema.Json): Schema.Json => {
  if (value === null || typeof value !== "object") return value
  return isList(value) ? value.map(withPlainKeys) : plainObject(value)
}

/** The object with keys that have no character that JSON escapes. */
export const plainObject = (object: Readonly<Record<string, Schema.Json>>): Readonly<Record<string, Schema.Json>> =>
  Object.fromEntries(Object.entries(object).map(([key, part]) => [plainKey(key), withPlainKeys(part)]))
