import { Atom } from "effect/reactivity"
import { registry } from "../app/atoms.ts"

/** Contacts that a new campaign is for, handed over by the list of contacts. */
export interface ChosenAudience {
  readonly contactIds: ReadonlyArray<string>
}

const chosenAtom: Atom.Writable<ChosenAudience | null> = Atom.keepAlive(Atom.make<ChosenAudience | null>(null))

/** Hands contacts over to the next new campaign. */
export const chooseAudience = (contactIds: ReadonlyArray<string>): void => registry.set(chosenAtom, { contactIds })

/** The contacts for a new campaign; null without some. */
export const chosenAudience = (): ChosenAudience | null => registry.get(chosenAtom)

/** Forgets the contacts: they are for one campaign only. */
export const forgetAudience = (): void => registry.set(chosenAtom, null)
