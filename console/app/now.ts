import { Atom } from "effect/reactivity"

/** An instant that goes on, in milliseconds since 1970, as long as a component shows it. */
const ticking = (millis: number): Atom.Atom<number> =>
  Atom.readable((get) => {
    const timer = setInterval(() => get.setSelf(Date.now()), millis)
    get.addFinalizer(() => clearInterval(timer))
    return Date.now()
  })

/** Now, to the second: for countdowns. */
export const secondAtom: Atom.Atom<number> = ticking(1_000)

/** Now, to some seconds: for times that are shown as so long ago. */
export const minuteAtom: Atom.Atom<number> = ticking(15_000)
