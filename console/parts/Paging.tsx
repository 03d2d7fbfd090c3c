import { changeQuery } from "../app/navigation.ts"
import { Button } from "./Button.tsx"
import { useText } from "../text/useText.ts"

/** Links to the previous and the next page of a list. The address contains the page. */
export const Paging = ({
  hasNext,
  page,
  total
}: {
  readonly page: number
  readonly hasNext: boolean
  readonly total: number
}) => {
  const { paging } = useText().common
  const go = (to: number) => changeQuery({ page: to === 1 ? null : String(to) })
  return (
    <nav className="paging" aria-label={paging.label}>
      <Button disabled={page <= 1} onClick={() => go(page - 1)}>
        {paging.previous}
      </Button>
      <span role="status">
        {paging.page(page)} · <span className="muted">{paging.total(total)}</span>
      </span>
      <Button disabled={!hasNext} onClick={() => go(page + 1)}>
        {paging.next}
      </Button>
    </nav>
  )
}
