import { type Duration, Effect } from "effect"
import { Overloaded } from "../domain/limits/RateTier.ts"
import { ForgettingMap } from "./ForgettingMap.ts"
import { type Linked, LinkedQueue } from "./LinkedQueue.ts"

export interface FairSharesOptions {
  /** Maximum number of concurrent effects. */
  readonly capacity: number
  /** Maximum number of concurrent effects of one key. */
  readonly share: number
  /** Maximum number of waiting effects of one key. */
  readonly maxWaiting: number
  /** Longest wait of an effect. */
  readonly patience: Duration.Input
}

/** The effects of one key. Its node is in the queue of waiting keys below their share. */
class Tenant<Key> implements Linked<Tenant<Key>> {
  queue: LinkedQueue<Tenant<Key>> | null = null
  before: Tenant<Key> | null = null
  after: Tenant<Key> | null = null
  readonly key: Key
  readonly waiting = new LinkedQueue<Turn<Key>>()
  running = 0

  constructor(key: Key) {
    this.key = key
  }
}

/** An effect that waits for its start. */
class Turn<Key> implements Linked<Turn<Key>> {
  queue: LinkedQueue<Turn<Key>> | null = null
  before: Turn<Key> | null = null
  after: Turn<Key> | null = null
  readonly tenant: Tenant<Key>
  hasBegun = false
  /** Wakes the waiting fiber; null if none waits. */
  wake: (() => void) | null = null

  constructor(tenant: Tenant<Key>) {
    this.tenant = tenant
  }
}

/** Runs an effect in its turn, or dies with `Overloaded`. */
export type FairShares<Key> = <A, E, R>(key: Key, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * Shares a capacity between keys: no key has more than its share in flight, waiting keys take turns, and effects of one
 * key start in FIFO order. An effect is refused if too many of its key wait, or if its wait takes too long. A started
 * effect runs to its end.
 */
export const makeFairShares = <Key>(options: FairSharesOptions): FairShares<Key> => {
  const { maxWaiting, patience, share } = options
  const tenants = new ForgettingMap<Key, Tenant<Key>>()
  /** Waiting keys below their share; empty while there is capacity left. */
  const ready = new LinkedQueue<Tenant<Key>>()
  let free = options.capacity
  const refused = Effect.die(new Overloaded({ reason: "too many" }))

  const begin = (turn: Turn<Key>): void => {
    free -= 1
    turn.tenant.running += 1
    turn.hasBegun = true
    turn.wake?.()
  }

  const beReady = (tenant: Tenant<Key>): void => {
    if (tenant.queue === null && tenant.waiting.size > 0 && tenant.running < share) ready.push(tenant)
  }

  const beginNext = (): void => {
    const tenant = free > 0 ? ready.shift() : null
    const turn = tenant?.waiting.shift() ?? null
    if (tenant === null || turn === null) return
    begin(turn)
    beReady(tenant)
    beginNext()
  }

  /** Null if too many wait. */
  const enter = (key: Key): Turn<Key> | null => {
    const tenant = tenants.get(key) ?? new Tenant(key)
    const mayBegin = free > 0 && tenant.running < share
    if (!mayBegin && tenant.waiting.size >= maxWaiting) return null
    tenants.set(key, tenant)
    const turn = new Turn(tenant)
    if (mayBegin) {
      begin(turn)
    } else {
      tenant.waiting.push(turn)
      beReady(tenant)
    }
    return turn
  }

  const leave = (turn: Turn<Key>): void => {
    const { tenant } = turn
    if (turn.hasBegun) {
      free += 1
      tenant.running -= 1
    } else {
      tenant.waiting.remove(turn)
      if (tenant.waiting.size === 0) ready.remove(tenant)
    }
    beReady(tenant)
    if (tenant.running === 0 && tenant.waiting.size === 0) tenants.delete(tenant.key)
    beginNext()
  }

  const started = (turn: Turn<Key>) =>
    Effect.callback<void>((resume) => {
      if (turn.hasBegun) return resume(Effect.void)
      turn.wake = () => resume(Effect.void)
    }).pipe(Effect.timeoutOrElse({ duration: patience, orElse: () => refused }))

  return (key, effect) =>
    Effect.uninterruptibleMask((restore) => {
      const turn = enter(key)
      if (turn === null) return refused
      const run = turn.hasBegun ? effect : Effect.andThen(started(turn), effect)
      return Effect.onExit(restore(run), () => Effect.sync(() => leave(turn)))
    })
}
