import type { Schema } from "effect"
import { isJsonObject } from "./isJsonObject.ts"
import { redact } from "./redact.ts"

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

const asObject = (body: Schema.Json | undefined): JsonObject => {
  if (body === undefined) return {}
  return isJsonObject(body) ? body : { body }
}

/**
 * A body as a log may keep it: an object without secrets and media, and not too long. Of what is too long, the length and
 * as much of the beginning as fits.
 */
export const loggedBody = (body: Schema.Json | undefined): JsonObject => {
  const kept = redact(asObject(body))
  const text = JSON.stringify(kept)
  if (text.length * widestUnit <= maxLoggedBytes) return kept
  const bytes = bytesOf(text)
  if (bytes <= maxLoggedBytes) return kept
  const cut = { truncated: true, bytes, beginning: "" }
  return { ...cut, beginning: text.slice(0, fitting(text, maxLoggedBytes - bytesOf(JSON.stringify(cut)))) }
}
