import { Clock, Effect, Ref } from "effect"
import { makeArrival } from "./makeArrival.ts"

/** Who has not waited for so long, in milliseconds, is gone: those who attend to something look at it every second. */
const patience = 5_000

/** An arrival that knows whether somebody in this process attends to it. */
export const makeAttended = Effect.gen(function* () {
  const arrival = yield* makeArrival
  const attendance = yield* Ref.make({ waiting: 0, until: -Infinity })
  const leave = Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Ref.update(attendance, ({ waiting }) => ({ waiting: waiting - 1, until: now + patience }))
  )
  return {
    announce: arrival.announce,
    next: Effect.acquireUseRelease(
      Ref.update(attendance, ({ until, waiting }) => ({ waiting: waiting + 1, until })),
      () => arrival.next,
      () => leave
    ),
    isAttended: Effect.zipWith(
      Ref.get(attendance),
      Clock.currentTimeMillis,
      ({ until, waiting }, now) => waiting > 0 || now < until
    )
  }
})
