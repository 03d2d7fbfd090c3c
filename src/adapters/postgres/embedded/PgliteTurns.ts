/** A waiter in the queue for the backend; `go` is called when its turn has come. */
export interface Turn {
  readonly go: () => void
}

/** The FIFO queue of connections that wait for the backend: only one of them may be in a transaction. */
export interface Turns {
  /**
   * Calls `go` on a later pass of the event loop: at once for the connection that has the turn, else when the turn is
   * free.
   */
  readonly take: (turn: Turn) => void
  /** Passes the turn to the next waiter. A caller that only waits leaves the queue. */
  readonly give: (turn: Turn) => void
}

/**
 * A pass of the event loop precedes each turn: the backend runs on this thread, and must not starve sockets while busy.
 */
export const make = (): Turns => {
  const waiting = new Set<Turn>()
  let holder: Turn | undefined
  const next = () => {
    const [first] = waiting
    holder = first
    if (first === undefined) return
    waiting.delete(first)
    setImmediate(first.go)
  }
  return {
    take: (turn) => {
      if (holder === turn) return void setImmediate(turn.go)
      waiting.add(turn)
      if (holder === undefined) next()
    },
    give: (turn) => {
      waiting.delete(turn)
      if (holder === turn) next()
    }
  }
}
