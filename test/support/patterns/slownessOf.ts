import { type Automaton, automatonOf, type State } from "./automatonOf.ts"
import { parsePattern, type Part } from "./parsePattern.ts"

/** Most sets of states that are looked at to tell whether a match can still fail. */
const maxSets = 2_000

const hasLoop = (part: Part): boolean => {
  switch (part.type) {
    case "repeat":
      return part.max > 16 || hasLoop(part.part)
    case "sequence":
      return part.parts.some(hasLoop)
    case "choice":
      return part.options.some(hasLoop)
    default:
      return false
  }
}

const stepsOf = ({ states }: Automaton, from: number, letter: number): ReadonlyArray<number> =>
  Array.from(states[from]?.next.keys() ?? []).filter((to) => states[to]?.letters.has(letter) === true)

/** Whether some text makes the match fail that has come to this state. */
const canFail = (automaton: Automaton, from: number): boolean => {
  const accepts = (set: ReadonlyArray<number>, how: State["accepts"]) =>
    set.some((state) => automaton.states[state]?.accepts === how)
  const queue: Array<ReadonlyArray<number>> = [[from]]
  const seen = new Set<string>()
  for (const set of queue) {
    if (accepts(set, "always")) continue
    if (!accepts(set, "at the end") || queue.length > maxSets) return true
    for (let letter = 0; letter < automaton.letters.length; letter++) {
      const next = [...new Set(set.flatMap((state) => stepsOf(automaton, state, letter)))].sort((a, b) => a - b)
      if (seen.has(next.join())) continue
      seen.add(next.join())
      queue.push(next)
    }
  }
  return false
}

/** All states that can be reached from one, by at least one character. */
const reachedFrom = ({ states }: Automaton, from: number): ReadonlySet<number> => {
  const reached = new Set<number>()
  const queue = [from]
  for (const state of queue) {
    for (const to of states[state]?.next.keys() ?? []) {
      if (reached.has(to)) continue
      reached.add(to)
      queue.push(to)
    }
  }
  return reached
}

/** The shortest text that leads some runs of the automaton from one tuple of states to another; null when none does. */
const wordBetween = (
  automaton: Automaton,
  from: ReadonlyArray<number>,
  isGoal: (tuple: ReadonlyArray<number>) => boolean,
  within: ReadonlyArray<ReadonlySet<number>>
): string | null => {
  const queue: Array<readonly [ReadonlyArray<number>, string]> = [[from, ""]]
  const seen = new Set<string>()
  for (const [tuple, word] of queue) {
    for (const [letter, character] of automaton.letters.entries()) {
      const choices = tuple.map((state, run) =>
        stepsOf(automaton, state, letter).filter((to) => within[run]?.has(to) === true)
      )
      const tuples = choices.reduce<ReadonlyArray<ReadonlyArray<number>>>(
        (all, next) => all.flatMap((begun) => next.map((state) => [...begun, state])),
        [[]]
      )
      for (const next of tuples) {
        if (seen.has(next.join())) continue
        seen.add(next.join())
        if (isGoal(next)) return word + character
        queue.push([next, word + character])
      }
    }
  }
  return null
}

const slownessOfPart = (root: Part, flags: string): string | null => {
  const automaton = automatonOf(root, flags)
  const reached = automaton.states.map((_, state) => reachedFrom(automaton, state))
  const loops = automaton.states.map((_, state) => state).filter((state) => reached[state]?.has(state) === true)
  const loopOf = (state: number) =>
    new Set(loops.filter((other) => reached[state]?.has(other) === true && reached[other]?.has(state) === true))
  for (const p of loops) {
    const around = loopOf(p)
    const isTwice = [...around].some((state) =>
      Array.from(automaton.states[state]?.next ?? []).some(([to, ways]) => ways > 1 && around.has(to))
    )
    if (isTwice && canFail(automaton, p)) return "a loop in a loop matches the same text in many ways"
    // Two runs from one state that part and meet again: the ways double with each round (exponential ambiguity).
    const split = [...around].flatMap((a) => [...around].flatMap((b) => (a < b ? [[a, b] as const] : [])))
    if (around.size > 1 && canFail(automaton, p)) {
      for (const [a, b] of split) {
        const there = wordBetween(automaton, [p, p], ([x, y]) => x === a && y === b, [around, around])
        const back =
          there === null ? null : wordBetween(automaton, [a, b], ([x, y]) => x === p && y === p, [around, around])
        if (back !== null) return `exponential for repetitions of ${JSON.stringify(`${there}${back}`)}`
      }
    }
  }
  for (const p of loops) {
    const around = loopOf(p)
    for (const q of loops) {
      if (p === q || reached[p]?.has(q) !== true || !canFail(automaton, q)) continue
      // One text that leads from p to p, from p to q and from q to q: each round is tried from each round before.
      const word = wordBetween(automaton, [p, p, q], ([x, y, z]) => x === p && y === q && z === q, [
        around,
        new Set([...(reached[p] ?? []), p]),
        loopOf(q)
      ])
      if (word !== null) return `quadratic for repetitions of ${JSON.stringify(word)}`
    }
  }
  return null
}

/**
 * Why a search for the pattern can take more than linear time, with a text whose repetition shows it; null when it cannot.
 * Decided from the pattern alone, by the ambiguity of its automaton, so that no input is missed. Repetitions in lookarounds
 * and references to what was matched are refused, since automata cannot tell.
 */
export const slownessOf = ({ flags, source }: Pick<RegExp, "source" | "flags">): string | null => {
  const { lookarounds, refersBack, root } = parsePattern(source)
  if (refersBack) return "refers back to what it matched"
  if (lookarounds.some(hasLoop)) return "repeats in a lookaround"
  return slownessOfPart(root, flags)
}
