import { Option, Schema } from "effect"
import { TemplateDefinition } from "../../../src/domain/templates/Template.ts"
import { previewOf } from "./templateForm.ts"

const decode = Schema.decodeUnknownOption(TemplateDefinition)

/** Replaces a value, which previews of messages lack. */
const valueMark = "…"

/**
 * Text of a template with `…` for each value. Null if it is not listed, has no text, or has several languages: a
 * preview does not name the language.
 */
export const templateLine = (listed: ReadonlyArray<unknown>, name: string): string | null => {
  const [definition, ...others] = listed
    .flatMap((item) => Option.toArray(decode(item)))
    .filter((known) => known.name === name)
  if (definition === undefined || others.length > 0) return null
  const { body } = previewOf(definition, {})
  return body === "" ? null : body.replaceAll(/\{\{\s*\w+\s*\}\}/g, valueMark).replaceAll(/\s+/g, " ")
}
