import { Atom } from "effect/reactivity"

/** connecting: the stream is on its way. live: events come as they happen. offline: the service is not reached. */
export type LiveState = "connecting" | "live" | "offline"

/** How it is with the stream of events of this tab. */
export const liveAtom: Atom.Writable<LiveState> = Atom.keepAlive(Atom.make<LiveState>("connecting"))
