import type { Texts } from "../text/Texts.ts"
import { previewKind } from "./previewKind.ts"

/** Letters of a message in a notice. */
export const noticeLength = 140

/** What a notice says of a received message: its text or caption, else what it is; empty where there are no words for it. */
export const noticeText = (
  { content, type }: { readonly type: string; readonly content: { readonly [name: string]: unknown } },
  previews: Texts["inbox"]["previews"]
): string => {
  const said = [content["text"], content["caption"]].find((text) => typeof text === "string" && text !== "")
  if (typeof said === "string") return said.slice(0, noticeLength)
  const named = previewKind(`[${type}]`)
  return named === null || named.kind === "template" ? "" : previews[named.kind]
}
