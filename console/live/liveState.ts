import { Atom } from "effect/reactivity"

/** connecting: the stream is being opened. live: events arrive. offline: the service is unreachable. */
export type LiveState = "connecting" | "live" | "offline"

/** State of this tab's event stream. */
export const liveAtom: Atom.Writable<LiveState> = Atom.keepAlive(Atom.make<LiveState>("connecting"))
