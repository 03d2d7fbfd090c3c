import { visibleJson } from "../text/visibleJson.ts"
import { CopyButton } from "./CopyButton.tsx"

/** Formatted JSON with a copy button. Strings are shown unquoted. */
export const JsonView = ({ label, value }: { readonly label: string; readonly value: unknown }) => {
  const text = typeof value === "string" ? value : visibleJson(JSON.stringify(value, null, 2) ?? "")
  return (
    <div className="json">
      <div className="json-copy">
        <CopyButton text={text} label={label} />
      </div>
      <pre className="json-text" dir="ltr" tabIndex={0} aria-label={label}>
        <code>{text}</code>
      </pre>
    </div>
  )
}
