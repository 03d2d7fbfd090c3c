import { Suspense } from "react"
import { lazyOr } from "../parts/lazyOr.ts"
import { useText } from "../text/useText.ts"
import { previewKind } from "./previewKind.ts"
import { withoutStyles } from "./thread/messageParts.ts"

/** Loaded with the first template, because the rules of templates are large. */
const TemplateLine = lazyOr(
  () => import("./template/TemplateLine.tsx"),
  ({ fallback }) => fallback
)

/** A message in one line: its text, or else its kind. `hasStyles`: the text has the marks of WhatsApp. */
export const PreviewText = ({ hasStyles = false, text }: { readonly text: string; readonly hasStyles?: boolean }) => {
  const { inbox } = useText()
  const preview = previewKind(text)
  if (preview === null) return <bdi>{hasStyles ? withoutStyles(text) : text}</bdi>
  if (preview.kind !== "template") return inbox.previews[preview.kind]
  const name = (
    <>
      {inbox.conversation.template.sent} <bdi>{preview.name}</bdi>
    </>
  )
  return (
    <Suspense fallback={name}>
      <TemplateLine name={preview.name} fallback={name} />
    </Suspense>
  )
}
