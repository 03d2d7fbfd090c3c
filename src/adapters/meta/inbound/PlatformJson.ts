import { DateTime, Option, Schema } from "effect"
import { MessageId, PlatformMessageId } from "../../../domain/Ids.ts"
import { nestingOf } from "../../../domain/text/isJsonObject.ts"
import { storable } from "../../outbound/excerpt.ts"

/** Numbers below it are seconds, others milliseconds: no platform reports times of 2001 or of the year 33 658. */
const firstMillis = 1e12

/** The year 10 000: a later time is invalid, and no store accepts it. */
const end = 253_402_300_800_000

/**
 * A platform's time: seconds as text (WhatsApp) or milliseconds as a number (Messenger, Instagram), and sometimes the
 * reverse (platforms P5, P11). Null if it is unreadable.
 */
export const platformTime = (value: Schema.Json | undefined): DateTime.Utc | null => {
  const number = typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof number !== "number" || !Number.isSafeInteger(number) || number <= 0) return null
  const millis = number < firstMillis ? number * 1_000 : number
  return millis < end ? DateTime.makeUnsafe(millis) : null
}

/**
 * Maximum nesting of arrays and objects in a JSON text to parse. Parsing much deeper texts delays other requests.
 * Meta's webhooks and answers have about ten levels.
 */
export const maxParsedNesting = 1_000

/** Maximum nesting of a stored value: more than any report has, and safe for the stack. */
export const maxNesting = 100

const isCleanText = (text: string): boolean => text.isWellFormed() && !text.includes("\0")

const cleanText = (text: string): string => (isCleanText(text) ? text : storable(text))

const clean = (value: unknown, depth: number): Schema.Json => {
  if (typeof value === "string") return cleanText(value)
  if (typeof value === "boolean") return value
  if (typeof value === "number") return Number.isFinite(value) ? value : null
  if (typeof value !== "object" || value === null || depth === 0) return null
  if (Array.isArray(value)) return value.map((item) => clean(item, depth - 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [cleanText(key), clean(item, depth - 1)] as const)
  )
}

/** Whether the value is storable without changes. */
const isClean = (value: unknown, depth: number): value is Schema.Json => {
  if (typeof value === "string") return isCleanText(value)
  if (typeof value === "number") return Number.isFinite(value)
  if (typeof value === "boolean" || value === null) return true
  if (typeof value !== "object" || depth === 0) return false
  if (Array.isArray(value)) return value.every((item) => isClean(item, depth - 1))
  return Object.keys(value).every(isCleanText) && Object.values(value).every((item) => isClean(item, depth - 1))
}

/**
 * Converts the parsed value to a storable form: without NUL, lone surrogates and numbers that JSON cannot write. Parts
 * that are nested too deeply are omitted. Nearly every value is storable unchanged, and checking that is faster than
 * copying it.
 */
export const storableJson = (parsed: unknown): Schema.Json =>
  isClean(parsed, maxNesting) ? parsed : clean(parsed, maxNesting)

const parse: (text: string) => Option.Option<unknown> = Option.liftThrowable(JSON.parse)

/** Parses JSON of the platform into a storable form. None if the text is no JSON or is nested too deeply. */
export const parsePlatformJson = (text: string): Option.Option<Schema.Json> =>
  nestingOf(text) > maxParsedNesting ? Option.none() : Option.map(parse(text), storableJson)

/** Longest accepted id; the platforms' have at most a few hundred characters. */
const maxIdLength = 512

const decodeNumber = Schema.decodeUnknownOption(Schema.Int)
const isMessageId = Schema.is(PlatformMessageId)

export const isList = (json: Schema.Json | undefined): json is Schema.JsonArray => Array.isArray(json)

export const isObject = (json: Schema.Json | undefined): json is Schema.JsonObject =>
  typeof json === "object" && json !== null && !isList(json)

/** Whether the name has the form of a platform's field name. Other names are not stored. */
export const isFieldName = (name: string): boolean => /^[\w-]{1,64}$/.test(name)

/** The own value of a key; inherited properties are ignored. */
export const valueAt = (json: Schema.Json | undefined, key: string): Schema.Json | undefined =>
  isObject(json) && Object.hasOwn(json, key) ? json[key] : undefined

export const objectAt = (json: Schema.Json | undefined, key: string): Schema.JsonObject | undefined => {
  const value = valueAt(json, key)
  return isObject(value) ? value : undefined
}

/** Whether the key has a value other than null. */
export const holds = (json: Schema.Json | undefined, key: string): boolean => (valueAt(json, key) ?? null) !== null

/** The items of a list; none if there is no list. */
export const listAt = (json: Schema.Json | undefined, key: string): Schema.JsonArray => {
  const value = valueAt(json, key)
  return isList(value) ? value : []
}

/** The text of a key, if it is not blank. */
export const textAt = (json: Schema.Json | undefined, key: string): string | null => {
  const value = valueAt(json, key)
  return typeof value === "string" && value.trim() !== "" ? value : null
}

/** A whole number, which the platforms sometimes write as text. */
export const intAt = (json: Schema.Json | undefined, key: string): number | null => {
  const value = valueAt(json, key)
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value
  return Option.getOrNull(decodeNumber(number))
}

/**
 * An id: usually text, a number in older reports (platforms P11). An integer beyond JavaScript's exact range is
 * rejected, because it would belong to another item.
 */
export const idAt = (json: Schema.Json | undefined, key: string): string | null => {
  const value = valueAt(json, key)
  const id = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value
  return typeof id === "string" && id.trim() !== "" && id.length <= maxIdLength ? id : null
}

export const messageIdAt = (json: Schema.Json | undefined, key: string): PlatformMessageId | null => {
  const id = idAt(json, key)
  return isMessageId(id) ? id : null
}

const isSendId = Schema.is(MessageId)

/**
 * The id of a send that the platform returns. Values written by other software are ignored (contract: A report that
 * names its send).
 */
export const sendIdAt = (json: Schema.Json | undefined, key: string): MessageId | null => {
  const id = idAt(json, key)
  return isSendId(id) ? id : null
}
