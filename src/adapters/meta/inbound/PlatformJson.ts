import { DateTime, Option, Schema } from "effect"
import { MessageId, PlatformMessageId } from "../../../domain/Ids.ts"
import { nestingOf } from "../../../domain/text/nestingOf.ts"
import { storable } from "../../outbound/excerpt.ts"

/**
 * A number below it counts seconds, and one from it on milliseconds: no platform reports of 2001 or of the year 33 658.
 */
const firstMillis = 1e12

/** The year 10 000: a later time is invalid, and no store takes it. */
const end = 253_402_300_800_000

/**
 * A time as the platforms write it: seconds as text (WhatsApp), milliseconds as a number (Messenger, Instagram), and
 * each of them as the other at times (platforms P5, P11). Null when it cannot be read.
 */
export const platformTime = (value: Schema.Json | undefined): DateTime.Utc | null => {
  const number = typeof value === "string" && /^\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof number !== "number" || !Number.isSafeInteger(number) || number <= 0) return null
  const millis = number < firstMillis ? number * 1_000 : number
  return millis < end ? DateTime.makeUnsafe(millis) : null
}

/**
 * Most levels of arrays and objects of a JSON text that is parsed. Parsing many more levels delays other requests. Meta's
 * webhooks and answers have about ten.
 */
export const maxParsedNesting = 1_000

/** Arrays and objects in each other: more than any report has, and less than any stack bears. */
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

/** Whether all of it is storable as it is. */
const isClean = (value: unknown, depth: number): value is Schema.Json => {
  if (typeof value === "string") return isCleanText(value)
  if (typeof value === "number") return Number.isFinite(value)
  if (typeof value === "boolean" || value === null) return true
  if (typeof value !== "object" || depth === 0) return false
  if (Array.isArray(value)) return value.every((item) => isClean(item, depth - 1))
  return Object.keys(value).every(isCleanText) && Object.values(value).every((item) => isClean(item, depth - 1))
}

/**
 * The parsed value in a form that every store takes: without NUL, halves of surrogate pairs and numbers that JSON
 * cannot write. Parts that are nested too deeply are omitted. Nearly every value is storable as it is, and checking
 * that is faster than writing it anew.
 */
export const storableJson = (parsed: unknown): Schema.Json =>
  isClean(parsed, maxNesting) ? parsed : clean(parsed, maxNesting)

const parse: (text: string) => Option.Option<unknown> = Option.liftThrowable(JSON.parse)

/** Parses JSON of the platform into a storable form. None if the text is no JSON or is nested too deeply. */
export const parsePlatformJson = (text: string): Option.Option<Schema.Json> =>
  nestingOf(text) > maxParsedNesting ? Option.none() : Option.map(parse(text), storableJson)

/** The longest id that is taken for one; the platforms' have at most a few hundred characters. */
const maxIdLength = 512

const decodeNumber = Schema.decodeUnknownOption(Schema.Int)
const isMessageId = Schema.is(PlatformMessageId)

export const isList = (json: Schema.Json | undefined): json is Schema.JsonArray => Array.isArray(json)

export const isObject = (json: Schema.Json | undefined): json is Schema.JsonObject =>
  typeof json === "object" && json !== null && !isList(json)

/** Whether the platform may call something so; what it never would is not kept as a name. */
export const isFieldName = (name: string): boolean => /^[\w-]{1,64}$/.test(name)

/** The value of a key, of which nothing that every object has is taken for one. */
export const valueAt = (json: Schema.Json | undefined, key: string): Schema.Json | undefined =>
  isObject(json) && Object.hasOwn(json, key) ? json[key] : undefined

export const objectAt = (json: Schema.Json | undefined, key: string): Schema.JsonObject | undefined => {
  const value = valueAt(json, key)
  return isObject(value) ? value : undefined
}

/** Whether there is anything under the key; null is nothing. */
export const holds = (json: Schema.Json | undefined, key: string): boolean => (valueAt(json, key) ?? null) !== null

/** The items of a list; none when there is no list. */
export const listAt = (json: Schema.Json | undefined, key: string): Schema.JsonArray => {
  const value = valueAt(json, key)
  return isList(value) ? value : []
}

/** Text that says something. */
export const textAt = (json: Schema.Json | undefined, key: string): string | null => {
  const value = valueAt(json, key)
  return typeof value === "string" && value.trim() !== "" ? value : null
}

/** A whole number, which the platforms write as text at times. */
export const intAt = (json: Schema.Json | undefined, key: string): number | null => {
  const value = valueAt(json, key)
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value
  return Option.getOrNull(decodeNumber(number))
}

/**
 * An id: text as a rule, a number in older reports (platforms P11). A number with more digits than JavaScript
 * counts is none, since it would belong to another item.
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

/** The id of a send that the platform gives back; what other software wrote there is none (contract C150). */
export const sendIdAt = (json: Schema.Json | undefined, key: string): MessageId | null => {
  const id = idAt(json, key)
  return isSendId(id) ? id : null
}
