import { type KeyboardEvent, useCallback } from "react"
import { navigate } from "../app/navigation.ts"
import { useInboxCommand } from "./inboxCommands.ts"

/** Links of the list: conversations and found messages. */
const rowsOfList = (): ReadonlyArray<HTMLAnchorElement> =>
  Array.from(document.querySelectorAll<HTMLAnchorElement>(".list-rows a.row"))

/** Opens the row at a distance from the open one, or the first. */
const step = (by: number): void => {
  const rows = rowsOfList()
  const at = rows.findIndex((row) => row.hasAttribute("aria-current"))
  const next = rows[at === -1 ? 0 : at + by]
  if (next === undefined) return
  navigate(`${next.pathname}${next.search}`, { replace: at !== -1 })
  next.scrollIntoView({ block: "nearest" })
}

const stepByKey: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Keyboard navigation of the list: commands open the next or previous row, and arrow keys move the focus, also from the
 * search field to the first row.
 */
export const useRowSteps = (): ((event: KeyboardEvent<HTMLElement>) => void) => {
  useInboxCommand("next", () => step(1))
  useInboxCommand("previous", () => step(-1))
  return useCallback((event) => {
    const by = stepByKey[event.key]
    const { target } = event
    if (by === undefined || event.defaultPrevented || !(target instanceof HTMLElement)) return
    const rows = rowsOfList()
    const at = rows.findIndex((row) => row === target)
    const isSearch = target.matches("input[type=search]")
    const next = isSearch && by === 1 ? rows[0] : at === -1 ? undefined : rows[at + by]
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }, [])
}
