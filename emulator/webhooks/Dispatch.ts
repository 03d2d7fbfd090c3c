import { DateTime, Effect, type Option, Queue, Ref, Semaphore } from "effect"
import { type Callback, makePostman } from "./Postman.ts"
import * as Outbox from "./Outbox.ts"

/** Waits after failed attempts. After the last attempt, the report is dropped. */
const waitsMillis: readonly [number, ...ReadonlyArray<number>] = [1_000, 10_000, 60_000, 600_000]

const isSuccess = (status: number): boolean => status >= 200 && status <= 299

/** Handles a webhook that the app refused. */
export type RefusalHandler = (webhook: Outbox.Webhook) => Effect.Effect<void>

/** The outbox and the dispatcher of its webhooks. */
export const makeDispatch = Effect.fnUntraced(function* (callback: Effect.Effect<Option.Option<Callback>>) {
  const outbox = yield* Ref.make(Outbox.empty)
  const delivered = yield* Ref.make(0)
  const postman = yield* makePostman(callback)
  const changes = yield* Queue.sliding<void>(1)
  // Webhooks are posted in the order in which they leave the outbox.
  const sending = yield* Semaphore.make(1)

  const change = (how: (outbox: Outbox.Outbox) => Outbox.Outbox) =>
    Effect.andThen(Ref.update(outbox, how), Queue.offer(changes, undefined))

  const post = (webhook: Outbox.Webhook, refused: RefusalHandler) =>
    postman.send(
      webhook,
      Effect.fnUntraced(function* (status) {
        const counts = status !== null && webhook.spoiled === null
        if (counts && !isSuccess(status)) return yield* refused(webhook)
        if (counts) yield* Ref.update(delivered, (count) => count + 1)
        yield* Ref.update(outbox, (box) => Outbox.complete(box, webhook))
      })
    )

  const retry = Effect.fnUntraced(function* (webhook: Outbox.Webhook, waitMillis: number) {
    const due = DateTime.toEpochMillis(yield* DateTime.now) + waitMillis
    yield* change((box) => Outbox.retry(box, webhook, due))
  })

  const retryLater: RefusalHandler = Effect.fnUntraced(function* (webhook) {
    const wait = waitsMillis[webhook.failures]
    if (wait !== undefined) return yield* retry({ ...webhook, failures: webhook.failures + 1 }, wait)
    yield* Effect.logWarning("platform report dropped after its last attempt")
    yield* Ref.update(outbox, (box) => Outbox.complete(box, webhook))
  })

  return {
    change,
    current: Ref.get(outbox),
    /** Waits until the outbox has changed. */
    changed: Queue.take(changes),
    /** Number of delivered webhooks. */
    delivered: Ref.get(delivered),
    /** Waits until no attempt is running. */
    idle: postman.idle,
    /** Repeats the bytes of an attempt once; the outbox does not change. */
    repeat: postman.repeat,
    /** Retries the webhook after growing waits, and finally drops it. */
    retryLater,
    /** Returns the webhook to the outbox without counting an attempt. */
    returnToOutbox: (webhook: Outbox.Webhook) => retry(webhook, waitsMillis[0]),
    /** Posts every webhook that is due up to the time, in epoch milliseconds. */
    sendUntil: (until: number, refused: RefusalHandler) =>
      Effect.flatMap(
        Ref.modify(outbox, (box) => Outbox.take(box, until)),
        Effect.forEach((webhook) => post(webhook, refused), { discard: true })
      ).pipe(sending.withPermit),
    /** Posts these before all pending ones; returns effects that wait for their first attempts. */
    sendNow: (webhooks: ReadonlyArray<Outbox.Webhook>) =>
      Ref.update(outbox, (box) => webhooks.reduce(Outbox.start, box)).pipe(
        Effect.andThen(Effect.forEach(webhooks, (webhook) => post(webhook, retryLater))),
        sending.withPermit
      )
  }
})
