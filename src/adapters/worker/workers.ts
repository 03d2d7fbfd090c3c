import { Context, type Duration, Effect, Layer, Schedule, Scheduler } from "effect"
import { Dispatcher } from "../../app/webhooks/delivery/Dispatcher.ts"
import { runShard } from "../../app/webhooks/delivery/runShard.ts"
import { purgeEvents } from "../../app/webhooks/eventFeed.ts"
import { expireSends } from "../../app/sends/reserveSend.ts"
import { claimMedia, fetchMedia, removeMedia } from "../../app/media/fetchMedia.ts"
import { purgeInbound } from "../../app/inbound/acceptInbound.ts"
import { processDeliveries, retryParked, retryProblems } from "../../app/inbound/processInbound.ts"
import { purgeIdempotencyKeys } from "../../app/sends/callOnce.ts"
import { claimLookups, lookUpProfile } from "../../app/inbound/lookUpProfile.ts"
import { purgeAuditLog } from "../../app/access/auditLog.ts"
import { foldReports } from "../../app/reports/reports.ts"
import { purgeRequestLogs } from "../../app/access/requestLogs.ts"
import { deliveryShards } from "../../domain/webhooks/DeliveryShard.ts"
import type { ProfileLookup } from "../../domain/inbound/ProfileLookup.ts"
import type { Media } from "../../domain/media/Media.ts"
import { ShardAssignment } from "../../ports/webhooks/DeliveryQueue.ts"
import { WorkerHealth } from "../../ports/process/WorkerHealth.ts"
import { Availability } from "../../ports/process/Transaction.ts"
import { InboundQueue, ProfileLookups } from "../../ports/inbound/InboundQueue.ts"
import { MediaLibrary } from "../../ports/media/MediaLibrary.ts"
import { Meter } from "../../telemetry/Meter.ts"
import { metrics } from "../../telemetry/metrics.ts"
import { warnOfFailingWebhooks } from "../../app/webhooks/webhookWarnings.ts"
import { dueClosings, takeClosingStep } from "../../app/conversations/automaticClosings.ts"
import { endedSnoozes, wakeConversation } from "../../app/conversations/snoozes.ts"
import { assignmentQueues, assignQueue } from "../../app/conversations/assignments.ts"
import {
  type AssignmentQueue,
  ConversationAgenda,
  type DueConversation
} from "../../ports/conversations/ConversationAgenda.ts"
import { checkInterval } from "./processHealth.ts"
import { claimPendingSends, purgePendingSends, sendPending } from "../../app/sends/pendingSends.ts"
import { applyRetentions } from "../../app/access/applyRetentions.ts"
import { claimErasure, purgeErasedMessages, runErasure } from "../../app/contacts/eraseContact.ts"
import { Erasures, type ErasureTurn } from "../../ports/contacts/Erasures.ts"
import { claimCampaignTurn, purgeCampaigns, runCampaignTurn } from "../../app/campaigns/runCampaigns.ts"
import { CampaignStore, type CampaignTurn } from "../../ports/campaigns/CampaignStore.ts"
import type { PendingSend } from "../../domain/sends/PendingSend.ts"
import { idlePatience, PendingSends } from "../../ports/sends/PendingSends.ts"
import { failurePause, PollInterval, runDueWork } from "./runDueWork.ts"
import { logFailure, makeFailureLog } from "../../telemetry/failureLog.ts"

/**
 * Delivers the events of the shards that this process owns, for the lifetime of the layer. One dispatcher serves all of
 * them, so that its limits are those of the process.
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
 * Maximum number of deliveries, parked reports or failed items per pass. A pass is a dozen sequential statements of any
 * size, and each of them competes with the requests.
 */
const inboundBatch = 1_000

/** Maximum number of failed items per pass: each includes the whole body of its delivery, up to 3 MiB. */
const problemBatch = 20

/**
 * Processes inbound reports for the lifetime of the layer. A failed pass is logged, and its deliveries are claimed
 * again when their lease expires. At shutdown the running pass finishes.
 */
