import type { ReactNode } from "react"
import "../../style/pageParts.css"

/** Title of a page, with a sentence about it and its buttons. */
export const PageHeader = ({
  actions,
  description,
  title
}: {
  readonly title: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
}) => (
  <header className="page-header">
    <div className="page-header-text">
      <h1>{title}</h1>
      {description !== undefined && <p className="muted">{description}</p>}
    </div>
    {actions !== undefined && <div className="page-header-actions">{actions}</div>}
  </header>
)
