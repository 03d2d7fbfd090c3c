import { Context, Effect, Layer, Option, Queue, Schedule, Schema, type Scope } from "effect"
import type { Recording } from "./Recording.ts"
import { Signals } from "./Signals.ts"
import { type Told, type ToldAlong, toldAlong, toldIn, toldText } from "./Told.ts"

const firstPause = "100 millis"

/** Longer and longer pauses, up to 5 seconds. */
const backoff = Schedule.min([Schedule.exponential(firstPause), Schedule.spaced("5 seconds")])

/** Has processes on one database tell each other of arrivals. Something may get lost: whoever waits also looks for it. */
export class ArrivalRelay extends Context.Service<
  ArrivalRelay,
  {
    /** Tells the others, and waits until that is done. */
    tell(told: Told): Effect.Effect<void>
    /** What a statement needs that is to tell them itself; null where there is nobody to tell, or too much. */
    along(told: Omit<Told, "recording">, events: Recording["events"]): ToldAlong | null
    /** Passes on what is told by anybody, until the scope ends. */
    hear(heard: (told: Told) => Effect.Effect<void>): Effect.Effect<void, never, Scope.Scope>
  }
>()("effect-parley/adapters/postgres/ArrivalRelay") {}

/** For a database that nobody else is on. */
export const none = Layer.succeed(
  ArrivalRelay,
  ArrivalRelay.of({ tell: () => Effect.void, along: () => null, hear: () => Effect.void })
)

const decodeChannel = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ name: Schema.String })]))

/**
 * By NOTIFY and LISTEN. Whoever may connect to the database may listen, and needs no leave to read anything; so the
 * channel has a name that only those know who may read the table it stands in.
 */
export const layer = Layer.effect(
  ArrivalRelay,
  Effect.gen(function* () {
    const signals = yield* Signals
    let known: string | null = null
    // Asked for late: the layer is there before the table.
    const channel = Effect.suspend(() =>
      known === null
        ? Effect.map(
            Effect.flatMap(signals`select name from delivery_channel`, decodeChannel),
            ([{ name }]) => (known = name)
          )
        : Effect.succeed(known)
    )
    const listened = Effect.flatMap(channel, (name) => signals.listen(name)).pipe(
      Effect.tapError((error) => Effect.logWarning("nobody tells of deliveries, they are looked for", error)),
      Effect.retry(backoff)
    )
    const hearing = (heard: (told: Told) => Effect.Effect<void>) =>
      Effect.gen(function* () {
        const notifications = yield* listened
        const hearOne = Effect.flatMap(Queue.take(notifications), ({ payload }) =>
          Option.match(toldIn(payload), { onNone: () => Effect.void, onSome: heard })
        )
        yield* Effect.forever(hearOne)
      }).pipe(
        Effect.scoped,
        Effect.catchCause((cause) => Effect.logWarning("lost the connection that tells of deliveries", cause)),
        Effect.andThen(Effect.sleep(firstPause)),
        Effect.forever
      )
    return ArrivalRelay.of({
      tell: (told) =>
        Effect.flatMap(channel, (name) => signals.notify(name, toldText(told))).pipe(
          Effect.catchCause((cause) =>
            Effect.logWarning("could not tell others of deliveries, they look for them", cause)
          )
        ),
      along: (told, events) => (known === null ? null : toldAlong(known, told, events)),
      hear: (heard) => Effect.asVoid(Effect.forkScoped(hearing(heard)))
    })
  })
)
