import { type Duration, Effect, Layer, Schedule, Scheduler } from "effect"
import { Dispatcher } from "../../app/webhooks/delivery/Dispatcher.ts"
import { runShard } from "../../app/webhooks/delivery/runShard.ts"
import { purgeEvents } from "../../app/webhooks/eventFeed.ts"
import { expireSends } from "../../app/sends/expireSends.ts"
import { claimMedia, fetchMedia, removeMedia } from "../../app/media/fetchMedia.ts"
import { purgeInbound } from "../../app/inbound/inboundProblems.ts"
import { processDeliveries, retryParked, retryProblems } from "../../app/inbound/processInbound.ts"
import { purgeIdempotencyKeys } from "../../app/sends/keyedCalls.ts"
import { claimLookups, lookUpProfile } from "../../app/inbound/lookUpProfile.ts"
import { purgeRequestLogs } from "../../app/access/requestLogs.ts"
import { deliveryShards } from "../../domain/webhooks/DeliveryShard.ts"
import type { ProfileLookup } from "../../domain/inbound/ProfileLookup.ts"
import type { Media } from "../../domain/media/Media.ts"
import { ShardAssignment } from "../../ports/webhooks/ShardAssignment.ts"
import { WorkerHealth } from "../../ports/process/WorkerHealth.ts"
import { Availability } from "../../ports/process/Availability.ts"
import { InboundQueue } from "../../ports/inbound/InboundQueue.ts"
import { MediaLibrary } from "../../ports/media/MediaLibrary.ts"
import { ProfileLookups } from "../../ports/inbound/ProfileLookups.ts"
import { Meter } from "../../telemetry/Meter.ts"
import { metrics } from "../../telemetry/metrics.ts"
import { warnOfFailingWebhooks } from "../../app/webhooks/webhookWarnings.ts"
import { checkInterval } from "./processHealth.ts"
import { runDueWork } from "./runDueWork.ts"
import { logFailure, makeFailureLog } from "../../telemetry/failureLog.ts"

/**
 * Delivers the events of the shards that this process owns, for as long as the layer lives. One dispatcher holds the
 * deliveries of all of them, so that its limits are those of the process.
 */
export const deliveryWorker = Layer.effectDiscard(
  Effect.gen(function* () {
    const { run } = yield* ShardAssignment
    const scheduler = (yield* Scheduler.Scheduler).makeDispatcher()
    const dispatcher = new Dispatcher((task) => scheduler.scheduleTask(task, 0))
    const { observe } = yield* Meter
    yield* observe(metrics.deliveriesInFlight, { receivers: "all" }, () => dispatcher.counts.inFlight)
    yield* observe(metrics.deliveriesInFlight, { receivers: "probation" }, () => dispatcher.counts.probationInFlight)
    yield* observe(metrics.deliveriesInMemory, {}, () => dispatcher.counts.deliveries)
    return yield* run((shard) => runShard(dispatcher, shard))
  })
)

/**
 * Most deliveries, parked reports or problems in one pass. A pass is a dozen sequential statements, whatever its size,
 * and each of them competes with the requests.
 */
const inboundBatch = 1_000

/** Problems that one pass takes on: each comes with the whole body of its delivery, which may have 3 MiB. */
const problemBatch = 20

/** How often inbound reports are polled without a wake signal: retries fall due, and other processes store deliveries. */
const inboundPollInterval = "1 second"

/**
 * Processes inbound reports for as long as the layer lives. A pass that dies is logged, and its deliveries are claimed
 * again when their lease expires. At shutdown the running pass finishes.
 */
export const inboundWorker = Layer.effectDiscard(
  Effect.gen(function* () {
    const queue = yield* InboundQueue
    const health = yield* WorkerHealth
    const pulse = health === null ? null : yield* health.watch("inbound")
    const pass = Effect.gen(function* () {
      pulse?.run()
      const processed = yield* Effect.uninterruptible(processDeliveries(inboundBatch))
      pulse?.run()
      const parked = yield* Effect.uninterruptible(retryParked(inboundBatch))
      pulse?.run()
      const problems = yield* Effect.uninterruptible(retryProblems(problemBatch))
      const isBusy = processed === inboundBatch || parked === inboundBatch || problems === problemBatch
      pulse?.rest()
      if (!isBusy) yield* Effect.raceFirst(queue.wakeSignal, Effect.sleep(inboundPollInterval))
    })

    const logged = makeFailureLog("inbound")
    yield* logged(pass, Effect.sleep(inboundPollInterval)).pipe(Effect.forever, Effect.forkScoped)
  })
)

