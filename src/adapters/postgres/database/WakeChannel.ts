import { Cause, Context, Effect, Exit, Layer, Option, Queue, Schedule, Schema, Scope } from "effect"
import { PresenceState } from "../../../domain/conversations/Conversation.ts"
import { DeliveryShard, deliveryShards } from "../../../domain/webhooks/DeliveryShard.ts"
import { ConversationId, OrganizationId, UserId } from "../../../domain/Ids.ts"
import { makeFailureLines } from "../../../telemetry/failureLog.ts"
import { Signals } from "./DatabaseClients.ts"

/** A member who has a conversation open. */
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
  /** The sending process has event streams, and needs notifications of recorded events. */
  isWatching: Schema.optionalKey(Schema.Boolean),
  /** Members whose presence changed at the sending process. */
  present: Schema.optionalKey(Schema.Array(SignalledPresence)),
  /** Sends that are due soon were recorded. The SQL function `send_after_commit` sends it too. */
  sends: Schema.optionalKey(Schema.Boolean)
})
export type WakeMessage = typeof WakeMessage.Type

const decodeJson = Schema.decodeUnknownOption(Schema.fromJsonString(WakeMessage))

/**
 * A message that only has shards as `0,15 sender`, any other as JSON. A delivery of an idle process waits until its message
 * is read, and a schema takes a tenth of that time.
 */
export const payloadOf = (message: WakeMessage): string => {
  const { from, shards, ...others } = message
  return Object.keys(others).length === 0 ? `${shards.join(",")} ${from}` : JSON.stringify(message)
}

/** Null for a payload that is no wake message. */
export const fromPayload = (payload: string): WakeMessage | null => {
  if (payload.startsWith("{")) return Option.getOrNull(decodeJson(payload))
  const end = payload.indexOf(" ")
  if (end < 0) return null
  const shards: Array<DeliveryShard> = []
  for (const digits of payload.slice(0, end).split(",")) {
    const shard = digits === "" ? undefined : deliveryShards[Number(digits)]
    if (shard !== undefined) shards.push(shard)
  }
  return { from: payload.slice(end + 1), shards }
}

const firstPause = "100 millis"

/** Pauses between attempts to listen, up to 5 seconds. */
const backoff = Schedule.min([Schedule.exponential(firstPause), Schedule.spaced("5 seconds")])

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
    /** Passes on every message, those of this process too, until the scope ends. `receive` must not throw. */
    listen(receive: (message: WakeMessage) => void): Effect.Effect<void, never, Scope.Scope>
  }
>()("effect-parley/adapters/postgres/WakeChannel") {}

/** For a database with a single process. */
export const none = Layer.succeed(
  WakeChannel,
  WakeChannel.of({ notify: () => Effect.void, inStatement: () => null, listen: () => Effect.void })
)

const decodeChannel = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ name: Schema.String })]))

/**
 * By NOTIFY and LISTEN. Every role that may connect to the database may listen to any channel. The channel therefore has
 * a random name, which only roles that may read `wake_channel` know.
 */
export const layer = Layer.effect(
  WakeChannel,
  Effect.gen(function* () {
    const signals = yield* Signals
    const scope = yield* Effect.scope
    const receivers = new Set<(message: WakeMessage) => void>()
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
    const listenLines = makeFailureLines({
      failed: "cannot listen for new deliveries, polling instead",
      again: "listens for new deliveries again",
      level: "Warn"
    })
    const notifyLines = makeFailureLines({
      failed: "cannot notify other processes of new deliveries, they poll",
      again: "notifies other processes of new deliveries again",
      level: "Warn"
    })
    // A failed attempt releases its connection at once: a standby refuses to listen, and the pool has few connections.
    const attempt = Effect.uninterruptibleMask((interruptible) =>
      Effect.gen(function* () {
        const own = yield* Scope.fork(yield* Effect.scope)
        return yield* interruptible(Effect.flatMap(channel, (name) => signals.listen(name))).pipe(
          Scope.provide(own),
          Effect.onError((cause) => Scope.close(own, Exit.failCause(cause)))
        )
      })
    )
    const listened = attempt.pipe(
      Effect.tapError((error) => listenLines.failed(Cause.fail(error))),
      Effect.retry(backoff),
      Effect.tap(() => listenLines.succeeded)
    )
    const receive = (payload: string): void => {
      const message = fromPayload(payload)
      if (message !== null) for (const receiver of receivers) receiver(message)
    }
    // All listeners share one connection.
    const listening = yield* Effect.gen(function* () {
      const notifications = yield* listened
      yield* Effect.forever(Effect.map(Queue.take(notifications), ({ payload }) => receive(payload)))
    }).pipe(
      Effect.scoped,
      Effect.catchCause(listenLines.failed),
      Effect.andThen(Effect.sleep(firstPause)),
      Effect.forever,
      Effect.forkIn(scope),
      Effect.cached
    )
    return WakeChannel.of({
      notify: (message) =>
        Effect.flatMap(channel, (name) => signals.notify(name, payloadOf(message))).pipe(
          Effect.matchCauseEffect({ onFailure: notifyLines.failed, onSuccess: () => notifyLines.succeeded })
        ),
      inStatement: (message) => (known === null ? null : { channel: known, payload: payloadOf(message) }),
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
