import { Option, type Schema } from "effect"
import { nestingOf } from "../shared/nestingOf.ts"
import { isSecretName } from "../../../domain/text/isSecretName.ts"
import { redacted, withoutAddressSecrets } from "../../../domain/text/withoutAddressSecrets.ts"

const dataScheme = /\bdata:/i
const wholeDataHead = /^data:\S*$/i
const base64Head = /;base64$/i

/** Whether the head of a medium is the last word of what stands before a comma. */
const endsInDataHead = (beforeComma: string): boolean =>
  base64Head.test(beforeComma) && dataScheme.test(beforeComma.split(/\s/).at(-1) ?? "")

/** Whether a medium is inside a text (RFC 2397): the text is one, or has one in base64. Looks at no character twice. */
const hasMedium = (text: string): boolean => {
  if (!dataScheme.test(text)) return false
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
export const maxDepth = 100

/**
 * A text without secrets and media. `redactJson` does the same for a value that the text is the JSON of; a text in
 * which it finds nothing stays as it came. One that begins or goes on like JSON, and is none, is hidden when it names a
 * secret.
 */
export const redactText = (text: string, redactJson: (json: Schema.Json) => Schema.Json): string => {
  if (hasMedium(text)) return redacted
  const isJson = jsonStart.test(text)
  if (isJson && nestingOf(text) > maxDepth) return redacted
  const json = isJson ? parse(text) : Option.none()
  if (Option.isNone(json)) return namesSecret(text) ? redacted : withoutAddressSecrets(text)
  const before = JSON.stringify(json.value)
  const after = JSON.stringify(redactJson(json.value))
  return before === after ? text : after
}
