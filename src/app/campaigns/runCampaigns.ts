import { Array, Clock, DateTime, Effect, Option, Result, Schema } from "effect"
import { elapsedMillis } from "../../collections/elapsedMillis.ts"
import {
  type Campaign,
  type CampaignPauseReason,
  type CampaignReason,
  campaignRetention,
  maxCampaignRecipients
} from "../../domain/campaigns/Campaign.ts"
import { messageFor } from "../../domain/campaigns/campaignMessage.ts"
import { shareAfter, turnMillis, turnOf, verdictOn } from "../../domain/campaigns/campaignPace.ts"
import { keyOfRecipient, type RecipientFailure } from "../../domain/campaigns/CampaignRecipient.ts"
import { CampaignRecipientId, generated } from "../../domain/Ids.ts"
import { notBlank } from "../../domain/text/textLimits.ts"
import { isAttemptLost } from "../../domain/sends/PendingSend.ts"
import {
  CampaignStore,
  type CampaignTurn,
  type ClaimedRecipient,
  type RecipientOutcome
} from "../../ports/campaigns/CampaignStore.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { purgeInBatches } from "../purgeInBatches.ts"
import { CurrentCall, sendOnce } from "../sends/callOnce.ts"
import { detailOf } from "../sends/pendingSends.ts"
import { sendWhatsApp } from "../sends/sendWhatsApp.ts"
import { transitCampaign } from "./campaigns.ts"

/** Sends of a turn that are in flight. */
const sendsInFlight = 32

/** Recipients that one statement freezes. */
const freezeBatch = 1_000

/** Outcomes that one statement records. */
const settleBatch = 25

/** Duration of the claim of a turn, and of a recipient: longer than a send takes. */
const turnLease = "1 minute"
const recipientLease = "2 minutes"

/** Pause before the end of a campaign is looked for again whose last recipients another process has claimed. */
const shortPause = "1 second"

/** Claims the turn of a campaign of any organization; empty without one. */
export const claimCampaignTurn = Effect.fnUntraced(function* () {
  const now = yield* DateTime.now
  const { claimTurn } = yield* CampaignStore
  return Option.toArray(yield* claimTurn(now, DateTime.addDuration(now, turnLease)))
}, spanned("claimCampaignTurn"))

/** A value of the message has neither text nor fallback. */
class ValueMissing extends Schema.TaggedError<ValueMissing>()("ValueMissing", { value: Schema.String }) {}

/** The template send to the recipient, once for its key. */
const sendTo = (campaign: Campaign, { person, recipient }: ClaimedRecipient) => {
  const { channelAccountId, from, id, organizationId } = campaign
  const key = keyOfRecipient(recipient)
  const mark = { id, recipientId: recipient.id }
  const contactName = notBlank(recipient.name)
  const nameOfNew = contactName === null ? {} : { contactName }
  const call = { api: "library", key, fingerprint: key, onReplay: Effect.void, campaign: mark, ...nameOfNew } as const
  const send = Effect.gen(function* () {
    const message = messageFor(campaign, person)
    if (Result.isFailure(message)) return yield* new ValueMissing(message.failure)
    return yield* sendWhatsApp(organizationId, recipient.to, message.success, channelAccountId ?? from)
  })
  return Effect.provideService(sendOnce(organizationId, send), CurrentCall, call)
}

/** Consequences of the failures of a turn for the campaign. */
interface TurnState {
  pause: CampaignReason | null
  /** Seconds without a turn; 0 if no refusal of the pace asks for a pause. */
  slowSeconds: number
}

const pauseOf = (reason: CampaignPauseReason, { code, detail }: RecipientFailure): CampaignReason => ({
  reason,
  code,
  detail
})

/** Failures that are recorded under the key of the attempt, so that another attempt needs another key. */
const recorded: ReadonlySet<string> = new Set(["PlatformRejected", "PlatformNotReached"])

/** Sends to a claimed recipient, and returns its outcome. Notes in `state` what concerns the whole campaign. */
const outcomeOf = Effect.fnUntraced(function* (campaign: Campaign, claimed: ClaimedRecipient, state: TurnState) {
  const { person, recipient } = claimed
  const { contactId, id, retries } = recipient
  const now = yield* DateTime.now
  const left = (reason: "unreachable" | "value_missing"): RecipientOutcome => ({ _tag: "LeftOut", id, reason })
  if (contactId !== null && person.contact === null) return left("unreachable")
  if (isAttemptLost(recipient, now)) {
    const failure = { reason: "PlatformOutcomeUnknown", code: null, detail: "the attempt has no outcome" }
    return { _tag: "NotSent", id, failure } satisfies RecipientOutcome
  }
  const sent = yield* Effect.result(sendTo(campaign, claimed))
  const at = yield* DateTime.now
  const later = (seconds: number) => DateTime.add(at, { seconds })
  if (Result.isSuccess(sent)) {
    const { contactId: reached, messageId } = sent.success
    return { _tag: "Sent", id, messageId, contactId: reached } satisfies RecipientOutcome
  }
  const thrown = sent.failure
  if (thrown._tag === "ValueMissing") return left("value_missing")
  const code = thrown._tag === "PlatformRejected" ? thrown.code : null
  const failure: RecipientFailure = { reason: thrown._tag, code, detail: detailOf(thrown) }
  const verdict = verdictOn(thrown, retries)
  const isRetry = recorded.has(thrown._tag)
  const queued = (seconds: number): RecipientOutcome => ({ _tag: "Queued", id, until: later(seconds), isRetry })
  switch (verdict._tag) {
    case "Fail":
      return { _tag: "NotSent", id, failure } satisfies RecipientOutcome
    case "LeaveOut":
      return { _tag: "LeftOut", id, reason: verdict.reason } satisfies RecipientOutcome
    case "Recheck":
      return { _tag: "Open", id, until: later(verdict.afterSeconds) } satisfies RecipientOutcome
    case "Retry":
      return queued(verdict.afterSeconds)
    case "SlowDown":
      state.slowSeconds = Math.max(state.slowSeconds, verdict.afterSeconds)
      return queued(verdict.afterSeconds)
    case "Pause":
      state.pause ??= pauseOf(verdict.reason, failure)
      return queued(0)
  }
})