/** Most files on their way at the same time. */
export const maxFilesInFlight = 8

const processMedia = (media: Media) =>
  media.status === "discarded"
    ? Effect.catchCause(removeMedia(media), (cause) =>
        logFailure({ level: "Error", text: "media removal failed" }, cause)
      )
    : Effect.catchCause(fetchMedia(media), (cause) =>
        logFailure({ level: "Error", text: "media download failed" }, cause)
      )

/** Downloads due media, and removes discarded media. */
export const mediaWorker = Layer.effectDiscard(
  Effect.flatMap(MediaLibrary, ({ wakeSignal }) =>
    runDueWork({
      name: "media",
      maxInFlight: maxFilesInFlight,
      claimOne: claimMedia(1),
      process: processMedia,
      wakeSignal
    })
  )
)

/** Most profile look-ups in flight. */
export const maxLookupsInFlight = 4

const processLookup = (lookup: ProfileLookup) =>
  Effect.catchCause(lookUpProfile(lookup), (cause) =>
    logFailure({ level: "Error", text: "profile look-up failed" }, cause)
  )

/** Looks up the names of contacts whose look-up is due. */
export const profileWorker = Layer.effectDiscard(
  Effect.flatMap(ProfileLookups, ({ wakeSignal }) =>
    runDueWork({
      name: "profile",
      maxInFlight: maxLookupsInFlight,
      claimOne: claimLookups(1),
      process: processLookup,
      wakeSignal
    })
  )
)

/** Checks whether the background work makes progress. `delivers`: this process takes part in the delivery shards. */
export const supervisor = (delivers: boolean) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const health = yield* WorkerHealth
      if (health === null) return
      const shards = yield* ShardAssignment
      const { isLost } = yield* Availability
      const unowned = shards.unowned.pipe(
        Effect.timeout(unownedPatience),
        Effect.orElseSucceed(() => deliveryShards.length),
        Effect.catchCause(() => Effect.succeed(deliveryShards.length))
      )
      const check = Effect.gen(function* () {
        const isDatabaseLost = isLost()
        const unownedShards = delivers && !isDatabaseLost ? yield* unowned : null
        yield* health.check({ isDatabaseLost, unownedShards })
      })
      yield* Effect.forkScoped(Effect.repeat(check, Schedule.spaced(checkInterval)))
    })
  )

/** Runs a pass at the start, and then with this pause after each run, for as long as the layer lives. */
const repeating = <R>(makePass: () => Effect.Effect<void, never, R>, pause: Duration.Input) =>
  Layer.effectDiscard(Effect.suspend(() => Effect.forkScoped(Effect.repeat(makePass(), Schedule.spaced(pause)))))

/** A question for the owners of shards that takes longer counts as none. */
const unownedPatience = "5 seconds"

/** How often lost sends are searched for; the first time at the start, since a restart loses sends. */
const expiryInterval = "30 seconds"

/** Gives up sends without an outcome. */
const expiryWorker = repeating(() => makeFailureLog("expiry")(expireSends()), expiryInterval)

/** How often failing webhooks are searched for. The first warning comes after days. */
const warningInterval = "1 minute"

/** Warns of webhooks that will be disabled. */
const warningWorker = repeating(() => makeFailureLog("warning")(warnOfFailingWebhooks()), warningInterval)

/** How often expired rows are deleted; the first time at the start. */
const retentionInterval = "1 hour"

/** Deletes expired data. The purges run beside each other: one that is long or fails holds up no other. */
export const retentionWorker = repeating(
  () =>
    Effect.all(
      [
        makeFailureLog("retention")(purgeRequestLogs()),
        makeFailureLog("retention")(purgeInbound()),
        makeFailureLog("retention")(purgeEvents()),
        makeFailureLog("retention")(purgeIdempotencyKeys())
      ],
      { discard: true, concurrency: "unbounded" }
    ),
  retentionInterval
)

/** The background work of the role `worker`. */
export const layer = Layer.mergeAll(
  deliveryWorker,
  mediaWorker,
  profileWorker,
  expiryWorker,
  warningWorker,
  retentionWorker
)
