import type { Schema } from "effect"

/** What stands in a log for what nobody may read there. */
export const redacted = "[redacted]"

type JsonObject = Readonly<Record<string, Schema.Json>>

/** Names of secrets, however their words are put together: `signing_secret`, `accessToken`, `X-API-Key`. */
const secretName =
  /secret|token|passw|passphrase|authorization|credential|bearer|cookie|jwt|(?:api|private|access|signing|encryption)[^a-z0-9]*key|(?:^|[^a-z])(?:keys?|pwd)$/i
const secretCamelName = /[a-z0-9]Keys?$/

const isSecret = (key: string): boolean => secretName.test(key) || secretCamelName.test(key)

/** Names of addresses of media, wherever they stand: `link`, `imageUrl`, `image_url`, `attachmentUrl`. */
const mediaAddressName =
  /^(?:link|header_?handle|(?:attachment|image|picture|photo|document|audio|video|sticker|file|media|thumbnail)[^a-z0-9]*(?:urls?|links?|data))$/i

/** Names of media; what has no parts is the address, or the medium itself. */
const mediaName = /^(?:image|picture|photo|document|audio|video|sticker|media)s?$/i

/** Names of objects in which an address, or what else carries the content, is that of media. */
const mediaParentName = /^(?:(?:image|picture|photo|document|audio|video|sticker|media|file|attachment)s?|payload)$/i
const contentName = /^(?:url|href|uri|src|data|base64|content)$/i

/** A medium inside a text (RFC 2397). */
const dataUri = /^\s*data:[^,\s]*,|\bdata:[^,\s]*;base64,/i

/** A part of every name and of every text above, and the escapes that they could be written with. */
const suspicious =
  /secret|token|passw|passphrase|authorization|credential|bearer|cookie|jwt|key|pwd|link|handle|url|image|picture|photo|document|audio|video|sticker|media|file|attachment|thumbnail|payload|data:|\\u/i

/** False only of JSON text that `redact` leaves as it is. */
export const mayNeedRedaction = (text: string): boolean => suspicious.test(text)

/** Every `data:` ends so; half of the time of an expression that does not care for case. */
const dataScheme = /[aA][tT][aA]:/

/** False only of JSON text in which no text has a medium inside. */
export const mayHaveDataUri = (text: string): boolean => text.includes("\\u") || dataScheme.test(text)

const redactText = (text: string): string => (dataUri.test(text) ? redacted : text)

/** The texts of a value that is media, also in lists. */
const hideTexts = (json: Schema.Json, insideMedia: boolean): Schema.Json => {
  if (typeof json === "string") return redacted
  return Array.isArray(json) ? json.map((item) => hideTexts(item, insideMedia)) : redactValue(json, insideMedia)
}

const redactEntry = (key: string, value: Schema.Json, insideMedia: boolean): Schema.Json => {
  if (isSecret(key)) return redacted
  const isMedia = mediaAddressName.test(key) || mediaName.test(key) || (insideMedia && contentName.test(key))
  const isParent = mediaParentName.test(key)
  return isMedia ? hideTexts(value, isParent) : redactValue(value, isParent)
}

const redactValue = (json: Schema.Json, insideMedia: boolean): Schema.Json => {
  if (typeof json === "string") return redactText(json)
  if (typeof json !== "object" || json === null) return json
  if (Array.isArray(json)) return json.map((item) => redactValue(item, insideMedia))
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [key, redactEntry(key, value, insideMedia)] as const)
  )
}

/**
 * The object without secrets and message media: what has the name of a secret, whatever it is, and the addresses and
 * contents of media. Everything else stays as it is.
 */
export const redact = (json: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(json).map(([key, value]) => [key, redactEntry(key, value, false)] as const))
