import { networkOf } from "./networkOf.ts"

interface Count {
  open: number
  isTold: boolean
}

/**
 * Limits concurrent connections per network (0 = unlimited). `refused` runs once per network until it has no open
 * connections.
 */
export class ConnectionCounts {
  readonly #most: number
  readonly #refused: (network: string) => void
  readonly #counts = new Map<string, Count>()

  constructor(most: number, refused: (network: string) => void) {
    this.#most = most
    this.#refused = refused
  }

  /** Counts a connection from the address. Returns the function that releases it; null at the limit. */
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
