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

/** How many reports may wait for their delivery; more are dropped, and the log says so. */
export const maxUndelivered = 10_000

/** For how many times a flush looks whether more has come by then: an app that answers everything has no end. */
const maxFlushRounds = 100

/** How long anybody waits for the app to be told. */
const maxTelling: Duration.Input = "5 seconds"

/** What a flush came to. */
export interface Flushed {
  /** The webhooks that the app took during the flush, repetitions too. */
  readonly delivered: number
  /** The reports that it never took. */
  readonly undelivered: number
}

/** `timed`: reports come when they are due. `manual`: they only come when they are flushed. */
export type DeliveryMode = "timed" | "manual"

/** The reports that the platform owes to the app. */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    setCallback(callback: Option.Option<Callback>): Effect.Effect<void>
    /**
     * Has the report delivered, not before its `at`, and after those of its account that were due before. Without a
     * callback nothing is reported, nor of an account without a subscription, as on the real platform.
     */
    report(report: PlatformReport): Effect.Effect<void>
    /** Tells the app at once, in this order, and waits for what it answers; a few seconds at most. */
    tell(reports: ReadonlyArray<PlatformReport>): Effect.Effect<void>
    /** Delivers everything now, in the order in which it would be due; what the app refuses stays for its next attempt. */
    readonly flush: Effect.Effect<Flushed>
    /**
     * Sends the bytes of an attempt again to the current callback, once: the status of the answer, 0 without an answer.
     * None without a callback, or when no such attempt is remembered.
     */
    redeliver(id: number): Effect.Effect<Option.Option<number>>
    /** How many reports were never delivered. */
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
    yield* dispatch.sendUntil(now, dispatch.refusedByClock)
    const next = Outbox.nextDue(yield* dispatch.current)
    if (Option.isNone(next)) return yield* dispatch.changed
    yield* Effect.raceFirst(dispatch.changed, Effect.sleep(Math.max(0, next.value - now)))
  })
  if (mode === "timed") yield* Effect.forkScoped(Effect.forever(work))

  const flush = Effect.gen(function* () {
    const before = yield* dispatch.taken
    const refused = yield* Ref.make<ReadonlyArray<Outbox.Webhook>>([])
    for (let round = 0; round < maxFlushRounds; round += 1) {
      yield* dispatch.sendUntil(Infinity, (webhook) => Ref.update(refused, (all) => [...all, webhook]))
      yield* dispatch.idle
      if (Option.isNone(Outbox.nextDue(yield* dispatch.current))) break
    }
    yield* Effect.forEach(yield* Ref.get(refused), dispatch.putBack, { discard: true })
    return { delivered: (yield* dispatch.taken) - before, undelivered: yield* undelivered }
  })

  return Webhooks.of({
    setCallback: (next) => Ref.set(callback, next),
    report: Effect.fnUntraced(function* (report) {
      if (Option.isNone(yield* Ref.get(callback))) return yield* Effect.logDebug("no callback for a platform report")
      if ((yield* subscriptions.fieldsOf(report.entryId)) === null) return
      if ((yield* undelivered) >= maxUndelivered) {
        return yield* Effect.logWarning("platform report dropped: too many are undelivered")
      }
      const fate = yield* faults.fate(channelOf[report.object])
      const due = Math.max(DateTime.toEpochMillis(report.at), yield* nowMillis)
      yield* dispatch.change((box) => Outbox.owe(box, report, fate, due))
    }),
    tell: Effect.fnUntraced(function* (reports) {
      const webhooks = reports.map((report) => Outbox.webhookOf([{ report, fate: untouched }]))
      const ends = yield* dispatch.sendNow(webhooks)
      yield* Effect.all(ends, { discard: true }).pipe(Effect.timeoutOption(maxTelling))
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

/** With the callback from the start, when there is one. */
export const layer = (
  callback: Option.Option<Callback>,
  mode: DeliveryMode = "timed"
): Layer.Layer<Webhooks, never, Deliveries | Faults | HttpClient.HttpClient | Subscriptions> =>
  Layer.effect(Webhooks, make(callback, mode)).pipe(Layer.provide(NodeCrypto.layerMac))
