import type { Part } from "./parsePattern.ts"

/** A state: a character of the pattern has just been matched; the first state is before all of them. */
export interface State {
  /** Which of the letters lead here. */
  readonly letters: ReadonlySet<number>
  /** The next states, and the number of ways, at most two. */
  readonly next: Map<number, number>
  /** Whether the pattern matches here: with more text behind it, or only at the end. */
  accepts: "always" | "at the end" | "no"
}

export interface Automaton {
  readonly letters: ReadonlyArray<string>
  readonly states: ReadonlyArray<State>
}

/** Counted repetitions above this are taken for endless ones: what they cost is no constant any more. */
const maxCounted = 16

/** Characters of all kinds that patterns tell apart, beside those that they name. */
const samples = [
  ...Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code)),
  "\u0301",
  "\u200b",
  "\u2013",
  "\u2028",
  "\u202e",
  "\u2212",
  "٣",
  "۳",
  "漢",
  "\ud83d"
]

const any: Part = { type: "set", source: "[^]" }

/** One character of each class that the sets of the pattern do not distinguish. */
const lettersOf = (sets: ReadonlyArray<string>, flags: string) => {
  const tests = sets.map((set) => new RegExp(`^(?:${set})$`, flags.replaceAll(/[gy]/g, "")))
  const kinds = new Map<string, string>()
  const named = Array.from(sets.join("").matchAll(/\\u([0-9a-f]{4})/gi), ([, hex = ""]) =>
    String.fromCharCode(Number.parseInt(hex, 16))
  )
  for (const sample of [...samples, ...named]) {
    const kind = tests.map((test) => (test.test(sample) ? "1" : "0")).join("")
    if (!kinds.has(kind)) kinds.set(kind, sample)
  }
  return { letters: [...kinds.values()], kinds: [...kinds.keys()] }
}

type Edge = { readonly to: number; readonly when: "always" | "start" | "end" }

/** The automaton of a search for the pattern, in the order in which an engine without memory tries it (Thompson, Glushkov). */
export const automatonOf = (root: Part, flags: string): Automaton => {
  const edges: Array<Array<Edge>> = []
  const characters = new Map<number, { readonly set: string; readonly to: number }>()
  const node = () => edges.push([]) - 1
  const link = (from: number, to: number, when: Edge["when"] = "always") => edges[from]?.push({ to, when })

  /** Adds the part behind a node, and returns the node behind it. */
  const add = (part: Part, from: number): number => {
    const to = node()
    switch (part.type) {
      case "set": {
        const before = node()
        link(from, before)
        characters.set(before, { set: part.source, to })
        return to
      }
      case "start":
      case "end":
        link(from, to, flags.includes("m") ? "always" : part.type)
        return to
      case "sequence":
        return part.parts.reduce((place, next) => add(next, place), from)
      case "choice":
        for (const option of part.options) link(add(option, from), to)
        return to
      case "repeat": {
        if (part.max > maxCounted) {
          const begin = node()
          link(from, begin)
          const end = add(part.part, begin)
          link(end, begin)
          link(end, to)
          if (part.min === 0) link(from, to)
          return to
        }
        let place = from
        for (let count = 0; count < part.max; count++) {
          if (count >= part.min) link(place, to)
          place = add(part.part, place)
        }
        link(place, to)
        return to
      }
    }
  }

  const first = node()
  // A search tries every place; a pattern that sticks to one does not.
  const begun = flags.includes("y") ? first : add({ type: "repeat", part: any, min: 0, max: Infinity }, first)
  const last = add(root, begun)
  const order = [...characters.keys()]
  const { kinds, letters } = lettersOf(
    order.map((place) => characters.get(place)?.set ?? ""),
    flags
  )

  /** Follows all ways without a character; each way goes through a node once. */
  const explore = (from: number, isFirst: boolean, letterSet: ReadonlySet<number>): State => {
    const state: State = { letters: letterSet, next: new Map(), accepts: "no" }
    const walk = (place: number, isEnded: boolean, seen: ReadonlySet<number>) => {
      if (place === last && state.accepts !== "always") state.accepts = isEnded ? "at the end" : "always"
      const target = order.indexOf(place)
      if (target !== -1 && !isEnded) state.next.set(target + 1, Math.min(2, (state.next.get(target + 1) ?? 0) + 1))
      for (const { to, when } of edges[place] ?? []) {
        if (seen.has(to) || (when === "start" && !isFirst)) continue
        walk(to, isEnded || when === "end", new Set([...seen, to]))
      }
    }
    walk(from, false, new Set([from]))
    return state
  }

  return {
    letters,
    states: [
      explore(first, true, new Set()),
      ...order.map((place, index) =>
        explore(
          characters.get(place)?.to ?? first,
          false,
          new Set(kinds.flatMap((kind, letter) => (kind[index] === "1" ? [letter] : [])))
        )
      )
    ]
  }
}
