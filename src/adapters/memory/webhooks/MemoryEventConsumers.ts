import { DateTime, type Duration, Effect, HashMap, Layer, Option, Order } from "effect"
import { failuresThatHold, type QueuedDelivery } from "../../../domain/webhooks/Delivery.ts"
import type { ConsumerFilter, ConsumerName, ConsumerStart, DeadLetter } from "../../../domain/webhooks/EventConsumer.ts"
import type { OutboxCursor } from "../../../ports/webhooks/DeliveryQueue.ts"
import {
  type ConsumerBatch,
  type DeadLetterChoice,
  EventConsumers,
  type HandlerFailure
} from "../../../ports/webhooks/EventConsumers.ts"
import type { State, Step } from "../State.ts"
import { World } from "../World.ts"
import { asQueued, cursorAt } from "./MemoryDeliveryQueue.ts"
import type { StoredConsumer, StoredConsumerEvent } from "./StoredDeliveries.ts"

const none: Step<void> = (state) => [Effect.void, state]

const find = ({ consumers }: State, name: ConsumerName) => consumers.find((consumer) => consumer.name === name)

const change = (state: State, changed: StoredConsumer): State => ({
  ...state,
  consumers: state.consumers.map((consumer) => (consumer.name === changed.name ? changed : consumer))
})

const withEvents = (state: State, consumerEvents: ReadonlyArray<StoredConsumerEvent>): State => ({
  ...state,
  consumerEvents
})

const register =
  (name: ConsumerName, from: ConsumerStart): Step<void> =>
  (state) =>
    find(state, name) === undefined
      ? [
          Effect.void,
          {
            ...state,
            consumers: [...state.consumers, { name, cursor: cursorAt(from === "now" ? state.logged : 0), lease: null }]
          }
        ]
      : none(state)

const claim =
  (name: ConsumerName, owner: string, lease: Duration.Duration, now: DateTime.Utc): Step<Option.Option<OutboxCursor>> =>
  (state) => {
    const consumer = find(state, name)
    const isFree =
      consumer !== undefined &&
      (consumer.lease === null ||
        consumer.lease.owner === owner ||
        DateTime.isLessThanOrEqualTo(consumer.lease.until, now))
    if (!isFree) return [Effect.succeedNone, state]
    const until = DateTime.addDuration(now, lease)
    return [Effect.succeedSome(consumer.cursor), change(state, { ...consumer, lease: { owner, until } })]
  }

const owned = (state: State, name: ConsumerName, owner: string): StoredConsumer | undefined => {
  const consumer = find(state, name)
  return consumer?.lease?.owner === owner ? consumer : undefined
}

const save =
  (name: ConsumerName, owner: string, cursor: OutboxCursor): Step<boolean> =>
  (state) => {
    const consumer = owned(state, name, owner)
    return consumer === undefined
      ? [Effect.succeed(false), state]
      : [Effect.succeed(true), change(state, { ...consumer, cursor })]
  }

const release =
  (name: ConsumerName, owner: string): Step<void> =>
  (state) => {
    const consumer = owned(state, name, owner)
    return consumer === undefined ? none(state) : [Effect.void, change(state, { ...consumer, lease: null })]
  }

/** Whether the event blocks later events of its conversation. */
const holds = ({ deadAt, delivery, dueAt }: StoredConsumerEvent): boolean =>
  deadAt === null && (dueAt === null || delivery.failures < failuresThatHold)

/** Whether an earlier event of its conversation holds the event back. */
const isHeld = (rows: ReadonlyArray<StoredConsumerEvent>, name: ConsumerName, { event }: QueuedDelivery): boolean =>
  event.conversationId !== null &&
  rows.some(
    (row) =>
      row.name === name &&
      row.delivery.event.conversationId === event.conversationId &&
      row.delivery.event.sequence < event.sequence &&
      holds(row)
  )

/** Makes events due that nothing blocks any more. */
const released = (rows: ReadonlyArray<StoredConsumerEvent>, name: ConsumerName, now: DateTime.Utc) =>
  rows.map((row) =>
    row.name === name && row.dueAt === null && row.deadAt === null && !isHeld(rows, name, row.delivery)
      ? { ...row, dueAt: now }
      : row
  )

const isOf =
  (name: ConsumerName, { event }: QueuedDelivery) =>
  (row: StoredConsumerEvent) =>
    row.name === name && row.delivery.event.id === event.id

const isSuspended = ({ suspensions }: State, { organizationId }: QueuedDelivery): boolean =>
  HashMap.has(suspensions, organizationId)

