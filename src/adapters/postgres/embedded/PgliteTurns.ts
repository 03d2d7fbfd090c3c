/** One in the line for the backend; `go` is called when the turn has come. */
export interface Turn {
  readonly go: () => void
}

/** The FIFO queue of connections that wait for the backend. */
export interface Turns {
  /**
   * Calls `go` on a later pass of the event loop: at once for the connection that has the turn, else when the turn is
   * free.
   */
  readonly take: (turn: Turn) => void
  /** Gives the turn to the next in line. Who only waits for it leaves the line. */
  readonly give: (turn: Turn) => void
}

/** A pass of the event loop before each turn: the backend runs on this thread, and a busy one must not starve sockets. */
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
