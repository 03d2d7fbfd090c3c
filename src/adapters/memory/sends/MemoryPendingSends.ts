import { DateTime, Effect, Layer, Option } from "effect"
import type { OrganizationId, PendingSendId } from "../../../domain/Ids.ts"
import type { PendingOutcome, PendingSend } from "../../../domain/sends/PendingSend.ts"
import { type NewPendingSend, PendingSends } from "../../../ports/sends/PendingSends.ts"
import type { State, Step, StoredPendingSend } from "../State.ts"
import { World } from "../World.ts"

const add =
  (added: NewPendingSend): Step<PendingSend> =>
  (state) => {
    const existing = state.pendingSends.find(
      ({ send }) => added.key !== null && send.organizationId === added.organizationId && send.key === added.key
    )
    if (existing !== undefined) return [Effect.succeed(existing.send), state]
    const send: PendingSend = { ...added, begunAt: null, attempts: 0, endedAt: null, outcome: null }
    return [
      Effect.succeed(send),
      {
        ...state,
        pendingSends: [...state.pendingSends, { send, nextAt: added.dueAt }],
        sendsAdded: state.sendsAdded + 1
      }
    ]
  }

const isBefore = (one: PendingSend, other: PendingSend): boolean =>
  DateTime.isLessThanOrEqualTo(one.dueAt, other.dueAt) &&
  one.organizationId === other.organizationId &&
  one.channel === other.channel &&
  one.recipient === other.recipient

const claim =
  (now: DateTime.Utc, leaseUntil: DateTime.Utc, limit: number): Step<ReadonlyArray<PendingSend>> =>
  (state) => {
    const open = state.pendingSends
      .filter(({ send }) => send.endedAt === null && DateTime.isLessThanOrEqualTo(send.dueAt, now))
      .toSorted((one, other) => one.send.dueAt.epochMilliseconds - other.send.dueAt.epochMilliseconds)
    const claimed = open
      .filter(
        ({ nextAt, send }, index) =>
          DateTime.isLessThanOrEqualTo(nextAt, now) && !open.slice(0, index).some((other) => isBefore(other.send, send))
      )
      .slice(0, limit)
    const after = new Map(
      claimed.map((stored) => {
        const { attempts, begunAt } = stored.send
        return [stored, { ...stored.send, attempts: attempts + 1, begunAt: begunAt ?? now }]
      })
    )
    return [
      Effect.succeed([...after.values()]),
      {
        ...state,
        pendingSends: state.pendingSends.map((stored) => {
          const send = after.get(stored)
          return send === undefined ? stored : { send, nextAt: leaseUntil }
        })
      }
    ]
  }

/** Changes a send that has not ended. */
const change =
  (
    organizationId: OrganizationId,
    id: PendingSendId,
    changed: (stored: StoredPendingSend) => StoredPendingSend
  ): Step<void> =>
  (state) => [
    Effect.void,
    {
      ...state,
      pendingSends: state.pendingSends.map((stored) =>
        stored.send.organizationId === organizationId && stored.send.id === id && stored.send.endedAt === null
          ? changed(stored)
          : stored
      )
    }
  ]

const settle = (organizationId: OrganizationId, id: PendingSendId, outcome: PendingOutcome, at: DateTime.Utc) =>
  change(organizationId, id, ({ nextAt, send }) => ({
    nextAt,
    send: { ...send, content: null, begunAt: null, endedAt: at, outcome }
  }))

const purge =
  (before: DateTime.Utc, limit: number): Step<number> =>
  (state: State) => {
    const old = new Set(
      state.pendingSends
        .filter(({ send }) => send.endedAt !== null && DateTime.isLessThan(send.endedAt, before))
        .slice(0, limit)
    )
    return [
      Effect.succeed(old.size),
      { ...state, pendingSends: state.pendingSends.filter((stored) => !old.has(stored)) }
    ]
  }

export const layer = Layer.effect(
  PendingSends,
  Effect.map(World, ({ pendingSendSignal, read, step }) =>
    PendingSends.of({
      add: (send) => step("PendingSends.add", add(send)),
      find: (organizationId, id) =>
        read("PendingSends.find", ({ pendingSends }) =>
          Option.map(
            Option.fromUndefinedOr(
              pendingSends.find(({ send }) => send.organizationId === organizationId && send.id === id)
            ),
            ({ send }) => send
          )
        ),
      claim: (now, leaseUntil, limit) => step("PendingSends.claim", claim(now, leaseUntil, limit)),
      settle: (organizationId, id, outcome, at) => step("PendingSends.settle", settle(organizationId, id, outcome, at)),
      postpone: (organizationId, id, until, isBegun) =>
        step(
          "PendingSends.postpone",
          change(organizationId, id, ({ send }) => ({
            send: { ...send, begunAt: isBegun ? send.begunAt : null },
            nextAt: until
          }))
        ),
      purge: (before, limit) => step("PendingSends.purge", purge(before, limit)),
      wakeSignal: pendingSendSignal
    })
  )
)
