import { DateTime, Effect, Layer, Option } from "effect"
import type { OrganizationId, PendingSendId } from "../../../domain/Ids.ts"
import { isScheduled as isOfCaller, PendingOutcome, type PendingSend } from "../../../domain/sends/PendingSend.ts"
import { type ScheduledFilter, scheduledStatus } from "../../../domain/sends/ScheduledSend.ts"
import { type Page, type PageRequest, offsetOf } from "../../../domain/text/Page.ts"
import { type NewPendingSend, type PendingSendChange, PendingSends } from "../../../ports/sends/PendingSends.ts"
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

/** Changes a send that has not ended and that `isChanged` accepts; returns the changed one. */
const change =
  (
    organizationId: OrganizationId,
    id: PendingSendId,
    changed: (stored: StoredPendingSend) => StoredPendingSend,
    isChanged: (send: PendingSend) => boolean = () => true
  ): Step<Option.Option<PendingSend>> =>
  (state) => {
    const stored = state.pendingSends.find(
      ({ send }) => send.organizationId === organizationId && send.id === id && send.endedAt === null && isChanged(send)
    )
    if (stored === undefined) return [Effect.succeed(Option.none()), state]
    const after = changed(stored)
    return [
      Effect.succeed(Option.some(after.send)),
      { ...state, pendingSends: state.pendingSends.map((one) => (one === stored ? after : one)) }
    ]
  }

/** A send that no worker has claimed. */
const isWaiting = ({ begunAt }: PendingSend): boolean => begunAt === null

const changeWaiting = (
  organizationId: OrganizationId,
  id: PendingSendId,
  { content, dueAt }: PendingSendChange
): Step<Option.Option<PendingSend>> => {
  const changed = change(
    organizationId,
    id,
    ({ nextAt, send }) => ({
      nextAt: dueAt ?? nextAt,
      send: { ...send, content: content ?? send.content, dueAt: dueAt ?? send.dueAt }
    }),
    isWaiting
  )
  return (state) => {
    const [result, after] = changed(state)
    return [result, after === state ? state : { ...after, sendsAdded: after.sendsAdded + 1 }]
  }
}

const cancel = (organizationId: OrganizationId, id: PendingSendId, at: DateTime.Utc) =>
  change(
    organizationId,
    id,
    ({ nextAt, send }) => ({
      nextAt,
      send: { ...send, endedAt: at, outcome: PendingOutcome.cases.Cancelled.make({}) }
    }),
    isWaiting
  )

const settle = (organizationId: OrganizationId, id: PendingSendId, outcome: PendingOutcome, at: DateTime.Utc) =>
  change(organizationId, id, ({ nextAt, send }) => ({
    nextAt,
    send: { ...send, content: outcome._tag === "Sent" ? null : send.content, begunAt: null, endedAt: at, outcome }
  }))

const isScheduled = (organizationId: OrganizationId, send: PendingSend): boolean =>
  send.organizationId === organizationId && isOfCaller(send)

const passes =
  (state: State, organizationId: OrganizationId, filter: ScheduledFilter) =>
  (send: PendingSend): boolean => {
    const { channel, contactId, conversationId, status, visibleTo } = filter
    const isVisible = () => {
      if (visibleTo === null) return true
      if (send.conversationId === null) return send.scheduledBy === visibleTo
      const assigneeId = state.conversations.find(({ id }) => id === send.conversationId)?.assigneeId
      return assigneeId === null || assigneeId === visibleTo
    }
    return (
      isScheduled(organizationId, send) &&
      (status === null || scheduledStatus(send) === status) &&
      (channel === null || send.channel === channel) &&
      (contactId === null || send.contactId === contactId) &&
      (conversationId === null || send.conversationId === conversationId) &&
      isVisible()
    )
  }

/** Those that have not ended, the soonest first, then the others, the last ended first. */
const inListOrder = (one: PendingSend, other: PendingSend): number => {
  const endOf = ({ endedAt }: PendingSend) => endedAt?.epochMilliseconds ?? Number.MAX_SAFE_INTEGER
  return endOf(other) - endOf(one) || one.dueAt.epochMilliseconds - other.dueAt.epochMilliseconds
}

const list = (
  state: State,
  organizationId: OrganizationId,
  filter: ScheduledFilter,
  page: PageRequest
): Page<PendingSend> => {
  const all = state.pendingSends
    .map(({ send }) => send)
    .filter(passes(state, organizationId, filter))
    .toSorted(inListOrder)
  return { rows: all.slice(offsetOf(page), offsetOf(page) + page.limit), total: all.length }
}

/** The earliest next attempt. */
const nextDue = ({ pendingSends }: State): DateTime.Utc | null =>
  pendingSends.reduce<DateTime.Utc | null>(
    (next, { nextAt, send }) =>
      send.endedAt === null && (next === null || DateTime.isLessThan(nextAt, next)) ? nextAt : next,
    null
  )

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
      list: (organizationId, filter, page) =>
        read("PendingSends.list", (state) => list(state, organizationId, filter, page)),
      openScheduled: (organizationId) =>
        read(
          "PendingSends.openScheduled",
          ({ pendingSends }) =>
            pendingSends.filter(({ send }) => isScheduled(organizationId, send) && send.endedAt === null).length
        ),
      change: (organizationId, id, changes) => step("PendingSends.change", changeWaiting(organizationId, id, changes)),
      cancel: (organizationId, id, at) => step("PendingSends.cancel", cancel(organizationId, id, at)),
      claim: (now, leaseUntil, limit) => step("PendingSends.claim", claim(now, leaseUntil, limit)),
      nextDue: read("PendingSends.nextDue", nextDue),
      settle: (organizationId, id, outcome, at) =>
        Effect.map(step("PendingSends.settle", settle(organizationId, id, outcome, at)), Option.isSome),
      postpone: (organizationId, id, until, isBegun) =>
        Effect.asVoid(
          step(
            "PendingSends.postpone",
            change(organizationId, id, ({ send }) => ({
              send: { ...send, begunAt: isBegun ? send.begunAt : null },
              nextAt: until
            }))
          )
        ),
      purge: (before, limit) => step("PendingSends.purge", purge(before, limit)),
      wakeSignal: pendingSendSignal
    })
  )
)
