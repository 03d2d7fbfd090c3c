/** What the map has at a key, for as long as it has it. */
interface Cell<V> {
  value: V | null
}

/**
 * A map for what comes and goes all the time. `Map` and `Set` of V8 keep what was deleted: when their table is full of
 * gaps they begin another, the old one points to it, and once an old one has been moved to the old generation it is
 * dead there with all that was ever entered after it, up to the next collection of everything. Here only the cells stay.
 */
export class ForgettingMap<K, V extends object> {
  readonly #cells = new Map<K, Cell<V>>()

  get size(): number {
    return this.#cells.size
  }

  get(key: K): V | undefined {
    return this.#cells.get(key)?.value ?? undefined
  }

  set(key: K, value: V): void {
    const cell = this.#cells.get(key)
    if (cell === undefined) this.#cells.set(key, { value })
    else cell.value = value
  }

  delete(key: K): boolean {
    const cell = this.#cells.get(key)
    if (cell === undefined) return false
    cell.value = null
    return this.#cells.delete(key)
  }

  keys(): IterableIterator<K> {
    return this.#cells.keys()
  }

  /** In the order in which they were entered. */
  *values(): Generator<V> {
    for (const { value } of this.#cells.values()) if (value !== null) yield value
  }
}
