import { type Campaign, type CampaignPauseReason, usualCampaignPace } from "./Campaign.ts"
import type { LeftOutReason } from "./CampaignRecipient.ts"

/** Maximum recipients of a turn of a campaign. */
export const maxTurnRecipients = 100

/** Milliseconds after the start of a turn in which its sends may begin: a pause takes effect within a second. */
export const turnMillis = 900

/** The smallest part of the pace that is left after refusals, and the growth of the part with each turn without one. */
const smallestShare = 1 / 64
const shareGrowth = 1.25

/** A turn of a campaign: the recipients at most, and the earliest next turn in milliseconds after the start of this one. */
export interface Turn {
  readonly recipients: number
  readonly pauseMillis: number
}

const second = 1_000

/**
 * The next turn at the pace of the campaign. `share` is the part of the pace that refusals left, from 0 to 1. Turns of this
 * size and distance send the pace on average, in bursts of at most one second.
 */
export const turnOf = ({ pace }: Pick<Campaign, "pace">, share: number): Turn => {
  const perSecond = (pace ?? usualCampaignPace) * Math.min(1, Math.max(smallestShare, share))
  const recipients = Math.max(1, Math.min(maxTurnRecipients, Math.floor(perSecond)))
  return { recipients, pauseMillis: Math.ceil((recipients * second) / perSecond) }
}

/** The share after a turn: halved if the platform refused its pace, else it grows back. */
export const shareAfter = (share: number, wasRefused: boolean): number =>
  wasRefused ? Math.max(smallestShare, share / 2) : Math.min(1, share * shareGrowth)

/** A failure of a send as far as campaigns distinguish it. */
export interface SendFailure {
  readonly _tag: string
  /** The platform's code, for `PlatformRejected`. */
  readonly code?: number
  /** For `SendPaceExceeded`: whether the pair of number and recipient was too fast, or the number or account. */
  readonly scope?: "pair" | "number" | "account"
  readonly retryAfterSeconds?: number
  readonly reason?: string
}

/**
 * The consequence of a failed send.
 * `Fail`: the recipient gets no message. `LeaveOut`: the same, for a reason of the recipient.
 * `Recheck`: the outcome of the attempt may still come; look again with the same key.
 * `Retry`: nothing was sent; try this recipient again later. `SlowDown`: nothing was sent; retry, and send less.
 * `Pause`: every recipient would fail; the recipient stays queued.
 */
export type SendVerdict =
  | { readonly _tag: "Fail" }
  | { readonly _tag: "LeaveOut"; readonly reason: LeftOutReason }
  | { readonly _tag: "Recheck"; readonly afterSeconds: number }
  | { readonly _tag: "Retry"; readonly afterSeconds: number }
  | { readonly _tag: "SlowDown"; readonly afterSeconds: number }
  | { readonly _tag: "Pause"; readonly reason: CampaignPauseReason }

/** Seconds until a recipient is tried again: the pair of number and person was too fast, or the person got many offers. */
const pairSeconds = 60
const engagementSeconds = 24 * 60 * 60

/** Seconds without a turn after a refusal of the pace that names no time. */
const paceSeconds = 5

/** Seconds without a turn after the messaging limit of the number was reached, which counts over 24 hours. */
const limitSeconds = 60 * 60

/** Seconds before the outcome of an attempt is looked up that may still run elsewhere. */
const recheckSeconds = 30

/** Attempts of a recipient that the platform refused and that are repeated. */
export const maxRecipientRetries = 3

/** Codes that concern the template, the account or its payment, so every recipient (platforms P6, P9). */
const pausing: ReadonlyMap<number, CampaignPauseReason> = new Map<number, CampaignPauseReason>([
  [132015, "template_paused"],
  [132016, "template_disabled"],
  [132001, "template_refused"],
  [132007, "template_refused"],
  [132068, "template_refused"],
  [131031, "account_restricted"],
  [368, "account_restricted"],
  [131005, "account_restricted"],
  [131037, "account_restricted"],
  [131045, "account_restricted"],
  [133010, "account_restricted"],
  [131048, "quality"],
  [131042, "payment"],
  [0, "token_refused"],
  [190, "token_refused"],
  [3, "token_refused"],
  [10, "token_refused"],
  [200, "token_refused"]
])

