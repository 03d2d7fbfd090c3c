import { keptFor } from "../../collections/keptFor.ts"
import { ReceiverWindow } from "./ReceiverWindow.ts"

/** Receivers that are remembered although nothing goes there. */
export const maxRemembered = 1_000

/** The part of a URL that says who is called. */
export const originOf = keptFor(maxRemembered, (url: string): string => URL.parse(url)?.origin ?? url)

/** Receivers to which something goes, and those of which something is known from before. */
export class Receivers {
  readonly #busy = new Map<string, ReceiverWindow>()
  /** Whose turn it is to be forgotten stands first. */
  readonly #idle = new Map<string, ReceiverWindow>()

  get size(): number {
    return this.#busy.size + this.#idle.size
  }

  of(url: string): ReceiverWindow {
    const origin = originOf(url)
    const busy = this.#busy.get(origin)
    if (busy !== undefined) return busy
    const receiver = this.#idle.get(origin) ?? new ReceiverWindow(origin)
    this.#idle.delete(origin)
    this.#busy.set(origin, receiver)
    return receiver
  }

  /** Nothing goes there any more, unless something does. */
  rest(receiver: ReceiverWindow): void {
    if (receiver.lanes > 0 || receiver.inFlight > 0 || !this.#busy.delete(receiver.origin)) return
    if (!receiver.isKnown) return
    this.#idle.set(receiver.origin, receiver)
    if (this.#idle.size <= maxRemembered) return
    for (const oldest of this.#idle.keys()) {
      this.#idle.delete(oldest)
      return
    }
  }
}
