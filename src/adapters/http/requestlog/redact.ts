import { Option, type Schema } from "effect"
import { nestingOf } from "../../../domain/text/nestingOf.ts"
import { isSecretName } from "../../../domain/text/isSecretName.ts"
import { redacted, withoutAddressSecrets } from "../../../domain/text/withoutAddressSecrets.ts"

const dataUrl = /\bdata:/i
const wholeDataHead = /^data:\S*$/i
const base64Head = /;base64$/i

/** Whether the head of a medium is the last word of what stands before a comma. */
const endsInDataHead = (beforeComma: string): boolean =>
  base64Head.test(beforeComma) && dataUrl.test(beforeComma.split(/\s/).at(-1) ?? "")

/** Whether a medium is inside a text (RFC 2397): the text is one, or has one in base64. Looks at no character twice. */
const hasMedium = (text: string): boolean => {
  if (!dataUrl.test(text)) return false
  const heads = text.split(",").slice(0, -1)
  return wholeDataHead.test(heads[0]?.trimStart() ?? "") || heads.some(endsInDataHead)
}

/** A name as JSON has it, in any number of JSON texts inside each other. */
const quotedName = /"([^"\\]{0,256})\\*"\s*:/g

/** Whether a text that cannot be read as JSON has the name of a secret as JSON would have it. */
const namesSecret = (text: string): boolean =>
  Array.from(text.matchAll(quotedName)).some(([, name = ""]) => isSecretName(name))

const parse = Option.liftThrowable((text: string): Schema.Json => JSON.parse(text))

const jsonStart = /^\s*[[{"]/

/** Most levels of objects and lists that are looked into; what lies deeper is hidden. The same as a body may have. */
const maxDepth = 100

/**
 * A text without secrets and media. `redactJson` does the same for a value that the text is the JSON of; a text in
 * which it finds nothing stays as it came. One that begins or goes on like JSON, and is none, is hidden when it names a
 * secret.
 */
const redactText = (text: string, redactJson: (json: Schema.Json) => Schema.Json): string => {
  if (hasMedium(text)) return redacted
  const isJson = jsonStart.test(text)
  if (isJson && nestingOf(text) > maxDepth) return redacted
  const json = isJson ? parse(text) : Option.none()
  if (Option.isNone(json)) return namesSecret(text) ? redacted : withoutAddressSecrets(text)
  const before = JSON.stringify(json.value)
  const after = JSON.stringify(redactJson(json.value))
  return before === after ? text : after
}

type JsonObject = Readonly<Record<string, Schema.Json>>

/** Names of addresses of media, wherever they stand: `link`, `imageUrl`, `image_url`, `attachmentUrl`. */
const mediaAddressName =
  /^(?:link|header_?handle|(?:attachment|image|picture|photo|document|audio|video|sticker|file|media|thumbnail)[^a-z0-9]*(?:urls?|links?|data))$/i

/** Names of media; what has no parts is the address, or the medium itself. */
const mediaName = /^(?:image|picture|photo|document|audio|video|sticker|media)s?$/i

/** Names of objects in which an address, or what else carries the content, is that of media. */
const mediaParentName = /^(?:(?:image|picture|photo|document|audio|video|sticker|media|file|attachment)s?|payload)$/i
const contentName = /^(?:url|href|uri|src|data|base64|content)$/i

/** A part of every name and of every text that is hidden, and the escapes that they could be written with. */
const suspicious =
  /secret|token|pass|authorization|credential|bearer|cookie|jwt|key|pwd|pin|otp|session|signature|cvv|link|handle|url|image|picture|photo|document|audio|video|sticker|media|file|attachment|thumbnail|payload|data:|:\\?\/|\\u/i

/** False only of JSON text in which `redact` has nothing to hide. */
export const mayNeedRedaction = (text: string): boolean => suspicious.test(text)

/** Every `data:` ends so; half of the time of an expression that does not care for case. */
const dataScheme = /[aA][tT][aA]:/

/** Begins a parameter of an address; and every quote inside a text has a backslash before it. */
const hiddenPart = /[\\?&#]/

/** A user or a password is between these two. Most answers have the second in addresses of e-mail only. */
const mayHaveUserInfo = (text: string): boolean => text.includes("://") && text.includes("@")

/** False only of JSON text in which no text has anything to hide. */
export const mayHaveHiddenText = (text: string): boolean =>
  hiddenPart.test(text) || dataScheme.test(text) || mayHaveUserInfo(text)

/** Most levels of JSON texts inside texts that are looked into. */
const maxTextLevels = 3

/** How deep a value lies: objects and lists, and JSON texts, around it. */
interface Place {
  readonly depth: number
  readonly textLevel: number
}

const inner = ({ depth, textLevel }: Place): Place => ({ depth: depth + 1, textLevel })

/** The texts of a value that is media, also in lists. */
const hideTexts = (json: Schema.Json, insideMedia: boolean, place: Place): Schema.Json => {
  if (typeof json === "string" || place.depth > maxDepth) return redacted
  return Array.isArray(json)
    ? json.map((item) => hideTexts(item, insideMedia, inner(place)))
    : redactValue(json, insideMedia, place)
}

const redactEntry = (key: string, value: Schema.Json, insideMedia: boolean, place: Place): Schema.Json => {
  if (!insideMedia && !suspicious.test(key)) return redactValue(value, false, place)
  if (isSecretName(key)) return redacted
  const isMedia = mediaAddressName.test(key) || mediaName.test(key) || (insideMedia && contentName.test(key))
  const isParent = mediaParentName.test(key)
  return isMedia ? hideTexts(value, isParent, place) : redactValue(value, isParent, place)
}

const redactEntries = (json: JsonObject, insideMedia: boolean, place: Place): JsonObject =>
  Object.fromEntries(
    Object.entries(json).map(([key, value]) => [key, redactEntry(key, value, insideMedia, inner(place))] as const)
  )

const isObject = (json: Schema.Json): json is JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json)

const redactValue = (json: Schema.Json, insideMedia: boolean, place: Place): Schema.Json => {
  if (typeof json === "string") return redactInside(json, place)
  if (typeof json !== "object" || json === null) return json
  if (place.depth > maxDepth) return redacted
  if (Array.isArray(json)) return json.map((item) => redactValue(item, insideMedia, inner(place)))
  return isObject(json) ? redactEntries(json, insideMedia, place) : json
}

/** A text, and what JSON is in it, as far as JSON texts inside each other are looked into. */
const redactInside = (text: string, { depth, textLevel }: Place): string =>
  redactText(text, (json) =>
    textLevel >= maxTextLevels ? redacted : redactValue(json, false, { depth: depth + 1, textLevel: textLevel + 1 })
  )

/**
 * The object without secrets and message media: what has the name of a secret, whatever it is, and the addresses and
 * contents of media, also in texts that are JSON themselves. Everything else stays as it is.
 */
export const redact = (json: JsonObject): JsonObject => redactEntries(json, false, { depth: 0, textLevel: 0 })
