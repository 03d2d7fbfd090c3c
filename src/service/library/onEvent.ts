import { Duration, Effect, Layer, Predicate, Schema } from "effect"
import type { EventType, ParleyEvent } from "../../../client/webhooks/ParleyEvent.ts"
import { runConsumer } from "../../app/webhooks/delivery/runConsumer.ts"
import type { ConversationId, OrganizationId } from "../../domain/Ids.ts"
import type { QueuedDelivery } from "../../domain/webhooks/Delivery.ts"
import { ConsumerName, type ConsumerStart } from "../../domain/webhooks/EventConsumer.ts"
import type { IdSource } from "../../ports/process/IdSource.ts"
import { EventConsumers } from "../../ports/webhooks/EventConsumers.ts"
import { OptionsRefused } from "./readOptions.ts"

/** Events that are handled at the same time, unless another number is given. */
const defaultConcurrency = 16

/** Highest `concurrency`. */
const maxConcurrency = 1_000

/** How long a handler may take, unless another time is given. */
const defaultTimeout = Duration.minutes(1)

/** An event of an organization. `event` determines the type of `data`. */
export type HandledEvent<Type extends EventType = EventType> = Extract<ParleyEvent, { readonly event: Type }> & {
  readonly organizationId: OrganizationId
  /** Null for an event without a conversation, such as of a contact. */
  readonly conversationId: ConversationId | null
}

/** Options of `Service.onEvent`. */
export interface EventHandlerOptions<Type extends EventType = EventType> {
  /** Names the position in the events: 1 to 64 of `a` to `z`, digits, `.`, `_` and `-`. */
  readonly name: string
  /** Types of events; all by default. */
  readonly events?: ReadonlyArray<Type>
  /** Only events of this organization. */
  readonly organizationId?: OrganizationId
  /** Most events that are handled at the same time, of different conversations: 1 to 1000, 16 by default. */
  readonly concurrency?: number
  /** The first event of a new name: the next one, or the oldest one that is stored. */
  readonly from?: ConsumerStart
  /** Time after which a call counts as failed; 1 minute by default. */
  readonly timeout?: Duration.Input
}

/** Names with a handler, by the stores of the program. */
const usedNames = new WeakMap<EventConsumers["Service"], Set<string>>()

const isName = Schema.is(ConsumerName)

const faultsOf = ({ concurrency = defaultConcurrency, events, from = "now", name }: EventHandlerOptions) => [
  ...(isName(name) ? [] : ["name: Expected 1 to 64 of a to z, digits, dots, underscores and hyphens"]),
  ...(Number.isInteger(concurrency) && concurrency >= 1 && concurrency <= maxConcurrency
    ? []
    : [`concurrency: Expected a whole number from 1 to ${maxConcurrency}`]),
  ...(events !== undefined && events.length === 0 ? ["events: Expected at least one, or none of the option"] : []),
  ...(from === "now" || from === "beginning" ? [] : ['from: Expected "now" or "beginning"'])
]

/** Takes the name until the scope ends. Fails if the program has another handler of this name. */
const takeName = Effect.fnUntraced(function* (consumers: EventConsumers["Service"], name: string) {
  const names = usedNames.get(consumers) ?? new Set()
  usedNames.set(consumers, names)
  if (names.has(name))
    return yield* new OptionsRefused({ lines: [`name: this program has another handler of the name ${name}`] })
  yield* Effect.acquireRelease(
    Effect.sync(() => void names.add(name)),
    () => Effect.sync(() => void names.delete(name))
  )
})

const decodeData = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Json))

/** Checks the outline. The service recorded the data, and consumers read the types that they name. */
const isHandled =
  <Type extends EventType>(types: ReadonlyArray<string> | undefined) =>
  (value: unknown): value is HandledEvent<Type> =>
    Predicate.hasProperty(value, "event") &&
    Predicate.hasProperty(value, "data") &&
    (types === undefined || types.includes(String(value.event)))

const calling =
  <Type extends EventType, R>(
    handler: (
      event: HandledEvent<Type>,
      signal: AbortSignal
    ) => Effect.Effect<unknown, unknown, R> | PromiseLike<unknown>,
    types: ReadonlyArray<string> | undefined
  ) =>
  ({ event, organizationId }: QueuedDelivery): Effect.Effect<void, unknown, R> =>
    Effect.flatMap(decodeData(event.dataJson), (data) => {
      const { conversationId, id, occurredAt, type } = event
      const typed = { id, event: type, timestamp: occurredAt.toJSON(), organizationId, conversationId, data }
      const isTyped = isHandled<Type>(types)
      const untyped: unknown = typed
      if (!isTyped(untyped)) return Effect.void
      const controller = new AbortController()
      const result = handler(untyped, controller.signal)
      if (Effect.isEffect(result)) return Effect.asVoid(result)
      return Effect.tryPromise({ try: () => Promise.resolve(result), catch: (error) => error }).pipe(
        Effect.onInterrupt(() => Effect.sync(() => controller.abort())),
        Effect.asVoid
      )
    })

/**
 * Handles events of the service in this program, also of organizations without a webhook (contract: Handlers of
 * events). The handler is an effect, or an asynchronous function whose signal is aborted when its time is over. It is
 * called at least once for each event, and for one event of a conversation at a time, in their order. A failed call is
 * repeated like a delivery to a webhook, and ends as a dead letter.
 *
 * The position is stored under the name, and continues after a restart. Of several processes with the name, one handles
 * its events, whatever its roles are. Fails with `OptionsRefused`, also for a name that the program uses twice.
 */
export const onEvent = <Type extends EventType = EventType, R = never>(
  handler: (
    event: HandledEvent<Type>,
    signal: AbortSignal
  ) => Effect.Effect<unknown, unknown, R> | PromiseLike<unknown>,
  options: EventHandlerOptions<Type>
): Layer.Layer<never, OptionsRefused, EventConsumers | IdSource | R> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const lines = faultsOf(options)
      if (lines.length > 0) return yield* new OptionsRefused({ lines })
      const { concurrency = defaultConcurrency, events, from = "now", organizationId = null, timeout } = options
      const name = ConsumerName.make(options.name)
      const consumers = yield* EventConsumers
      yield* takeName(consumers, name)
      const services = yield* Effect.context<R>()
      const call = calling(handler, events)
      yield* consumers.register(name, from)
      yield* Effect.forkScoped(
        runConsumer({
          name,
          handler: (delivery) => Effect.provideContext(call(delivery), services),
          filter: { types: events ?? null, organizationId },
          concurrency,
          timeout: timeout === undefined ? defaultTimeout : Duration.fromInputUnsafe(timeout)
        })
      )
    })
  )
