import type { ReactNode } from "react"
import { useText } from "../../text/useText.ts"

/** Switches between a reply to the contact and a note of the members, beside facts about the conversation. */
export const ComposerHead = ({
  children,
  mode,
  onMode
}: {
  readonly mode: "reply" | "note"
  readonly onMode: (mode: "reply" | "note") => void
  readonly children?: ReactNode
}) => {
  const { composer } = useText().inbox.thread
  return (
    <div className="composer-head">
      <div className="composer-modes" role="group" aria-label={composer.mode}>
        {(["reply", "note"] as const).map((one) => (
          <button
            key={one}
            type="button"
            className="composer-mode"
            aria-pressed={one === mode}
            onClick={() => onMode(one)}
          >
            {composer[one]}
          </button>
        ))}
      </div>
      {children}
    </div>
  )
}
