import type { ReactNode } from "react"

/** A word for the state of an item. `hasDot`: a dot in the colour of the word before it. */
export const Badge = ({
  children,
  hasDot = false,
  tone = "plain"
}: {
  readonly children: ReactNode
  readonly tone?: "plain" | "info" | "success" | "warning" | "danger"
  readonly hasDot?: boolean
}) => (
  <span className={`badge badge-${tone}`}>
    {hasDot && <span className="badge-dot" aria-hidden />}
    {children}
  </span>
)
