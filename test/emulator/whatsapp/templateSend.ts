import { body, header } from "../../domain/templates/templates.ts"

/** A send of a template, and its parts. */
export const template = (name: string, components: ReadonlyArray<unknown> = [], code = "en_US") => ({
  type: "template",
  template: { name, language: { code }, components }
})
export const text = (value: unknown, more: object = {}) => ({ type: "text", text: value, ...more })
export const invoice = { type: "document", document: { link: "https://example.com/a.pdf", filename: "a.pdf" } }

export const promotion = [header(text("Sale")), body(text("May"), text("25OFF"), text("25%"))]
