import { DateTime, Effect, Layer, Order } from "effect"
import type { InboundDeliveryId } from "../../../domain/Ids.ts"
import { type InboundDelivery, inboundLease } from "../../../domain/inbound/InboundDelivery.ts"
import {
  type DueProblem,
  InboundQueue,
  type ProblemFilter,
  type TriedProblem
} from "../../../ports/inbound/InboundQueue.ts"
import type { State, Step, StoredInboundDelivery, StoredInboundProblem } from "../State.ts"
import { World } from "../World.ts"

/** Sorts by id, which is the order of arrival. */
const oldest = Order.mapInput(Order.String, ({ delivery }: StoredInboundDelivery) => delivery.id)

const isFree = ({ doneAt, leaseUntil }: StoredInboundDelivery, now: DateTime.Utc): boolean =>
  doneAt === null && (leaseUntil === null || DateTime.isLessThanOrEqualTo(leaseUntil, now))

const claim =
  (now: DateTime.Utc, limit: number): Step<ReadonlyArray<InboundDelivery>> =>
  (state) => {
    const leaseUntil = DateTime.addDuration(now, inboundLease)
    const claimed = state.inboundDeliveries
      .filter((stored) => isFree(stored, now))
      .toSorted(oldest)
      .slice(0, limit)
    if (claimed.length === 0) return [Effect.succeed([]), state]
    const leased = new Set(claimed)
    return [
      Effect.succeed(claimed.map(({ delivery }) => delivery)),
      {
        ...state,
        inboundDeliveries: state.inboundDeliveries.map((stored) =>
          leased.has(stored) ? { ...stored, leaseUntil } : stored
        )
      }
    ]
  }

const isOne =
  (deliveryId: InboundDeliveryId, key: string) =>
  ({ problem }: StoredInboundProblem): boolean =>
    problem.deliveryId === deliveryId && problem.key === key

const withProblem = (
  problems: ReadonlyArray<StoredInboundProblem>,
  { problem, retryAt }: TriedProblem
): ReadonlyArray<StoredInboundProblem> => {
  const isIt = isOne(problem.deliveryId, problem.key)
  return [...problems.filter((stored) => !isIt(stored)), { problem, dueAt: retryAt }]
}

const finish =
  (ids: ReadonlyArray<InboundDeliveryId>, problems: ReadonlyArray<TriedProblem>, at: DateTime.Utc): Step<void> =>
  (state) => {
    const done = new Set(ids)
    const isDone = ({ delivery, doneAt }: StoredInboundDelivery) => done.has(delivery.id) && doneAt === null
    return [
      Effect.void,
      {
        ...state,
        inboundDeliveries: state.inboundDeliveries.map((stored) =>
          isDone(stored) ? { ...stored, doneAt: at } : stored
        ),
        inboundProblems: problems.reduce(withProblem, state.inboundProblems)
      }
    ]
  }

const longestDue = Order.combineAll([
  Order.mapInput(Order.Number, ({ dueAt }: StoredInboundProblem) => dueAt?.epochMilliseconds ?? 0),
  Order.mapInput(Order.String, ({ problem }: StoredInboundProblem) => problem.deliveryId),
  Order.mapInput(Order.String, ({ problem }: StoredInboundProblem) => problem.key)
])

const isDue = ({ dueAt }: StoredInboundProblem, now: DateTime.Utc): boolean =>
  dueAt !== null && DateTime.isLessThanOrEqualTo(dueAt, now)

const claimProblems =
  (now: DateTime.Utc, leaseUntil: DateTime.Utc, limit: number): Step<ReadonlyArray<DueProblem>> =>
  (state) => {
    const claimed = state.inboundProblems
      .filter((stored) => isDue(stored, now))
      .toSorted(longestDue)
      .slice(0, limit)
    if (claimed.length === 0) return [Effect.succeed([]), state]
    const leased = new Set(claimed)
    const due = claimed.flatMap(({ problem: { attempts, deliveryId, key } }) =>
      state.inboundDeliveries
        .filter(({ delivery }) => delivery.id === deliveryId)
        .map(({ delivery }) => ({ delivery, key, attempts }))
    )
    return [
      Effect.succeed(due),
      {
        ...state,
        inboundProblems: state.inboundProblems.map((stored) =>
          leased.has(stored) ? { ...stored, dueAt: leaseUntil } : stored
        )
      }
    ]
  }

