import { Context, Effect, Layer } from "effect"
import type { EventId } from "../../../../src/domain/Ids.ts"
import { type AttemptOutcome, DeliveryQueue } from "../../../../src/ports/webhooks/DeliveryQueue.ts"
import { WebhookSender } from "../../../../src/ports/webhooks/WebhookStore.ts"
import { type Dice, makeDice } from "./dice.ts"

/** How a process fares with its store and its receivers. */
export interface Life {
  /** Decides how long each query takes. */
  readonly seed: number
  /** A query takes up to this long, half of it before it sees the store, and half of it after. */
  readonly latencyMillis: number
  /** The probability that a query dies: before the store does anything. */
  readonly defects?: number
  /** After so many steps nothing of it happens any more, as though it was killed; a step is a query or a call. */
  readonly steps?: number
  /** Whether the last step is still taken, and only its result comes to nobody. */
  readonly diesAfterwards?: boolean
}

/** The defect of a query that was told to die. */
class OutOfOrder extends Error {}

const throughLatency = <A, E>(effect: Effect.Effect<A, E>, dice: Dice, millis: number): Effect.Effect<A, E> =>
  millis === 0
    ? effect
    : Effect.suspend(() =>
        Effect.sleep(dice.below(millis / 2)).pipe(
          Effect.andThen(effect),
          Effect.tap(() => Effect.sleep(dice.below(millis / 2)))
        )
      )

/** What became of deliveries, as the store was told. */
export interface Ledger {
  readonly settled: Array<AttemptOutcome>
  /** Ended for good. */
  readonly ended: Set<EventId>
  readonly failures: Map<EventId, number>
}

export const makeLedger = (): Ledger => ({ settled: [], ended: new Set(), failures: new Map() })

const note = ({ ended, failures, settled }: Ledger, attempt: AttemptOutcome) =>
  Effect.sync(() => {
    const { id } = attempt.delivery.event
    settled.push(attempt)
    if (attempt.next._tag === "Retry") failures.set(id, (failures.get(id) ?? 0) + 1)
    else ended.add(id)
  })

/** The queue and the receivers of the world, as a process with this life sees them. */
export const unruly = (
  life: Life,
  receivers: Layer.Layer<WebhookSender>,
  ledger: Ledger = makeLedger()
): {
  readonly isDead: () => boolean
  /** From now on nothing of it happens any more. */
  readonly kill: () => void
  readonly layer: Layer.Layer<DeliveryQueue | WebhookSender, never, DeliveryQueue>
} => {
  const dice = makeDice(life.seed)
  let left = life.steps ?? Number.POSITIVE_INFINITY
  let isDead = false

  /** One step in the life of the process. */
  const step = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      if (isDead) return Effect.never
      left -= 1
      if (left > 0) return effect
      isDead = true
      return life.diesAfterwards ? Effect.andThen(effect, Effect.never) : Effect.never
    }).pipe(Effect.tap(() => (isDead ? Effect.never : Effect.void)))

  const query = <A>(effect: Effect.Effect<A>): Effect.Effect<A> =>
    throughLatency(
      Effect.suspend(() => (dice.chance(life.defects ?? 0) ? Effect.die(new OutOfOrder()) : step(effect))),
      dice,
      life.latencyMillis
    )

  const queue = Effect.map(DeliveryQueue, (real) =>
    DeliveryQueue.of({
      open: (...args) => query(real.open(...args)),
      saveCheckpoint: (...args) => query(real.saveCheckpoint(...args)),
      read: (...args) => query(real.read(...args)),
      readForEndpoints: (...args) => query(real.readForEndpoints(...args)),
      deferForEndpoints: (...args) => query(real.deferForEndpoints(...args)),
      deferredOrganizations: (...args) => query(real.deferredOrganizations(...args)),
      due: (...args) => query(real.due(...args)),
      defer: (...args) => query(real.defer(...args)),
      recordAttempt: (attempt) => query(Effect.andThen(real.recordAttempt(attempt), note(ledger, attempt))),
      subscriptions: (...args) => query(real.subscriptions(...args)),
      listen: real.listen
    })
  )
  const sender = Effect.map(WebhookSender, (real) =>
    WebhookSender.of({ checkAddress: real.checkAddress, send: (...args) => step(real.send(...args)) })
  )
  return {
    isDead: () => isDead,
    kill: () => {
      isDead = true
    },
    layer: Layer.effectContext(
      Effect.gen(function* () {
        return Context.make(DeliveryQueue, yield* queue).pipe(Context.add(WebhookSender, yield* sender))
      })
    ).pipe(Layer.provide(receivers))
  }
}
