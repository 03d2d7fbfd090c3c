/** The entry of a key while it is in the map. */
interface Cell<V> {
  value: V | null
}

/**
 * A map for short-lived entries. `Map` and `Set` of V8 retain deleted entries: a table full of gaps is replaced by
 * another, and the old table points to the new one. Once an old table is in the old generation, it retains all entries
 * added after it until the next full collection. This map retains only its cells.
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

  /** The values in insertion order. */
  *values(): Generator<V> {
    for (const { value } of this.#cells.values()) if (value !== null) yield value
  }
}

/** Caches results of a function of texts, for the most recent texts. */
export const keptFor = <A>(most: number, make: (text: string) => A): ((text: string) => A) => {
  const all = new Map<string, A>()
  return (text) => {
    const known = all.get(text)
    if (known !== undefined) return known
    const made = make(text)
    if (all.size >= most) {
      const [first] = all.keys()
      if (first !== undefined) all.delete(first)
    }
    all.set(text, made)
    return made
  }
}
