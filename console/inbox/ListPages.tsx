import { type FormEvent, useEffect, useState } from "react"
import { changeQuery } from "../app/navigation.ts"
import { Button } from "../parts/Button.tsx"
import { useLanguageTag, useText } from "../text/useText.ts"
import { pageSize } from "./inboxFilters.ts"

const goTo = (page: number) => changeQuery({ page: page === 1 ? null : String(page) })

/** Editable page number. */
const PageNumber = ({ count, page }: { readonly count: number; readonly page: number }) => {
  const { inbox } = useText()
  const language = useLanguageTag()
  const [text, setText] = useState(String(page))
  useEffect(() => setText(String(page)), [page])
  const jump = (event: FormEvent) => {
    event.preventDefault()
    const requested = /^\d{1,9}$/.test(text.trim()) ? Number(text) : page
    const next = Math.min(Math.max(requested, 1), count)
    setText(String(next))
    goTo(next)
  }
  return (
    <form className="pages-number muted" onSubmit={jump}>
      <label className="pages-number">
        {inbox.page}
        <input
          className="input"
          inputMode="numeric"
          maxLength={9}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onBlur={() => setText(String(page))}
        />
      </label>
      {inbox.ofPages(count.toLocaleString(language))}
    </form>
  )
}

/** Navigation through the pages of a list. */
export const ListPages = ({ page, total }: { readonly page: number; readonly total: number }) => {
  const { inbox } = useText()
  const count = Math.max(1, Math.ceil(total / pageSize))
  if (count === 1 && page === 1) return null
  return (
    <nav className="pages" aria-label={inbox.pages}>
      <Button disabled={page === 1} onClick={() => goTo(Math.min(page - 1, count))}>
        {inbox.newer}
      </Button>
      <PageNumber count={count} page={page} />
      <Button disabled={page >= count} onClick={() => goTo(page + 1)}>
        {inbox.older}
      </Button>
    </nav>
  )
}
