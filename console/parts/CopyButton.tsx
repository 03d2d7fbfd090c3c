import { useEffect, useState } from "react"
import { useText } from "../text/useText.ts"
import { Button } from "./Button.tsx"

/** Milliseconds for which the button confirms the copy. */
const confirmationMillis = 2_000

/** Copies a text. `label` names it for screen readers. */
export const CopyButton = ({ label, text }: { readonly text: string; readonly label?: string }) => {
  const { common } = useText()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), confirmationMillis)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false)
    )
  }
  return (
    <Button tone="quiet" onClick={copy} aria-label={label === undefined ? undefined : `${common.copy}: ${label}`}>
      <span aria-live="polite">{isCopied ? common.copied : common.copy}</span>
    </Button>
  )
}
