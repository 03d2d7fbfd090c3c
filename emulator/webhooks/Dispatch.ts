import { DateTime, Effect, type Option, Queue, Ref, Semaphore } from "effect"
import { type Callback, makePostman } from "./Postman.ts"
import * as Outbox from "./Outbox.ts"

/** How long after a failed attempt the next one comes; after the last one the report is given up. */
const waitsMillis: readonly [number, ...ReadonlyArray<number>] = [1_000, 10_000, 60_000, 600_000]

const isSuccess = (status: number): boolean => status >= 200 && status <= 299

/** What becomes of a webhook that the app did not take. */
export type Refused = (webhook: Outbox.Webhook) => Effect.Effect<void>

/** The outbox, and the way from it to the app. */
export const makeDispatch = Effect.fnUntraced(function* (callback: Effect.Effect<Option.Option<Callback>>) {
  const outbox = yield* Ref.make(Outbox.empty)
  const taken = yield* Ref.make(0)
  const postman = yield* makePostman(callback)
  const news = yield* Queue.sliding<void>(1)
  // Webhooks are posted in the order in which they leave the outbox.
  const sending = yield* Semaphore.make(1)

  const change = (how: (outbox: Outbox.Outbox) => Outbox.Outbox) =>
    Effect.andThen(Ref.update(outbox, how), Queue.offer(news, undefined))

  const sendOff = (webhook: Outbox.Webhook, refused: Refused) =>
    postman.send(
      webhook,
      Effect.fnUntraced(function* (status) {
        const counts = status !== null && webhook.spoiled === null
        if (counts && !isSuccess(status)) return yield* refused(webhook)
        if (counts) yield* Ref.update(taken, (count) => count + 1)
        yield* Ref.update(outbox, (box) => Outbox.settle(box, webhook))
      })
    )

  const comeAgain = Effect.fnUntraced(function* (webhook: Outbox.Webhook, waitMillis: number) {
    const due = DateTime.toEpochMillis(yield* DateTime.now) + waitMillis
    yield* change((box) => Outbox.retry(box, webhook, due))
  })

  const refusedByClock: Refused = Effect.fnUntraced(function* (webhook) {
    const wait = waitsMillis[webhook.failures]
    if (wait !== undefined) return yield* comeAgain({ ...webhook, failures: webhook.failures + 1 }, wait)
    yield* Effect.logWarning("platform report given up")
    yield* Ref.update(outbox, (box) => Outbox.settle(box, webhook))
  })

  return {
    change,
    current: Ref.get(outbox),
    /** Waits until the outbox has changed. */
    changed: Queue.take(news),
    /** How many webhooks the app took. */
    taken: Ref.get(taken),
    /** Waits until nothing is on its way. */
    idle: postman.idle,
    /** Sends the bytes of an attempt again, once; the outbox stays as it is. */
    repeat: postman.repeat,
    /** The webhook comes again after growing waits, and is given up in the end. */
    refusedByClock,
    /** The webhook comes again, and that was no attempt by the clock. */
    putBack: (webhook: Outbox.Webhook) => comeAgain(webhook, waitsMillis[0]),
    /** Posts every webhook that is due up to the instant, in epoch milliseconds. */
    sendUntil: (until: number, refused: Refused) =>
      Effect.flatMap(
        Ref.modify(outbox, (box) => Outbox.take(box, until)),
        Effect.forEach((webhook) => sendOff(webhook, refused), { discard: true })
      ).pipe(sending.withPermit),
    /** Sends these off past all that waits; gives the waits for their first attempts. */
    sendNow: (webhooks: ReadonlyArray<Outbox.Webhook>) =>
      Ref.update(outbox, (box) => webhooks.reduce(Outbox.depart, box)).pipe(
        Effect.andThen(Effect.forEach(webhooks, (webhook) => sendOff(webhook, refusedByClock))),
        sending.withPermit
      )
  }
})
