import type { ReactNode } from "react"

/** An entry of the palette. */
export interface PaletteItem {
  readonly id: string
  readonly label: string
  /** Second line: a number, an excerpt. */
  readonly detail?: string
  readonly icon?: ReactNode
  readonly keys?: string
  readonly onSelect: () => void
}

/** Entries of one kind, below a heading. */
export interface PaletteGroup {
  readonly id: string
  readonly label: string
  readonly items: ReadonlyArray<PaletteItem>
}

/** Lower case without accents and marks, so that `jose` finds `José`. */
const folded = (text: string): string => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLocaleLowerCase()

/** Whether each word of the search begins a word of the label, in any order. */
export const matchesSearch = (label: string, search: string): boolean => {
  const words = folded(label).split(/[^\p{L}\p{N}]+/u)
  return folded(search)
    .split(/\s+/)
    .filter((part) => part !== "")
    .every((part) => words.some((word) => word.startsWith(part)))
}

/** The groups with their matching items. Empty groups are left out. */
export const groupsMatching = (groups: ReadonlyArray<PaletteGroup>, search: string): ReadonlyArray<PaletteGroup> =>
  groups
    .map((group) => ({ ...group, items: group.items.filter(({ label }) => matchesSearch(label, search)) }))
    .filter(({ items }) => items.length > 0)

/** The next position among `count` entries, from the end back to the start. */
export const stepped = (position: number, by: 1 | -1, count: number): number =>
  count === 0 ? 0 : (position + by + count) % count