export const inboundWorker = Layer.effectDiscard(
  Effect.gen(function* () {
    const queue = yield* InboundQueue
    const interval = yield* PollInterval
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
      if (!isBusy) yield* Effect.raceFirst(queue.wakeSignal, Effect.sleep(interval))
    })

    const logged = makeFailureLog("inbound")
    yield* logged(pass, Effect.sleep(failurePause)).pipe(Effect.forever, Effect.forkScoped)
  })
)

/** Maximum number of concurrent downloads. */
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

/** Maximum number of profile look-ups in flight. */
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

/** Maximum number of recorded sends in flight. */
export const maxPendingInFlight = 8

/** Sends what transactions of programs have recorded, and scheduled sends. */
export const pendingSendWorker = Layer.effectDiscard(
  Effect.flatMap(PendingSends, ({ nextDue, wakeSignal }) =>
    runDueWork({
      name: "pending sends",
      maxInFlight: maxPendingInFlight,
      claimOne: claimPendingSends(1),
      process: (pending: PendingSend) =>
        Effect.catchCause(sendPending(pending), (cause) =>
          logFailure({ level: "Error", text: "a recorded send failed" }, cause)
        ),
      wakeSignal,
      nextDue
    })
  )
)

/** Maximum number of turns of campaigns in flight: a turn has at most 32 sends in flight, and few statements. */
export const maxTurnsInFlight = 4

/**
 * Runs the turns of campaigns of all organizations, the one that waited longest first. Single sends share nothing with them but
 * the connections, which they leave after each statement.
 */
export const campaignWorker = Layer.effectDiscard(
  Effect.flatMap(CampaignStore, ({ nextDue, wakeSignal }) =>
    runDueWork({
      name: "campaigns",
      maxInFlight: maxTurnsInFlight,
      claimOne: claimCampaignTurn(),
      process: (turn: CampaignTurn) =>
        Effect.catchCause(runCampaignTurn(turn), (cause) =>
          logFailure({ level: "Error", text: "a turn of a campaign failed" }, cause)
        ),
      wakeSignal,
      nextDue
    })
  )
)

/** Intervals of the searches for conversations that wait for an assignee, and for snoozes that members began. */
export const AgendaIntervals = Context.Reference<{
  readonly assignments: Duration.Input
  readonly snoozes: Duration.Input
}>("effect-parley/adapters/worker/AgendaIntervals", {
  defaultValue: () => ({ assignments: "2 seconds", snoozes: idlePatience })
})

/** Maximum number of erasures in flight: an erasure has one statement in flight, which may search thousands of rows. */
export const maxErasuresInFlight = 2

/** Erases contacts, the one that waited longest first. */
export const erasureWorker = Layer.effectDiscard(
  Effect.flatMap(Erasures, ({ nextDue }) =>
    runDueWork({
      name: "erasures",
      maxInFlight: maxErasuresInFlight,
      claimOne: claimErasure(),
      process: (turn: ErasureTurn) =>
        Effect.catchCause(runErasure(turn), (cause) =>
          logFailure({ level: "Error", text: "an erasure of a contact failed" }, cause)
        ),
      wakeSignal: Effect.never,
      nextDue
    })
  )
)

/** Most conversations of a pass, of an organization and status in that of automatic closing. */
const agendaBatch = 100

/** Ends the snoozes of conversations at their time. A failed one is tried again after a pause. */
export const snoozeWorker = Layer.effectDiscard(
  Effect.flatMap(Effect.all([ConversationAgenda, AgendaIntervals]), ([{ nextSnoozeEnd }, intervals]) =>
    runDueWork({
      name: "snoozes",
      // Conversations are not leased, so a pass ends before the next one begins.
      maxInFlight: 1,
      claimOne: Effect.map(endedSnoozes(agendaBatch), (ended) => (ended.length === 0 ? [] : [ended])),
      process: Effect.forEach(
        (due: DueConversation) =>
          Effect.catchCause(wakeConversation(due), (cause) =>
            Effect.andThen(
              logFailure({ level: "Error", text: "a snooze could not end" }, cause),
              Effect.sleep(failurePause)
            )
          ),
        { discard: true }
      ),
      wakeSignal: Effect.sleep(intervals.snoozes),
      nextDue: nextSnoozeEnd
    })
  )
)