const isMeant =
  ({ deliveryId, reason }: ProblemFilter) =>
  ({ problem }: StoredInboundProblem): boolean =>
    (deliveryId === null || problem.deliveryId === deliveryId) && (reason === null || problem.reason === reason)

const newest = Order.flip(
  Order.combineAll([
    Order.mapInput(Order.Number, ({ problem }: StoredInboundProblem) => problem.at.epochMilliseconds),
    Order.mapInput(Order.String, ({ problem }: StoredInboundProblem) => problem.deliveryId),
    Order.mapInput(Order.String, ({ problem }: StoredInboundProblem) => problem.key)
  ])
)

const replay =
  (filter: ProblemFilter, at: DateTime.Utc): Step<number> =>
  (state) => {
    const matching = new Set(state.inboundProblems.filter(isMeant(filter)))
    return [
      Effect.succeed(matching.size),
      {
        ...state,
        inboundProblems: state.inboundProblems.map((stored) =>
          matching.has(stored) ? { ...stored, dueAt: at } : stored
        )
      }
    ]
  }

const purge =
  (before: { readonly settled: DateTime.Utc; readonly problematic: DateTime.Utc }, limit: number): Step<number> =>
  (state) => {
    const problematic = new Set(state.inboundProblems.map(({ problem }) => problem.deliveryId))
    const isOver = ({ delivery, doneAt }: StoredInboundDelivery) =>
      doneAt !== null && DateTime.isLessThan(doneAt, problematic.has(delivery.id) ? before.problematic : before.settled)
    const over = state.inboundDeliveries.filter(isOver).slice(0, limit)
    const gone = new Set(over.map(({ delivery }) => delivery.id))
    return [
      Effect.succeed(over.length),
      {
        ...state,
        inboundDeliveries: state.inboundDeliveries.filter(({ delivery }) => !gone.has(delivery.id)),
        inboundProblems: state.inboundProblems.filter(({ problem }) => !gone.has(problem.deliveryId))
      }
    ]
  }

const listed = ({ inboundProblems }: State, filter: ProblemFilter, limit: number) =>
  inboundProblems
    .filter(isMeant(filter))
    .toSorted(newest)
    .slice(0, limit)
    .map(({ problem }) => problem)

export const layer = Layer.effect(
  InboundQueue,
  Effect.map(World, ({ inboundSignal, read, step }) =>
    InboundQueue.of({
      accept: (delivery) =>
        step("InboundQueue.accept", (state) => [
          Effect.void,
          { ...state, inboundDeliveries: [...state.inboundDeliveries, { delivery, leaseUntil: null, doneAt: null }] }
        ]),
      claim: (now, limit) => step("InboundQueue.claim", claim(now, limit)),
      finish: (ids, problems, at) => step("InboundQueue.finish", finish(ids, problems, at)),
      rewrite: (deliveryId, body) =>
        step("InboundQueue.rewrite", (state) => {
          const inboundDeliveries = state.inboundDeliveries.map((stored) =>
            stored.delivery.id === deliveryId ? { ...stored, delivery: { ...stored.delivery, body } } : stored
          )
          return [Effect.void, { ...state, inboundDeliveries }]
        }),
      claimProblems: (now, leaseUntil, limit) =>
        step("InboundQueue.claimProblems", claimProblems(now, leaseUntil, limit)),
      solve: (deliveryId, key) =>
        step("InboundQueue.solve", (state) => {
          const isIt = isOne(deliveryId, key)
          return [Effect.void, { ...state, inboundProblems: state.inboundProblems.filter((stored) => !isIt(stored)) }]
        }),
      problems: (filter, limit) => read("InboundQueue.problems", (state) => listed(state, filter, limit)),
      replay: (filter, at) => step("InboundQueue.replay", replay(filter, at)),
      purge: (before, limit) => step("InboundQueue.purge", purge(before, limit)),
      wakeSignal: inboundSignal
    })
  )
)
