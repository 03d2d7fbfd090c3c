import { Context, Effect, Layer, Option, Queue, Schedule, Schema, type Scope } from "effect"
import { DeliveryShard } from "../../domain/DeliveryShard.ts"
import { Signals } from "./Signals.ts"

/** What a process tells the others: something was put into these shards. */
export interface Told {
  /** The process, so that it does not listen to itself. */
  readonly from: string
  readonly shards: ReadonlyArray<DeliveryShard>
}

const isTold = Schema.is(Schema.Struct({ from: Schema.String, shards: Schema.Array(DeliveryShard) }))
const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** Where Postgres has it from one process to the others. */
const channel = "parley_deliveries"

const firstPause = "100 millis"

/** Longer and longer pauses, up to 5 seconds. */
const backoff = Schedule.min([Schedule.exponential(firstPause), Schedule.spaced("5 seconds")])

/** Has processes on one database tell each other of arrivals. Something may get lost: whoever waits also looks for it. */
export class ArrivalRelay extends Context.Service<
  ArrivalRelay,
  {
    /** Tells the others, and waits until that is done. */
    tell(told: Told): Effect.Effect<void>
    /** Passes on what is told by anybody, until the scope ends. */
    hear(heard: (told: Told) => Effect.Effect<void>): Effect.Effect<void, never, Scope.Scope>
  }
>()("effect-parley/adapters/postgres/ArrivalRelay") {}

/** For a database that nobody else is on. */
export const none = Layer.succeed(ArrivalRelay, ArrivalRelay.of({ tell: () => Effect.void, hear: () => Effect.void }))

/** By NOTIFY and LISTEN. */
export const layer = Layer.effect(
  ArrivalRelay,
  Effect.gen(function* () {
    const signals = yield* Signals
    const listened = signals.listen(channel).pipe(
      Effect.tapError((error) => Effect.logWarning("nobody tells of deliveries, they are looked for", error)),
      Effect.retry(backoff)
    )
    const hearing = (heard: (told: Told) => Effect.Effect<void>) =>
      Effect.gen(function* () {
        const notifications = yield* listened
        const hearOne = Effect.flatMap(Queue.take(notifications), ({ payload }) =>
          Option.match(Option.filter(parse(payload), isTold), { onNone: () => Effect.void, onSome: heard })
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
        signals
          .notify(channel, JSON.stringify(told))
          .pipe(
            Effect.catchCause((cause) =>
              Effect.logWarning("could not tell others of deliveries, they look for them", cause)
            )
          ),
      hear: (heard) => Effect.asVoid(Effect.forkScoped(hearing(heard)))
    })
  })
)
