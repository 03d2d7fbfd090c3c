import { Atom } from "effect/reactivity"

/** Creates an atom of the current time in milliseconds since 1970, which updates while a component shows it. */
const ticking = (millis: number): Atom.Atom<number> =>
  Atom.readable((get) => {
    const timer = setInterval(() => get.setSelf(Date.now()), millis)
    get.addFinalizer(() => clearInterval(timer))
    return Date.now()
  })

/** Current time, updated each second: for countdowns. */
export const secondAtom: Atom.Atom<number> = ticking(1_000)

/** Current time, updated every few seconds: for relative times. */
export const minuteAtom: Atom.Atom<number> = ticking(15_000)