/** Codes by which the platform refuses the pace of the number or the account. */
const slowing: ReadonlySet<number> = new Set([
  130429, 80007, 4, 17, 32, 341, 613, 80001, 80002, 80003, 80004, 80005, 80006, 80008, 132069
])

/** Codes of a disturbance of the platform, which passes. */
const passing: ReadonlySet<number> = new Set([1, 2, 131000, 131016, 131057, 133016])

const codeVerdict = (code: number): SendVerdict => {
  const reason = pausing.get(code)
  if (reason !== undefined) return { _tag: "Pause", reason }
  if (slowing.has(code)) return { _tag: "SlowDown", afterSeconds: paceSeconds }
  if (code === 131064) return { _tag: "SlowDown", afterSeconds: limitSeconds }
  if (passing.has(code)) return { _tag: "SlowDown", afterSeconds: pairSeconds }
  if (code === 131056) return { _tag: "Retry", afterSeconds: pairSeconds }
  if (code === 131049) return { _tag: "Retry", afterSeconds: engagementSeconds }
  if (code === 131050) return { _tag: "LeaveOut", reason: "opted_out" }
  return { _tag: "Fail" }
}

/** Failures of this service that every recipient would have. */
const pausingTags: ReadonlyMap<string, CampaignPauseReason> = new Map<string, CampaignPauseReason>([
  ["MonthlyLimitReached", "monthly_limit"],
  ["OrganizationSuspended", "organization_suspended"],
  ["ChannelNotConnected", "account_disconnected"],
  ["SenderUnknown", "account_disconnected"],
  ["ChannelTokenMissing", "account_disconnected"],
  ["ChannelTokenUnreadable", "account_disconnected"],
  ["ContentRefused", "content_refused"],
  ["TemplateParameterCountMismatch", "content_refused"],
  ["TemplateParameterNameMismatch", "content_refused"],
  ["TemplateParameterFormatMismatch", "content_refused"],
  ["TemplateComponentsUnreadable", "content_refused"]
])

const firstVerdict = ({ _tag, code, reason, retryAfterSeconds = paceSeconds, scope }: SendFailure): SendVerdict => {
  const pause = pausingTags.get(_tag)
  if (pause !== undefined) return { _tag: "Pause", reason: pause }
  switch (_tag) {
    case "PlatformRejected":
      return code === undefined ? { _tag: "Fail" } : codeVerdict(code)
    case "PlatformNotReached":
      return { _tag: "SlowDown", afterSeconds: pairSeconds }
    case "SendPaceExceeded":
      return { _tag: scope === "pair" ? "Retry" : "SlowDown", afterSeconds: Math.max(1, retryAfterSeconds) }
    case "KeyRefused":
      return reason === "in progress" ? { _tag: "Recheck", afterSeconds: recheckSeconds } : { _tag: "Fail" }
    case "RecipientBlocked":
      return { _tag: "LeaveOut", reason: "blocked" }
    case "RecipientOptedOut":
      return { _tag: "LeaveOut", reason: "opted_out" }
    case "InvalidPhoneNumber":
      return { _tag: "LeaveOut", reason: "invalid_number" }
    default:
      return { _tag: "Fail" }
  }
}

/**
 * Decides about a failed send of a campaign, after `retries` earlier attempts that the platform refused. A refused pace is
 * retried without end: it says nothing about the recipient.
 */
export const verdictOn = (failure: SendFailure, retries: number): SendVerdict => {
  const verdict = firstVerdict(failure)
  const { _tag, code } = failure
  const isCounted =
    _tag === "PlatformRejected" && (verdict._tag === "Retry" || (code !== undefined && passing.has(code)))
  return isCounted && retries >= maxRecipientRetries ? { _tag: "Fail" } : verdict
}
