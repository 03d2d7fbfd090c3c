import { Deferred, Effect } from "effect"
import { faultProxy } from "./FaultProxy.ts"

/** Last message of a client's unit: a simple query, or the end of a pipeline. */
const ends: ReadonlySet<number> = new Set(["Q", "S"].map((letter) => letter.charCodeAt(0)))

/** Bytes of the type and the length of a message. */
const headerBytes = 5

/** Position at which a client is disconnected. */
export interface Cut {
  /** Number of statements that succeed before it. */
  readonly after: number
  /** Whether the statement reaches the server, and only its answer is lost. */
  readonly isHeard: boolean
}

/** Counts the ends of statements in what a client sends; the first message has no type. */
const makeCounter = () => {
  let rest = Buffer.alloc(0)
  let isStarted = false
  return (chunk: Buffer): number => {
    rest = Buffer.concat([rest, chunk])
    let count = 0
    for (;;) {
      const start = isStarted ? 1 : 0
      if (rest.length < start + 4) return count
      const length = start + rest.readInt32BE(start)
      if (rest.length < length) return count
      if (isStarted && ends.has(rest[0] ?? 0)) count++
      isStarted ||= length >= headerBytes
      rest = rest.subarray(length)
    }
  }
}

/**
 * Stands between a process and its Postgres server until the process dies: all its connections break at once, in the
 * middle of what it was doing, and it gets no others. Gives its URL, and when it is dead.
 */
export const cuttingProxy = Effect.fnUntraced(function* (target: string, { after, isHeard }: Cut) {
  const died = yield* Deferred.make<void>()
  let statements = 0
  let isArmed = false
  let isDead = false

  const proxy = yield* faultProxy(target, () => {
    const count = makeCounter()
    let isLast = false
    return {
      fromClient: (piece) => {
        const ended = count(piece)
        if (isArmed) statements += ended
        if (isDead) return false
        if (!isArmed || statements <= after) return true
        if (isHeard) isLast = true
        else die()
        return isHeard
      },
      fromServer: () => {
        if (isLast) die()
        return !isDead
      }
    }
  })
  const die = () => {
    isDead = true
    Effect.runSync(proxy.set("refuses"))
    Deferred.doneUnsafe(died, Effect.void)
  }
  return {
    url: proxy.url,
    /** Starts to count; earlier statements do not count. */
    arm: Effect.sync(() => void (isArmed = true)),
    died: Deferred.await(died),
    isDead: Effect.sync(() => isDead)
  }
})
