import { Option, Schema } from "effect"
import { TemplateDefinition } from "../../../src/domain/templates/Template.ts"
import { previewOf } from "./templateForm.ts"

const decode = Schema.decodeUnknownOption(TemplateDefinition)

/** Stands for a value, which previews of messages do not have. */
const someValue = "…"

/**
 * The text of a template with `…` for each value. Null when it is not listed, has no text, or has several languages: the
 * preview of a message does not say in which one it was sent.
 */
export const templateLine = (listed: ReadonlyArray<unknown>, name: string): string | null => {
  const [definition, ...others] = listed
    .flatMap((item) => Option.toArray(decode(item)))
    .filter((known) => known.name === name)
  if (definition === undefined || others.length > 0) return null
  const { body } = previewOf(definition, {})
  return body === "" ? null : body.replaceAll(/\{\{\s*\w+\s*\}\}/g, someValue).replaceAll(/\s+/g, " ")
}