const matches = ({ organizationId, types }: ConsumerFilter, { event, ...delivery }: QueuedDelivery): boolean =>
  (organizationId === null || delivery.organizationId === organizationId) &&
  (types === null || types.includes(event.type))

const read = (
  state: State,
  name: ConsumerName,
  filter: ConsumerFilter,
  cursor: OutboxCursor,
  limit: number
): ConsumerBatch => {
  const from = Number(cursor)
  const first = state.events.findLastIndex(({ position }) => position <= from) + 1
  const recorded = state.events.slice(first, first + limit)
  const hasMore = state.events.length > first + limit
  const events = recorded.flatMap((event) => {
    const delivery = asQueued(event)
    if (!matches(filter, delivery) || state.consumerEvents.some(isOf(name, delivery))) return []
    const isBlocked = isSuspended(state, delivery) || isHeld(state.consumerEvents, name, delivery)
    return [{ delivery, cursor: cursorAt(event.position), isHeld: isBlocked }]
  })
  const last = recorded.at(-1)
  return { events, cursor: hasMore && last !== undefined ? cursorAt(last.position) : cursorAt(state.logged), hasMore }
}

const exists = ({ deleting, organizations }: State, { organizationId }: QueuedDelivery): boolean =>
  organizations.some(({ id }) => id === organizationId) && !HashMap.has(deleting, organizationId)

const bySequence = Order.mapInput(Order.Number, ({ event }: QueuedDelivery) => event.sequence)

const defer =
  (name: ConsumerName, deliveries: ReadonlyArray<QueuedDelivery>, now: DateTime.Utc): Step<void> =>
  (state) => {
    const rows = [...state.consumerEvents]
    for (const delivery of deliveries.toSorted(bySequence)) {
      if (rows.some(isOf(name, delivery)) || !exists(state, delivery)) continue
      const dueAt = isHeld(rows, name, delivery) ? null : now
      rows.push({ name, delivery: { ...delivery, isDeferred: true }, dueAt, deadAt: null, error: "" })
    }
    return [Effect.void, withEvents(state, rows)]
  }

const fail =
  (name: ConsumerName, { at, delivery, error, next }: HandlerFailure): Step<void> =>
  (state) => {
    if (!exists(state, delivery)) return none(state)
    const outcome =
      next._tag === "Retry" ? { dueAt: next.dueAt, deadAt: null, error } : { dueAt: null, deadAt: at, error }
    const row = {
      name,
      delivery: { ...delivery, failures: delivery.failures + 1, isDeferred: true },
      ...outcome
    }
    const others = state.consumerEvents.filter((other) => !isOf(name, delivery)(other))
    return [Effect.void, withEvents(state, released([...others, row], name, at))]
  }

interface Due extends StoredConsumerEvent {
  readonly dueAt: DateTime.Utc
}

const isWaiting =
  (state: State, name: ConsumerName) =>
  (row: StoredConsumerEvent): row is Due =>
    row.name === name &&
    row.dueAt !== null &&
    !isSuspended(state, row.delivery) &&
    !isHeld(state.consumerEvents, name, row.delivery)

const byDue = Order.combineAll([
  Order.mapInput(Order.Number, ({ dueAt }: Due) => dueAt.epochMilliseconds),
  Order.mapInput(bySequence, ({ delivery }: Due) => delivery),
  Order.mapInput(Order.String, ({ delivery }: Due) => delivery.event.id)
])

const waiting = (state: State, name: ConsumerName) =>
  state.consumerEvents.filter(isWaiting(state, name)).toSorted(byDue)

const status = (state: State, { cursor, lease, name }: StoredConsumer, now: DateTime.Utc) => {
  const own = state.consumerEvents.filter((row) => row.name === name)
  const oldest = state.events.find(({ position }) => position > Number(cursor))
  return {
    name,
    lagSeconds:
      oldest === undefined ? 0 : Math.max(0, now.epochMilliseconds - oldest.occurredAt.epochMilliseconds) / 1_000,
    deferred: own.filter(({ deadAt }) => deadAt === null).length,
    dead: own.filter(({ deadAt }) => deadAt !== null).length,
    isRunning: lease !== null && DateTime.isGreaterThan(lease.until, now)
  }
}

const isChosen =
  ({ eventId, name }: DeadLetterChoice) =>
  (row: StoredConsumerEvent): boolean =>
    row.name === name && row.deadAt !== null && (eventId === null || row.delivery.event.id === eventId)

