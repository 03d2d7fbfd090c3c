import type { Texts } from "../text/Texts.ts"
import { previewKind } from "./previewKind.ts"

/** Maximum characters of a message in a notification. */
export const noticeLength = 140

/** Text of a notification: the text or caption of the message, else its kind; empty for a kind without a label. */
export const noticeText = (
  { content, type }: { readonly type: string; readonly content: { readonly [name: string]: unknown } },
  previews: Texts["inbox"]["previews"]
): string => {
  const text = [content["text"], content["caption"]].find((value) => typeof value === "string" && value !== "")
  if (typeof text === "string") return text.slice(0, noticeLength)
  const preview = previewKind(`[${type}]`)
  return preview === null || preview.kind === "template" ? "" : previews[preview.kind]
}
