import { Context, Effect, Layer, Option, Queue, Schedule, Schema, type Scope } from "effect"
import { PresenceState } from "../../../domain/conversation/Presence.ts"
import { DeliveryShard } from "../../../domain/delivery/DeliveryShard.ts"
import { ConversationId, OrganizationId, UserId } from "../../../domain/Ids.ts"
import { Signals } from "../database/Signals.ts"

const firstPause = "100 millis"

/** Pauses between attempts to listen, up to 5 seconds. */
const backoff = Schedule.min([Schedule.exponential(firstPause), Schedule.spaced("5 seconds")])

/** A member who says that a conversation is on the screen. */
const SignalledPresence = Schema.Struct({
  organizationId: OrganizationId,
  conversationId: ConversationId,
  userId: UserId,
  name: Schema.String,
  state: PresenceState
})
export type SignalledPresence = typeof SignalledPresence.Type

/** Deliveries were added to these shards. */
const WakeMessage = Schema.Struct({
  /** The sending process, which ignores its own messages. */
  from: Schema.String,
  shards: Schema.Array(DeliveryShard),
  /** Events were recorded in these shards, whether or not a webhook wants them. */
  recorded: Schema.optionalKey(Schema.Array(DeliveryShard)),
  /** The sending process has event streams, and has to hear of recorded events. */
  isWatching: Schema.optionalKey(Schema.Boolean),
  /** Members who said at the sending process what they look at. */
  present: Schema.optionalKey(Schema.Array(SignalledPresence))
})
export type WakeMessage = typeof WakeMessage.Type

/** The arguments of `pg_notify`, for a statement that sends the message with its own commit. */
export interface StatementNotify {
  readonly channel: string
  readonly payload: string
}

/** Carries wake messages between the processes on one database. A message may be lost: each receiver also polls. */
export class WakeChannel extends Context.Service<
  WakeChannel,
  {
    /** Sends the message, and waits until it is sent. */
    notify(message: WakeMessage): Effect.Effect<void>
    /** Null where no other process listens, and until the name of the channel is known. */
    inStatement(message: WakeMessage): StatementNotify | null
    /** Passes on every message, those of this process too, until the scope ends. */
    listen(receive: (message: WakeMessage) => Effect.Effect<void>): Effect.Effect<void, never, Scope.Scope>
  }
>()("effect-parley/adapters/postgres/WakeChannel") {}

/** For a database with a single process. */
export const none = Layer.succeed(
  WakeChannel,
  WakeChannel.of({ notify: () => Effect.void, inStatement: () => null, listen: () => Effect.void })
)

const decodeChannel = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ name: Schema.String })]))
const decodeMessage = Schema.decodeUnknownOption(Schema.fromJsonString(WakeMessage))

/**
 * By NOTIFY and LISTEN. Every role that may connect to the database may listen to any channel. The channel therefore has
 * a random name, which only roles that may read `wake_channel` know.
 */
export const layer = Layer.effect(
  WakeChannel,
  Effect.gen(function* () {
    const signals = yield* Signals
    const scope = yield* Effect.scope
    const receivers = new Set<(message: WakeMessage) => Effect.Effect<void>>()
    let known: string | null = null
    // Read late: the layer is built before the migrations run.
    const channel = Effect.suspend(() =>
      known === null
        ? Effect.map(
            Effect.flatMap(signals`select name from wake_channel`, decodeChannel),
            ([{ name }]) => (known = name)
          )
        : Effect.succeed(known)
    )
    let isLogged = false
    const listened = Effect.flatMap(channel, (name) => signals.listen(name)).pipe(
      Effect.tapError((error) =>
        Effect.suspend(() => {
          if (isLogged) return Effect.void
          isLogged = true
          return Effect.logWarning("cannot listen for new deliveries, polling instead", error)
        })
      ),
      Effect.retry(backoff),
      Effect.tap(() =>
        Effect.suspend(() => {
          if (!isLogged) return Effect.void
          isLogged = false
          return Effect.logInfo("listens for new deliveries again")
        })
      )
    )
    const receive = (message: WakeMessage) =>
      Effect.forEach([...receivers], (receiver) => receiver(message), { discard: true })
    // All listeners share one connection.
    const listening = yield* Effect.gen(function* () {
      const notifications = yield* listened
      const receiveOne = Effect.flatMap(Queue.take(notifications), ({ payload }) =>
        Option.match(decodeMessage(payload), { onNone: () => Effect.void, onSome: receive })
      )
      yield* Effect.forever(receiveOne)
    }).pipe(
      Effect.scoped,
      Effect.catchCause((cause) => Effect.logWarning("lost the connection that listens for new deliveries", cause)),
      Effect.andThen(Effect.sleep(firstPause)),
      Effect.forever,
      Effect.forkIn(scope),
      Effect.cached
    )
    return WakeChannel.of({
      notify: (message) =>
        Effect.flatMap(channel, (name) => signals.notify(name, JSON.stringify(message))).pipe(
          Effect.catchCause((cause) =>
            Effect.logWarning("cannot notify other processes of new deliveries, they poll", cause)
          )
        ),
      inStatement: (message) => (known === null ? null : { channel: known, payload: JSON.stringify(message) }),
      listen: (receiver) =>
        Effect.andThen(
          Effect.acquireRelease(
            Effect.sync(() => receivers.add(receiver)),
            () => Effect.sync(() => receivers.delete(receiver))
          ),
          listening
        )
    })
  })
)
