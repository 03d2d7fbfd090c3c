import { networkOf } from "./networkOf.ts"

interface Count {
  open: number
  isTold: boolean
}

/**
 * Connections by the network that they come from. Of one network at most so many are let in at the same time; 0 stands
 * for any number. `refused` hears of a network once for as long as it has connections.
 */
export class ConnectionCounts {
  readonly #most: number
  readonly #refused: (network: string) => void
  readonly #counts = new Map<string, Count>()

  constructor(most: number, refused: (network: string) => void) {
    this.#most = most
    this.#refused = refused
  }

  /** What ends the count of a new connection from the address; null when there are too many. */
  open(address: string): (() => void) | null {
    const network = networkOf(address)
    const count = this.#counts.get(network) ?? { open: 0, isTold: false }
    if (this.#most > 0 && count.open >= this.#most) {
      if (!count.isTold) this.#refused(network)
      count.isTold = true
      return null
    }
    count.open += 1
    this.#counts.set(network, count)
    return () => {
      count.open -= 1
      if (count.open === 0) this.#counts.delete(network)
    }
  }
}
