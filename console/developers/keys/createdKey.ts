import { Atom } from "effect/reactivity"

/** The key that was created on this page, for the commands of the quick start; empty without one. Only memory has it. */
export const createdKeyAtom: Atom.Writable<string> = Atom.keepAlive(Atom.make(""))
