import { type KeyboardEvent, useCallback } from "react"
import { navigate } from "../app/navigation.ts"
import { useInboxCommand } from "./inboxCommands.ts"

/** The links of the list, conversations and found messages alike. */
const rowsOfList = (): ReadonlyArray<HTMLAnchorElement> =>
  Array.from(document.querySelectorAll<HTMLAnchorElement>(".list-rows a.row"))

/** Opens the row so many places after the one that is open, or the first. */
const step = (by: number): void => {
  const rows = rowsOfList()
  const at = rows.findIndex((row) => row.hasAttribute("aria-current"))
  const next = rows[at === -1 ? 0 : at + by]
  if (next === undefined) return
  navigate(`${next.pathname}${next.search}`, { replace: at !== -1 })
  next.scrollIntoView({ block: "nearest" })
}

const places: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Leads through the list: the commands for the next and the previous row open it, and the arrows move the focus, from the
 * field of the search to the first row.
 */
export const useRowSteps = (): ((event: KeyboardEvent<HTMLElement>) => void) => {
  useInboxCommand("next", () => step(1))
  useInboxCommand("previous", () => step(-1))
  return useCallback((event) => {
    const by = places[event.key]
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
