/** Kinds of messages without a text, which previews name in brackets. */
const kinds = ["image", "video", "audio", "document", "file", "sticker", "location", "contacts", "interactive"] as const

/** Kind of a message whose preview has no text. */
export type PreviewKind =
  | { readonly kind: (typeof kinds)[number] }
  | {
      readonly kind: "template"
      /** Name of the template. */
      readonly name: string
    }

const bracketed = /^\[(?:template: (.+)|(\w+))\]$/

/** The kind that a preview names; null for a text, or for a kind without a label. */
export const previewKind = (text: string): PreviewKind | null => {
  const [, name, word] = bracketed.exec(text) ?? []
  if (name !== undefined) return { kind: "template", name }
  const kind = kinds.find((known) => known === word)
  return kind === undefined ? null : { kind }
}
