import type { ReactNode } from "react"
import { useText } from "../../text/useText.ts"
import "../../style/pageParts.css"

/** Something that loads, of the size that it will have, so that the page does not move. */
const Skeleton = ({ children, form }: { readonly form: string; readonly children: ReactNode }) => {
  const { common } = useText()
  return (
    <div className={`skeleton skeleton-${form}`} role="status">
      <span className="visually-hidden">{common.loading}</span>
      {children}
    </div>
  )
}

const times = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, index) => index)

/** Rows of a list with avatars, such as conversations or contacts. */
export const SkeletonRows = ({ count = 8 }: { readonly count?: number }) => (
  <Skeleton form="rows">
    {times(count).map((index) => (
      <span key={index} className="skeleton-row">
        <span className="skeleton-shape skeleton-disc" />
        <span className="skeleton-shape skeleton-line" />
        <span className="skeleton-shape skeleton-line skeleton-short" />
      </span>
    ))}
  </Skeleton>
)

/** Rows of a table, below its head. */
export const SkeletonTable = ({ count = 8 }: { readonly count?: number }) => (
  <Skeleton form="table">
    {times(count + 1).map((index) => (
      <span key={index} className="skeleton-cells">
        {times(4).map((cell) => (
          <span key={cell} className="skeleton-shape skeleton-line" />
        ))}
      </span>
    ))}
  </Skeleton>
)

/** Cards, such as figures of a report. */
export const SkeletonCards = ({ count = 4 }: { readonly count?: number }) => (
  <Skeleton form="cards">
    {times(count).map((index) => (
      <span key={index} className="skeleton-shape skeleton-card" />
    ))}
  </Skeleton>
)

/** Lines of text. */
export const SkeletonLines = ({ count = 3 }: { readonly count?: number }) => (
  <Skeleton form="lines">
    {times(count).map((index) => (
      <span key={index} className="skeleton-shape skeleton-line" />
    ))}
  </Skeleton>
)