/** Runs a pass at the start, and then with this pause after each run, for the lifetime of the layer. */
const repeating = <R>(makePass: () => Effect.Effect<void, never, R>, pause: Duration.Input) =>
  Layer.effectDiscard(Effect.suspend(() => Effect.forkScoped(Effect.repeat(makePass(), Schedule.spaced(pause)))))

/** Interval of the search for conversations that close automatically. */
const closingInterval = "1 minute"

/** Whether the step was taken. A failure is logged, and tried again by a later pass. */
const isStepTaken = (conversation: DueConversation) =>
  Effect.matchCauseEffect(takeClosingStep(conversation), {
    onFailure: (cause) =>
      Effect.as(logFailure({ level: "Error", text: "a conversation could not close automatically" }, cause), false),
    onSuccess: () => Effect.succeed(true)
  })

/** Takes the due steps of automatic closing, until a pass takes few. */
const takeClosingSteps = Effect.gen(function* () {
  const done = yield* Effect.filter(yield* dueClosings(agendaBatch), isStepTaken)
  return done.length
}).pipe(Effect.repeat({ while: (count) => count >= agendaBatch }), Effect.asVoid)

/** Warns and closes conversations that have been quiet. */
export const closingWorker = repeating(() => makeFailureLog("automatic closing")(takeClosingSteps), closingInterval)

/** Assigns waiting conversations of all organizations, queue by queue. A failed queue is tried again by the next pass. */
const assignQueues = Effect.flatMap(
  assignmentQueues,
  Effect.forEach(
    (queue: AssignmentQueue) =>
      Effect.catchCause(assignQueue(queue), (cause) =>
        logFailure({ level: "Error", text: "waiting conversations could not be assigned" }, cause)
      ),
    { discard: true }
  )
)

/** Assigns conversations by the policies of their organizations and teams. */
export const assignmentWorker = Layer.unwrap(
  Effect.map(AgendaIntervals, ({ assignments }) =>
    repeating(() => makeFailureLog("assignment")(assignQueues), assignments)
  )
)

/** Checks whether the background work makes progress. `delivers`: this process owns delivery shards. */
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

/** Deadline of the query for unowned shards; a timeout counts as none. */
const unownedPatience = "5 seconds"

/** Interval of the search for lost sends; the first at the start, since a restart loses sends. */
const expiryInterval = "30 seconds"

/** Expires sends without an outcome. */
const expiryWorker = repeating(() => makeFailureLog("expiry")(expireSends()), expiryInterval)

/** Interval of the search for failing webhooks. The first warning comes after days. */
const warningInterval = "1 minute"

/** Warns of webhooks that will be disabled. */
const warningWorker = repeating(() => makeFailureLog("warning")(warnOfFailingWebhooks()), warningInterval)

/** Interval of adding recorded changes to the counters of reports. A report adds those of its organization before. */
const foldInterval = "10 seconds"

/** Keeps the queue of changes of reports short. */
export const reportWorker = repeating(() => makeFailureLog("reports")(foldReports()), foldInterval)

/** Interval of deleting expired rows; the first at the start. */
const retentionInterval = "1 hour"

/** Deletes expired data. The purges run concurrently, so that a slow or failed one does not delay others. */
export const retentionWorker = repeating(
  () =>
    Effect.all(
      [
        makeFailureLog("retention")(purgeRequestLogs()),
        makeFailureLog("retention")(purgeAuditLog()),
        makeFailureLog("retention")(purgeInbound()),
        makeFailureLog("retention")(purgeEvents()),
        makeFailureLog("retention")(purgeIdempotencyKeys()),
        makeFailureLog("retention")(purgePendingSends()),
        makeFailureLog("retention")(purgeCampaigns()),
        makeFailureLog("retention")(applyRetentions()),
        makeFailureLog("retention")(purgeErasedMessages())
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
  pendingSendWorker,
  campaignWorker,
  erasureWorker,
  snoozeWorker,
  closingWorker,
  assignmentWorker,
  expiryWorker,
  reportWorker,
  warningWorker,
  retentionWorker
)
