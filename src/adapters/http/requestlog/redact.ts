import { Option, type Schema } from "effect"
import { nestingOf } from "../../../domain/text/isJsonObject.ts"
import { isSecretName, redacted, withoutAddressSecrets } from "../../../domain/text/withoutAddressSecrets.ts"

const dataUrl = /\bdata:/i
const wholeDataHead = /^data:\S*$/i
const base64Head = /;base64$/i

/** Whether the text before a comma ends with the head of a base64 data URL. */
const endsInDataHead = (beforeComma: string): boolean =>
  base64Head.test(beforeComma) && dataUrl.test(beforeComma.split(/\s/).at(-1) ?? "")

/** Whether a text is a data URL or contains one in base64 (RFC 2397). Runs in linear time. */
const hasMedium = (text: string): boolean => {
  if (!dataUrl.test(text)) return false
  const heads = text.split(",").slice(0, -1)
  return wholeDataHead.test(heads[0]?.trimStart() ?? "") || heads.some(endsInDataHead)
}

/** A quoted JSON field name, at any level of nested JSON texts. */
const quotedName = /"([^"\\]{0,256})\\*"\s*:/g

/** Whether text that is not valid JSON contains a quoted secret name. */
const namesSecret = (text: string): boolean =>
  Array.from(text.matchAll(quotedName)).some(([, name = ""]) => isSecretName(name))

const parse = Option.liftThrowable((text: string): Schema.Json => JSON.parse(text))

const jsonStart = /^\s*[[{"]/

/** Maximum levels of JSON text nested in JSON strings. */
const maxTextLevels = 3

/** Maximum depth of objects and lists, equal to the limit of request bodies. Deeper values are redacted. */
const maxDepth = 100

/**
 * Redacts secrets and media in a text. JSON text is parsed and redacted by `redactJson`; it stays unchanged if nothing was
 * found. Text that resembles JSON but does not parse is redacted if it names a secret.
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

/** Names of media addresses at any depth: `link`, `imageUrl`, `image_url`, `attachmentUrl`. */
const mediaAddressName =
  /^(?:link|header_?handle|(?:attachment|image|picture|photo|document|audio|video|sticker|file|media|thumbnail)[^a-z0-9]*(?:urls?|links?|data))$/i

/** Names of media. A scalar value is the address or the content. */
const mediaName = /^(?:image|picture|photo|document|audio|video|sticker|media)s?$/i

/** Name of the headers of an endpoint, whose values may be credentials under any name. */
const headersName = /^headers$/i

/** Names of objects whose address or content fields belong to media. */
const mediaParentName = /^(?:(?:image|picture|photo|document|audio|video|sticker|media|file|attachment)s?|payload)$/i
const contentName = /^(?:url|href|uri|src|data|base64|content)$/i

/** Matches a part of every redacted name and text, and the escapes that could hide one. */
const suspicious =
  /secret|token|pass|authorization|credential|bearer|cookie|jwt|key|pwd|pin|otp|session|signature|cvv|link|handle|url|image|picture|photo|document|audio|video|sticker|media|file|attachment|thumbnail|payload|headers|data:|:\\?\/|\\u/i

/** More brackets than `maxDepth`. Only such a text can be nested deeper. */
const manyBrackets = /^(?:[^[{]*[[{]){101}/

/** The escape of a quote in a JSON text at `maxTextLevels`. Only such a text can have a deeper level. */
const deepEscape = "\\".repeat(2 ** maxTextLevels - 1)

/** Whether `redact` may replace a part of the JSON text because it is nested too deep. */
const mayBeTooDeep = (text: string): boolean => manyBrackets.test(text) || text.includes(deepEscape)

/** Returns false only if `redact` would change nothing in the JSON text. */
export const mayNeedRedaction = (text: string): boolean => suspicious.test(text) || mayBeTooDeep(text)

/** Suffix of every `data:` scheme. Twice as fast as a case-insensitive expression. */
const dataScheme = /[aA][tT][aA]:/

/** Start of a URL parameter, or the backslash before a quote inside a text. */
const hiddenPart = /[\\?&#]/

/** Whether a URL may contain user info. Most responses contain `@` in e-mail addresses only. */
const mayHaveUserInfo = (text: string): boolean => text.includes("://") && text.includes("@")

/** Returns false only if no value of the JSON text needs redaction. */
export const mayHaveHiddenText = (text: string): boolean =>
  hiddenPart.test(text) || dataScheme.test(text) || mayHaveUserInfo(text) || mayBeTooDeep(text)

/** Depth of a value in objects and lists, and in nested JSON texts. */
interface Nesting {
  readonly depth: number
  readonly textLevel: number
}

const inner = ({ depth, textLevel }: Nesting): Nesting => ({ depth: depth + 1, textLevel })

/** Redacts the texts of a media value, also in lists. */
const hideTexts = (json: Schema.Json, insideMedia: boolean, nesting: Nesting): Schema.Json => {
  if (typeof json === "string" || nesting.depth > maxDepth) return redacted
  return Array.isArray(json)
    ? json.map((item) => hideTexts(item, insideMedia, inner(nesting)))
    : redactValue(json, insideMedia, nesting)
}

const redactEntry = (key: string, value: Schema.Json, insideMedia: boolean, nesting: Nesting): Schema.Json => {
  if (!insideMedia && !suspicious.test(key)) return redactValue(value, false, nesting)
  if (isSecretName(key) || headersName.test(key)) return redacted
  const isMedia = mediaAddressName.test(key) || mediaName.test(key) || (insideMedia && contentName.test(key))
  const isParent = mediaParentName.test(key)
  return isMedia ? hideTexts(value, isParent, nesting) : redactValue(value, isParent, nesting)
}

const redactEntries = (json: JsonObject, insideMedia: boolean, nesting: Nesting): JsonObject =>
  Object.fromEntries(
    Object.entries(json).map(([key, value]) => [key, redactEntry(key, value, insideMedia, inner(nesting))] as const)
  )

const isObject = (json: Schema.Json): json is JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json)

const redactValue = (json: Schema.Json, insideMedia: boolean, nesting: Nesting): Schema.Json => {
  if (typeof json === "string") return redactInside(json, nesting)
  if (typeof json !== "object" || json === null) return json
  if (nesting.depth > maxDepth) return redacted
  if (Array.isArray(json)) return json.map((item) => redactValue(item, insideMedia, inner(nesting)))
  return isObject(json) ? redactEntries(json, insideMedia, nesting) : json
}

/** Redacts a text and the JSON in it, up to `maxTextLevels`. */
const redactInside = (text: string, { depth, textLevel }: Nesting): string =>
  redactText(text, (json) =>
    textLevel >= maxTextLevels ? redacted : redactValue(json, false, { depth: depth + 1, textLevel: textLevel + 1 })
  )

/**
 * Redacts secrets and message media: every field with the name of a secret, headers, and the addresses and contents of media. This
 * includes JSON inside texts. Everything else stays unchanged.
 */
export const redact = (json: JsonObject): JsonObject => redactEntries(json, false, { depth: 0, textLevel: 0 })
