/** Kinds of messages without a text of their own, as previews name them in brackets. */
const kinds = ["image", "video", "audio", "document", "file", "sticker", "location", "contacts", "interactive"] as const

/** What a message is, where its preview does not say what it says. */
export type PreviewKind =
  | { readonly kind: (typeof kinds)[number] }
  | {
      readonly kind: "template"
      /** The name of the template. */
      readonly name: string
    }

const bracketed = /^\[(?:template: (.+)|(\w+))\]$/

/** The kind that a preview names; null for one that is a text, or names a kind that has no words here. */
export const previewKind = (text: string): PreviewKind | null => {
  const [, name, word] = bracketed.exec(text) ?? []
  if (name !== undefined) return { kind: "template", name }
  const kind = kinds.find((known) => known === word)
  return kind === undefined ? null : { kind }
}
