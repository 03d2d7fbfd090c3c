import { Suspense } from "react"
import { lazyOr } from "../parts/lazyOr.ts"
import { useText } from "../text/useText.ts"
import { previewKind } from "./previewKind.ts"

/** The rules of templates are loaded with the first one. */
const TemplateLine = lazyOr(
  () => import("./template/TemplateLine.tsx"),
  ({ fallback }) => fallback
)

/** A message in one line: what it says, else what it is. */
export const PreviewText = ({ text }: { readonly text: string }) => {
  const { inbox } = useText()
  const named = previewKind(text)
  if (named === null) return <bdi>{text}</bdi>
  if (named.kind !== "template") return inbox.previews[named.kind]
  const name = (
    <>
      {inbox.conversation.template.sent} <bdi>{named.name}</bdi>
    </>
  )
  return (
    <Suspense fallback={name}>
      <TemplateLine name={named.name} fallback={name} />
    </Suspense>
  )
}
