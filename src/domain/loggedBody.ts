import { Option, Result, Schema } from "effect"
import { isJsonObject } from "./isJsonObject.ts"
import { mayHaveDataUri, mayNeedRedaction, redact } from "./redact.ts"

type JsonObject = Readonly<Record<string, Schema.Json>>

/** Most bytes that a body takes in a log, as JSON text in UTF-8 (decision 40). */
export const maxLoggedBytes = 16 * 1024

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

/** What stands for a text that is no JSON: nobody can tell what in it is a secret. */
const unreadable = "[not JSON]"

/** A body as a log may keep it, of which everything has been looked at. */
const examined = (text: string): string => {
  const kept = JSON.stringify(redact(asObject(Option.getOrElse(parse(text), () => unreadable))))
  if (kept.length * widestUnit <= maxLoggedBytes) return kept
  const bytes = bytesOf(kept)
  if (bytes <= maxLoggedBytes) return kept
  const cut = { truncated: true, bytes, beginning: "" }
  const beginning = kept.slice(0, fitting(kept, maxLoggedBytes - bytesOf(JSON.stringify(cut))))
  return JSON.stringify({ ...cut, beginning })
}

/** A number that JSON can write, and that is infinite once it is read. */
const hugeNumber = /[:,[]\s*-?(?:\d[\d.]*[eE]|\d{300})/

const isJson = (text: string): boolean => Result.isSuccess(Result.try((): unknown => JSON.parse(text)))

/**
 * A body as a log may keep it: the JSON text of an object without secrets and media, and not too long. Of what is too
 * long, the length and as much of the beginning as fits. Null and the empty text are no body at all.
 *
 * Most bodies have nothing in them that has to be looked at, which one expression tells; they stay as they came. With
 * `isKnownJson` somebody has read it as JSON before.
 */
export const loggedBody = (text: string | null, isKnownJson = false): string => {
  if (text === null || text === "") return "{}"
  const isPlain = text.startsWith("{") && text.length * widestUnit <= maxLoggedBytes && !mayNeedRedaction(text)
  return isPlain && !hugeNumber.test(text) && (isKnownJson || isJson(text)) ? text : examined(text)
}

/**
 * The same for an answer of our own, which is JSON. With `hasPlainNames` there is no name in it, whatever its values,
 * that `redact` would look for, so that only a text can be what has to be hidden.
 */
export const loggedAnswer = (text: string | null, hasPlainNames = false): string => {
  if (text === null || !text.startsWith("{") || text.length * widestUnit > maxLoggedBytes) return loggedBody(text)
  return (hasPlainNames ? mayHaveDataUri(text) : mayNeedRedaction(text)) ? loggedBody(text) : text
}
