import { Option, Result, Schema } from "effect"
import { maxLoggedBytes } from "../../../domain/access/RequestLog.ts"
import { isJsonObject } from "../../../domain/text/isJsonObject.ts"
import { mayHaveHiddenText, mayNeedRedaction, redact } from "./redact.ts"

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

/** What closes a list or an object, by what opens it. */
const closers: ReadonlyMap<number, string> = new Map([
  [0x5b, "]"],
  [0x7b, "}"]
])
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d])

/**
 * The beginning of a JSON text as JSON text: its first `length` characters at most, without the entry that is cut, and
 * with everything closed that is open. Of a text or a number there is no beginning: it is the empty string then.
 */
export const cutJson = (json: string, length: number): string => {
  const open: Array<string> = []
  let kept = 0
  let inString = false
  for (let place = 0; place < Math.min(length, json.length); place++) {
    const code = json.charCodeAt(place)
    if (code === quote) inString = !inString
    else if (inString) {
      if (code === backslash) place++
    } else if (code === comma) kept = place
    else if (closing.has(code)) {
      open.pop()
      kept = place + 1
    } else {
      const closer = closers.get(code)
      if (closer === undefined) continue
      open.push(closer)
      kept = place + 1
    }
  }
  return json.slice(0, kept) + open.toReversed().join("")
}

type JsonObject = Readonly<Record<string, Schema.Json>>

/**
 * Most characters of a body that are examined. A longer body is cut first: the work of a request is bounded, and a
 * removed part cannot show a secret.
 */
export const maxExamined = 64 * 1024

/** Most bytes of a UTF-16 code unit in UTF-8. */
const widestUnit = 3

/** Bytes of a UTF-16 code unit in UTF-8. JSON text has no unpaired surrogates, and a pair takes two bytes for each. */
const unitBytes = (unit: number): number => {
  if (unit < 0x80) return 1
  return unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : widestUnit
}

const bytesOf = (text: string): number => {
  let bytes = 0
  for (let place = 0; place < text.length; place++) bytes += unitBytes(text.charCodeAt(place))
  return bytes
}

/** Bytes of a character in a JSON string. JSON text has no bare control characters, so only two are escaped. */
const quotedBytes = (character: string): number => (character === '"' || character === "\\" ? 2 : bytesOf(character))

/** The length of the longest beginning whose characters fit. */
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

/** The replacement of a text that is no JSON, since secrets in it cannot be recognised. */
const unreadable = "[not JSON]"

/** The beginning of the text as a log may keep it, with the length of the whole body. */
const truncated = (kept: string, body: string): string => {
  const cut = { truncated: true, bytes: Buffer.byteLength(body), beginning: "" }
  const beginning = kept.slice(0, fitting(kept, maxLoggedBytes - bytesOf(JSON.stringify(cut))))
  return JSON.stringify({ ...cut, beginning })
}

/** The logged form of a body after redaction, cut before if it is longer than the examined part. */
const examined = (text: string): string => {
  const isCut = text.length > maxExamined
  const json = isCut ? cutJson(text, maxExamined) : text
  const kept = JSON.stringify(redact(asObject(Option.getOrElse(parse(json), () => unreadable))))
  return isCut || bytesOf(kept) > maxLoggedBytes ? truncated(kept, text) : kept
}

/** A number that JSON can write, and that is infinite once it is read. */
const hugeNumber = /[:,[]\s*-?(?:\d[\d.]*[eE]|\d{300})/

const isJson = (text: string): boolean => Result.isSuccess(Result.try((): unknown => JSON.parse(text)))

/**
 * The logged form of a body: the JSON text of an object without secrets and media, within the limit. A longer body is
 * logged by its size and as much of its beginning as fits. Null and the empty text are no body. A plain body stays as
 * it came: one expression shows that it has no part to redact. `isKnownJson` says that the body has been parsed as JSON
 * before.
 */
export const loggedBody = (text: string | null, isKnownJson = false): string => {
  if (text === null || text === "") return "{}"
  const isPlain = text.startsWith("{") && text.length * widestUnit <= maxLoggedBytes && !mayNeedRedaction(text)
  return isPlain && !hugeNumber.test(text) && (isKnownJson || isJson(text)) ? text : examined(text)
}

/**
 * The same for an answer of this service, which is JSON. `hasPlainNames` says that `redact` would hide none of its fields
 * by their names, so only texts are examined.
 */
export const loggedAnswer = (text: string | null, hasPlainNames = false): string => {
  if (text === null || !text.startsWith("{") || text.length * widestUnit > maxLoggedBytes) return loggedBody(text)
  return (hasPlainNames ? mayHaveHiddenText(text) : mayNeedRedaction(text)) ? loggedBody(text) : text
}
