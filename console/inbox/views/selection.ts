import { Atom } from "effect/reactivity"
import { registry, useAtom } from "../../app/atoms.ts"

interface Selection {
  /** Ids of the selected conversations. */
  readonly ids: ReadonlySet<string>
}

const nothing: Selection = { ids: new Set() }

const selectionAtom: Atom.Writable<Selection> = Atom.keepAlive(Atom.make<Selection>(nothing))

/** The conversation that was toggled last, at which a range begins. */
let anchor: string | null = null

export const useSelection = (): ReadonlySet<string> => useAtom(selectionAtom).ids

export const clearSelection = (): void => {
  anchor = null
  registry.set(selectionAtom, nothing)
}

/** Ids between two of a list, both included; only the second if the first is not listed. */
export const rangeOf = (ids: ReadonlyArray<string>, from: string | null, to: string): ReadonlyArray<string> => {
  const [first, last] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)]
  if (first === -1 || last === -1) return [to]
  return ids.slice(Math.min(first, last), Math.max(first, last) + 1)
}

/** Selects a conversation, or takes it from the selection. */
export const toggleSelected = (id: string): void => {
  const selected = new Set(registry.get(selectionAtom).ids)
  if (!selected.delete(id)) selected.add(id)
  anchor = id
  registry.set(selectionAtom, { ids: selected })
}

/** Selects all conversations of the list `ids` between the one that was toggled last and `id`. */
export const selectRange = (ids: ReadonlyArray<string>, id: string): void => {
  const selected = new Set([...registry.get(selectionAtom).ids, ...rangeOf(ids, anchor, id)])
  anchor = id
  registry.set(selectionAtom, { ids: selected })
}
