import { Option, Result, Schema } from "effect"
import { maxLoggedBytes } from "../../../domain/access/RequestLog.ts"
import { isJsonObject } from "../../../domain/text/isJsonObject.ts"
import { mayHaveHiddenText, mayNeedRedaction, redact } from "./redact.ts"

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

/** Closing brackets by the code of the opening bracket. */
const closers: ReadonlyMap<number, string> = new Map([
  [0x5b, "]"],
  [0x7b, "}"]
])
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d])

/**
 * Truncates JSON text to valid JSON: at most its first `length` characters, without the incomplete entry, and with all
 * brackets closed. A bare string or number becomes the empty string.
 */
export const cutJson = (json: string, length: number): string => {
  const open: Array<string> = []
  let end = 0
  let inString = false
  for (let index = 0; index < Math.min(length, json.length); index++) {
    const code = json.charCodeAt(index)
    if (code === quote) inString = !inString
    else if (inString) {
      if (code === backslash) index++
    } else if (code === comma) end = index
    else if (closing.has(code)) {
      open.pop()
      end = index + 1
    } else {
      const closer = closers.get(code)
      if (closer === undefined) continue
      open.push(closer)
      end = index + 1
    }
  }
  return json.slice(0, end) + open.toReversed().join("")
}

type JsonObject = Readonly<Record<string, Schema.Json>>

/**
 * Maximum characters of a body to redact. A longer body is truncated first, which bounds the work per request. The removed
 * part cannot expose a secret.
 */
export const maxExamined = 64 * 1024

/** Maximum UTF-8 bytes of a UTF-16 code unit. */
const widestUnit = 3

/** UTF-8 bytes of a UTF-16 code unit. JSON text has no unpaired surrogates; each half of a pair counts two bytes. */
const unitBytes = (unit: number): number => {
  if (unit < 0x80) return 1
  return unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : widestUnit
}

const bytesOf = (text: string): number => {
  let bytes = 0
  for (let index = 0; index < text.length; index++) bytes += unitBytes(text.charCodeAt(index))
  return bytes
}

/** Bytes of a character in a JSON string. JSON text has no bare control characters, so only two are escaped. */
const quotedBytes = (character: string): number => (character === '"' || character === "\\" ? 2 : bytesOf(character))

/** The length of the longest prefix whose quoted bytes are at most `most`. */
const fitting = (text: string, most: number): number => {
  let bytes = 0
  let length = 0
  for (const character of text) {
    bytes += quotedBytes(character)
    if (bytes > most) break
    length += character.length
  }
  return length
}

const asObject = (body: Schema.Json): JsonObject => (isJsonObject(body) ? body : { body })

const parse = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Json))

/** Replacement of text that is not JSON: secrets in it cannot be recognised. */
const unreadable = "[not JSON]"

/** The largest prefix that fits the log limit, with the byte length of the whole body. */
const truncated = (json: string, body: string): string => {
  const cut = { truncated: true, bytes: Buffer.byteLength(body), beginning: "" }
  const beginning = json.slice(0, fitting(json, maxLoggedBytes - bytesOf(JSON.stringify(cut))))
  return JSON.stringify({ ...cut, beginning })
}

/** Redacts a body for the log. A body longer than `maxExamined` is truncated first. */
const examined = (text: string): string => {
  const isCut = text.length > maxExamined
  const json = isCut ? cutJson(text, maxExamined) : text
  const safeJson = JSON.stringify(redact(asObject(Option.getOrElse(parse(json), () => unreadable))))
  return isCut || bytesOf(safeJson) > maxLoggedBytes ? truncated(safeJson, text) : safeJson
}

/** A JSON number that may parse to infinity. */
const hugeNumber = /[:,[]\s*-?(?:\d[\d.]*[eE]|\d{300})/

const isJson = (text: string): boolean => Result.isSuccess(Result.try((): unknown => JSON.parse(text)))

/**
 * Returns the logged form of a body: the JSON text of an object without secrets and media. A body above the limit is logged
 * by its size and the prefix that fits. Null and the empty text give an empty object. A body with nothing to redact stays
 * unchanged, which one expression checks. `isKnownJson` means that the body was already parsed as JSON.
 */
export const loggedBody = (text: string | null, isKnownJson = false): string => {
  if (text === null || text === "") return "{}"
  const isPlain = text.startsWith("{") && text.length * widestUnit <= maxLoggedBytes && !mayNeedRedaction(text)
  return isPlain && !hugeNumber.test(text) && (isKnownJson || isJson(text)) ? text : examined(text)
}

/**
 * Returns the logged form of a JSON response of this service. `hasPlainNames` means that no field name needs redaction, so
 * only the values are examined.
 */
export const loggedAnswer = (text: string | null, hasPlainNames = false): string => {
  if (text === null || !text.startsWith("{") || text.length * widestUnit > maxLoggedBytes) return loggedBody(text)
  return (hasPlainNames ? mayHaveHiddenText(text) : mayNeedRedaction(text)) ? loggedBody(text) : text
}
