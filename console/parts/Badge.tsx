import type { ReactNode } from "react"

/** A word for the state of an item. */
export const Badge = ({
  children,
  tone = "plain"
}: {
  readonly children: ReactNode
  readonly tone?: "plain" | "info" | "success" | "warning" | "danger"
}) => <span className={`badge badge-${tone}`}>{children}</span>
