import { lazy, Suspense } from "react"
import { useText } from "../text/useText.ts"
import { previewKind } from "./previewKind.ts"

/** The rules of templates are loaded with the first one. */
const TemplateLine = lazy(() => import("./template/TemplateLine.tsx"))

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
