import { Atom } from "effect/reactivity"
import { registry } from "../../app/atoms.ts"

/** The file that is shown over the page; null without one. */
export const lightboxAtom: Atom.Writable<string | null> = Atom.keepAlive(Atom.make<string | null>(null))

/** Shows an image over the page; null closes it. */
export const openLightbox = (mediaId: string | null): void => registry.set(lightboxAtom, mediaId)
