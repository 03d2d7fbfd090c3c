import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Context, DateTime, type Duration, Effect, Layer, Option, Ref, Semaphore } from "effect"
import type { HttpClient } from "effect/http"
import type { Channel } from "../../src/domain/conversations/Channel.ts"
import { Faults } from "../Faults.ts"
import type { Callback } from "./Postman.ts"
import { Deliveries } from "./Deliveries.ts"
import { makeDispatch } from "./Dispatch.ts"
import { untouched } from "./Fate.ts"
import * as Outbox from "./Outbox.ts"
import type { PlatformReport } from "./PlatformReport.ts"
import { Subscriptions } from "./Subscriptions.ts"

/** Maximum number of pending reports; more are dropped and logged. */
export const maxUndelivered = 10_000

/** Maximum number of rounds of a flush: an app that answers every webhook with a send would never end it. */
const maxFlushRounds = 100

/** Maximum wait for the app's answers to `notify`. */
const notifyDeadline: Duration.Input = "5 seconds"

/** The result of a flush. */
export interface Flushed {
  /** The webhooks delivered during the flush, repetitions included. */
  readonly delivered: number
  /** The reports that were never delivered. */
  readonly undelivered: number
}

/** When reports are delivered: `timed`, when they are due; `manual`, on a flush only. */
export type DeliveryMode = "timed" | "manual"

/** The pending reports of the platform. */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    setCallback(callback: Option.Option<Callback>): Effect.Effect<void>
    /**
     * Schedules the report, not before its `at`, and after earlier due reports of its account. Reports without a
     * callback, or of an account without a subscription, are dropped, as on the real platform.
     */
    report(report: PlatformReport): Effect.Effect<void>
    /** Notifies the app immediately, in this order, and waits at most a few seconds for its answers. */
    notify(reports: ReadonlyArray<PlatformReport>): Effect.Effect<void>
    /** Delivers all reports now, in the order of their due time. Refused ones wait for their next attempt. */
    readonly flush: Effect.Effect<Flushed>
    /**
     * Repeats the bytes of an attempt once to the current callback; returns the status of the answer, 0 without an
     * answer. None without a callback or a stored attempt with this id.
     */
    redeliver(id: number): Effect.Effect<Option.Option<number>>
    /** Number of reports that were never delivered. */
    readonly undelivered: Effect.Effect<number>
  }
>()("emulator/Webhooks") {}

const channelOf: Readonly<Record<PlatformReport["object"], Channel>> = {
  whatsapp_business_account: "whatsapp",
  page: "messenger",
  instagram: "instagram"
}

const make = Effect.fnUntraced(function* (initial: Option.Option<Callback>, mode: DeliveryMode) {
  const faults = yield* Faults
  const subscriptions = yield* Subscriptions
  const deliveries = yield* Deliveries
  const callback = yield* Ref.make(initial)
  const dispatch = yield* makeDispatch(Ref.get(callback))
  const flushing = yield* Semaphore.make(1)
  const nowMillis = Effect.map(DateTime.now, DateTime.toEpochMillis)
  const undelivered = Effect.map(dispatch.current, Outbox.undelivered)

  const work = Effect.gen(function* () {
    const now = yield* nowMillis
    yield* dispatch.sendUntil(now, dispatch.retryLater)
    const next = Outbox.nextDue(yield* dispatch.current)
    if (Option.isNone(next)) return yield* dispatch.changed
    yield* Effect.raceFirst(dispatch.changed, Effect.sleep(Math.max(0, next.value - now)))
  })
  if (mode === "timed") yield* Effect.forkScoped(Effect.forever(work))

  const flush = Effect.gen(function* () {
    const before = yield* dispatch.delivered
    const refused = yield* Ref.make<ReadonlyArray<Outbox.Webhook>>([])
    for (let round = 0; round < maxFlushRounds; round += 1) {
      yield* dispatch.sendUntil(Infinity, (webhook) => Ref.update(refused, (all) => [...all, webhook]))
      yield* dispatch.idle
      if (Option.isNone(Outbox.nextDue(yield* dispatch.current))) break
    }
    yield* Effect.forEach(yield* Ref.get(refused), dispatch.returnToOutbox, { discard: true })
    return { delivered: (yield* dispatch.delivered) - before, undelivered: yield* undelivered }
  })

  return Webhooks.of({
    setCallback: (next) => Ref.set(callback, next),
    report: Effect.fnUntraced(function* (report) {
      if (Option.isNone(yield* Ref.get(callback)))
        return yield* Effect.logDebug("platform report dropped: there is no callback")
      if ((yield* subscriptions.fieldsOf(report.entryId)) === null) return
      if ((yield* undelivered) >= maxUndelivered) {
        return yield* Effect.logWarning("platform report dropped: too many are undelivered")
      }
      const fate = yield* faults.fate(channelOf[report.object])
      const due = Math.max(DateTime.toEpochMillis(report.at), yield* nowMillis)
      yield* dispatch.change((box) => Outbox.add(box, report, fate, due))
    }),
    notify: Effect.fnUntraced(function* (reports) {
      const webhooks = reports.map((report) => Outbox.webhookOf([{ report, fate: untouched }]))
      const ends = yield* dispatch.sendNow(webhooks)
      yield* Effect.all(ends, { discard: true }).pipe(Effect.timeoutOption(notifyDeadline))
    }),
    flush: Effect.uninterruptible(flushing.withPermit(flush)),
    redeliver: Effect.fnUntraced(function* (id) {
      const found = yield* deliveries.find(id)
      if (Option.isNone(found)) return Option.none()
      return Option.fromNullOr(yield* dispatch.repeat(id, found.value.body))
    }),
    undelivered
  })
})

/** The webhooks, with an initial callback if there is one. */
export const layer = (
  callback: Option.Option<Callback>,
  mode: DeliveryMode = "timed"
): Layer.Layer<Webhooks, never, Deliveries | Faults | HttpClient.HttpClient | Subscriptions> =>
  Layer.effect(Webhooks, make(callback, mode)).pipe(Layer.provide(NodeCrypto.layerMac))
