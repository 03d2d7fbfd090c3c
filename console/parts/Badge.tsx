import type { ReactNode } from "react"

/** A word about the state of something. */
export const Badge = ({
  children,
  tone = "plain"
}: {
  readonly children: ReactNode
  readonly tone?: "plain" | "info" | "success" | "warning" | "danger"
}) => <span className={`badge badge-${tone}`}>{children}</span>