const deadLetters = ({ consumerEvents }: State, name: ConsumerName, limit: number): ReadonlyArray<DeadLetter> =>
  consumerEvents
    .flatMap(({ deadAt, delivery, error, ...row }) =>
      row.name === name && deadAt !== null
        ? [
            {
              organizationId: delivery.organizationId,
              eventId: delivery.event.id,
              type: delivery.event.type,
              occurredAt: delivery.event.occurredAt,
              deadAt,
              failures: delivery.failures,
              error
            }
          ]
        : []
    )
    .toSorted(Order.flip(Order.mapInput(Order.Number, ({ deadAt }: DeadLetter) => deadAt.epochMilliseconds)))
    .slice(0, limit)

const replay =
  (choice: DeadLetterChoice, now: DateTime.Utc): Step<number> =>
  (state) => {
    const isReplayed = isChosen(choice)
    const rows = state.consumerEvents.map((row) =>
      isReplayed(row)
        ? {
            ...row,
            delivery: { ...row.delivery, failures: 0, event: { ...row.delivery.event, conversationId: null } },
            dueAt: now,
            deadAt: null
          }
        : row
    )
    return [Effect.succeed(state.consumerEvents.filter(isReplayed).length), withEvents(state, rows)]
  }

/** Removes rows and gives how many. */
const removeRows =
  (isRemoved: (row: StoredConsumerEvent) => boolean): Step<number> =>
  (state) => {
    const rows = state.consumerEvents.filter((row) => !isRemoved(row))
    return [Effect.succeed(state.consumerEvents.length - rows.length), withEvents(state, rows)]
  }

const remove =
  (name: ConsumerName): Step<boolean> =>
  (state) => [
    Effect.succeed(find(state, name) !== undefined),
    {
      ...state,
      consumers: state.consumers.filter((consumer) => consumer.name !== name),
      consumerEvents: state.consumerEvents.filter((row) => row.name !== name)
    }
  ]

export const layer = Layer.effect(
  EventConsumers,
  Effect.map(World, (world) =>
    EventConsumers.of({
      register: (name, from) => world.step("EventConsumers.register", register(name, from)),
      claim: (name, owner, lease) =>
        Effect.flatMap(DateTime.now, (now) => world.step("EventConsumers.claim", claim(name, owner, lease, now))),
      release: (name, owner) => world.step("EventConsumers.release", release(name, owner)),
      save: (name, owner, cursor) => world.step("EventConsumers.save", save(name, owner, cursor)),
      repair: (name, now) =>
        world.step("EventConsumers.repair", (state) => [
          Effect.void,
          withEvents(state, released(state.consumerEvents, name, now))
        ]),
      read: (name, filter, cursor, limit) =>
        world.read("EventConsumers.read", (state) => read(state, name, filter, cursor, limit)),
      defer: (name, events, now) => world.step("EventConsumers.defer", defer(name, events, now)),
      nextDue: (name) =>
        world.read("EventConsumers.nextDue", (state) =>
          Option.map(Option.fromUndefinedOr(waiting(state, name)[0]), ({ dueAt }) => dueAt)
        ),
      due: (name, now, limit) =>
        world.read("EventConsumers.due", (state) =>
          waiting(state, name)
            .filter(({ dueAt }) => DateTime.isLessThanOrEqualTo(dueAt, now))
            .slice(0, limit)
            .map(({ delivery }) => delivery)
        ),
      fail: (name, failure) => world.step("EventConsumers.fail", fail(name, failure)),
      finish: (name, delivery, now) =>
        world.step("EventConsumers.finish", (state) => [
          Effect.void,
          withEvents(
            state,
            released(
              state.consumerEvents.filter((row) => !isOf(name, delivery)(row)),
              name,
              now
            )
          )
        ]),
      listen: (wake) =>
        Effect.flatMap(world.feedSignals, (next) =>
          Effect.asVoid(Effect.forkScoped(Effect.forever(Effect.map(next, wake)), { startImmediately: true }))
        ),
      list: (now) =>
        world.read("EventConsumers.list", (state) =>
          state.consumers
            .map((consumer) => status(state, consumer, now))
            .toSorted(Order.mapInput(Order.String, ({ name }: { readonly name: ConsumerName }) => name))
        ),
      deadLetters: (name, limit) =>
        world.read("EventConsumers.deadLetters", (state) => deadLetters(state, name, limit)),
      replay: (choice, now) => world.step("EventConsumers.replay", replay(choice, now)),
      discard: (choice) => world.step("EventConsumers.discard", removeRows(isChosen(choice))),
      remove: (name) => world.step("EventConsumers.remove", remove(name)),
      purge: (before) =>
        world.step(
          "EventConsumers.purge",
          removeRows(({ deadAt }) => deadAt !== null && DateTime.isLessThan(deadAt, before))
        )
    })
  )
)
