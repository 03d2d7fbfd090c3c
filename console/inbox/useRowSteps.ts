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
  // The focus follows, so that commands of the list concern the opened row.
  if (document.activeElement?.closest(".list-rows") !== null) next.focus()
  next.scrollIntoView({ block: "nearest" })
}

/** Address of the row after the open one, or before it, that shows none of these conversations; null without one. */
export const hrefBeside = (ids: ReadonlySet<string>): string | null => {
  const rows = rowsOfList()
  const at = rows.findIndex((row) => row.hasAttribute("aria-current"))
  const isOther = ({ dataset }: HTMLAnchorElement): boolean => !ids.has(dataset["conversation"] ?? "")
  const next = rows.slice(at + 1).find(isOther) ?? rows.slice(0, Math.max(at, 0)).findLast(isOther)
  return next === undefined ? null : `${next.pathname}${next.search}`
}

/** The row that commands of the list concern: the focused one, or else the open one. */
export const currentRow = (): HTMLAnchorElement | null => {
  const focused = document.activeElement?.closest(".row-item")?.querySelector<HTMLAnchorElement>("a.row")
  return focused ?? document.querySelector<HTMLAnchorElement>(".list-rows a.row[aria-current]")
}

/** Ids of the listed conversations, from top to bottom. */
export const listedIds = (): ReadonlyArray<string> =>
  rowsOfList().flatMap(({ dataset }) => dataset["conversation"] ?? [])

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
