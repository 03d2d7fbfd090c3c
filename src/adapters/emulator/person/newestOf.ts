/** The entries that came in last, as many as there is room for; forgetting waits until there are too many by a tenth. */
export const newestOf = <Key, Value>(entries: ReadonlyMap<Key, Value>, capacity: number): ReadonlyMap<Key, Value> =>
  entries.size <= capacity * 1.1 ? entries : new Map([...entries].slice(entries.size - capacity))