/**
 * Sends to the next recipients at the pace of the campaign. A send begins within `turnMillis` of the claim, which reads the
 * status, so that a pause takes effect within a second. Recipients whose send did not begin stay queued.
 */
const sendTurn = Effect.fnUntraced(function* ({ campaign, share }: CampaignTurn) {
  const { claimRecipients, endTurn, nextRecipient, settle } = yield* CampaignStore
  const clock = yield* Clock.Clock
  const { id, organizationId } = campaign
  const startedAt = yield* DateTime.now
  const started = elapsedMillis(clock)
  const turn = turnOf(campaign, share)
  const leaseUntil = DateTime.addDuration(startedAt, recipientLease)
  const claimed = yield* claimRecipients(organizationId, id, startedAt, leaseUntil, turn.recipients)
  if (claimed.length === 0) {
    const next = yield* nextRecipient(organizationId, id)
    if (next === null) return void (yield* transitCampaign(organizationId, id, { action: "finish", at: startedAt }))
    const soonest = DateTime.addDuration(startedAt, shortPause)
    return yield* endTurn(organizationId, id, share, DateTime.max(next, soonest))
  }
  const state: TurnState = { pause: null, slowSeconds: 0 }
  let outcomes: ReadonlyArray<RecipientOutcome> = []
  const flush = Effect.suspend(() => {
    const ended = outcomes
    outcomes = []
    return Effect.flatMap(DateTime.now, (at) => settle(organizationId, id, ended, at))
  })
  /** Whether the attempt of an earlier claim may have an outcome. */
  const isRecovered = ({ recipient: { begunAt } }: ClaimedRecipient): boolean =>
    begunAt !== null && DateTime.isLessThan(begunAt, startedAt)
  const isOver = () => state.pause !== null || state.slowSeconds > 0 || elapsedMillis(clock) - started > turnMillis
  const unbegun = (one: ClaimedRecipient): RecipientOutcome =>
    isRecovered(one)
      ? { _tag: "Open", id: one.recipient.id, until: startedAt }
      : { _tag: "Queued", id: one.recipient.id, until: startedAt, isRetry: false }
  yield* Effect.forEach(
    claimed,
    (one) =>
      Effect.suspend(() => (isOver() ? Effect.succeed(unbegun(one)) : outcomeOf(campaign, one, state))).pipe(
        Effect.flatMap((outcome) => {
          outcomes = Array.append(outcomes, outcome)
          return outcomes.length >= settleBatch ? flush : Effect.void
        })
      ),
    { concurrency: sendsInFlight, discard: true }
  )
  yield* flush
  const now = yield* DateTime.now
  if (state.pause !== null) {
    return void (yield* transitCampaign(organizationId, id, { action: "pause", at: now, reason: state.pause }))
  }
  const atPace = DateTime.add(startedAt, { milliseconds: turn.pauseMillis })
  const nextAt = DateTime.max(atPace, DateTime.add(now, { seconds: state.slowSeconds }))
  yield* endTurn(organizationId, id, shareAfter(share, state.slowSeconds > 0), nextAt)
})

/** Freezes the audience for as long as a turn lasts. */
const freezeTurn = Effect.fnUntraced(function* ({ campaign, share }: CampaignTurn) {
  const { endTurn, freeze } = yield* CampaignStore
  const { uuid } = yield* IdSource
  const clock = yield* Clock.Clock
  const { id, organizationId } = campaign
  const started = elapsedMillis(clock)
  let frozen = campaign
  while (!frozen.isFrozen && elapsedMillis(clock) - started < turnMillis) {
    const ids = yield* Effect.forEach(Array.range(1, freezeBatch), () => uuid)
    const after = yield* freeze(
      organizationId,
      id,
      ids.map((one) => CampaignRecipientId.make(one, generated))
    )
    if (Option.isNone(after)) return
    frozen = after.value
    if (frozen.counts.recipients > maxCampaignRecipients) {
      const detail = `more than ${maxCampaignRecipients} recipients`
      const reason: CampaignReason = { reason: "too_many_recipients", code: null, detail }
      return void (yield* transitCampaign(organizationId, id, { action: "pause", at: yield* DateTime.now, reason }))
    }
    yield* Effect.yieldNow
  }
  yield* endTurn(organizationId, id, share, yield* DateTime.now)
})

/** Runs a claimed turn: begins a scheduled campaign, freezes its audience, or sends to its next recipients. */
export const runCampaignTurn = Effect.fnUntraced(function* (turn: CampaignTurn) {
  const { id, organizationId, status } = turn.campaign
  if (status === "scheduled") {
    return void (yield* transitCampaign(organizationId, id, { action: "begin", at: yield* DateTime.now }))
  }
  yield* turn.campaign.isFrozen ? sendTurn(turn) : freezeTurn(turn)
}, spanned("runCampaignTurn"))

/** Deletes recipients of campaigns that ended longer ago than their retention, and returns how many. */
export const purgeCampaigns = Effect.fnUntraced(function* () {
  const { purge } = yield* CampaignStore
  const before = DateTime.subtractDuration(yield* DateTime.now, campaignRetention)
  return yield* purgeInBatches((limit) => purge(before, limit))
}, spanned("purgeCampaigns"))
