import { Suspense } from "react"
import { lazyOr } from "../parts/lazyOr.ts"
import { useText } from "../text/useText.ts"
import { previewKind } from "./previewKind.ts"

/** Loaded with the first template, because the rules of templates are large. */
const TemplateLine = lazyOr(
  () => import("./template/TemplateLine.tsx"),
  ({ fallback }) => fallback
)

/** A message in one line: its text, or else its kind. */
export const PreviewText = ({ text }: { readonly text: string }) => {
  const { inbox } = useText()
  const preview = previewKind(text)
  if (preview === null) return <bdi>{text}</bdi>
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
