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
