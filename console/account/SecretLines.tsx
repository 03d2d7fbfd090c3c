import { CopyButton } from "../parts/CopyButton.tsx"
import "./account.css"

/** A text that is shown once, with a button that copies it. */
export const SecretLines = ({ label, lines }: { readonly label: string; readonly lines: ReadonlyArray<string> }) => (
  <div className="secret-lines">
    <output aria-label={label} dir="ltr">
      {lines.map((line) => (
        <code key={line}>{line}</code>
      ))}
    </output>
    <CopyButton label={label} text={lines.join("\n")} />
  </div>
)
