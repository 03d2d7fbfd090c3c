import { Schema } from "effect"
import { Channel } from "../src/domain/conversations/Channel.ts"

const sendModes = [
  "sync",
  "async",
  "garbled",
  "timeout",
  "disconnect",
  "throttle",
  "expiredToken",
  "late",
  "lost"
] as const
const webhookModes = ["duplicate", "reorder", "batch", "split", "delay", "redeliver", "skipDelivered", "echo"] as const
export type SendMode = (typeof sendModes)[number]
export type WebhookMode = (typeof webhookModes)[number]

/** The subject of a mode, and the fields of its rules besides `channel`, `probability` and `times`. */
interface ModeKind {
  readonly on: "send" | "webhook"
  readonly takes: ReadonlyArray<string>
}

const coded: ModeKind = { on: "send", takes: ["to", "code", "subcode"] }
const ofSend: ModeKind = { on: "send", takes: ["to"] }
const ofReport: ModeKind = { on: "webhook", takes: [] }
const timed: ModeKind = { on: "webhook", takes: ["withinMillis"] }
const counted: ModeKind = { on: "webhook", takes: ["withinMillis", "atMost"] }
const ofStatuses: ModeKind = { on: "webhook", takes: ["to"] }

const modes: Readonly<Record<SendMode | WebhookMode, ModeKind>> = {
  sync: coded,
  async: coded,
  throttle: { on: "send", takes: ["to", "code", "subcode", "retryAfterSeconds"] },
  expiredToken: ofSend,
  garbled: ofSend,
  timeout: ofSend,
  disconnect: ofSend,
  late: ofSend,
  lost: ofSend,
  duplicate: counted,
  reorder: counted,
  batch: counted,
  split: ofReport,
  delay: timed,
  redeliver: ofReport,
  skipDelivered: ofStatuses,
  echo: ofStatuses
}

/** Whether the mode applies to sends. */
export const isSendMode = (mode: SendMode | WebhookMode): mode is SendMode => modes[mode].on === "send"

/** Fields that only some modes accept. */
const particular = ["to", "code", "subcode", "retryAfterSeconds", "withinMillis", "atMost"] as const

const needsCode: ReadonlySet<string> = new Set(["sync", "async"])

/** Longest delay of a report by a rule, in milliseconds. */
const maxWithinMillis = 600_000

const positive = (max: number) => Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: max }))

/**
 * A fault of a send or of a report to the app.
 *
 * Sends. The first matching rule applies:
 * - `sync`: the send is refused with the code.
 * - `async`: the send is accepted, and a webhook reports `failed` with the code. Messenger and Instagram have no such
 * report, so nothing follows.
 * - `throttle`: the send is refused with 429, `Retry-After` and `code`, by default the channel's (130429 or 613).
 * - `expiredToken`: the send is refused with 401, code 190 and subcode 463.
 * - `garbled`: the answer is a proxy's 502 page, which is not JSON.
 * - `timeout`: there is no answer; the connection is closed after `timeoutDuration`.
 * - `disconnect`: the connection is closed at once, without an answer.
 * - `late`: the send is accepted, and answered only after the app received its statuses.
 * - `lost`: the send is accepted and its statuses follow, but the connection is closed without an answer.
 *
 * With `garbled`, `timeout` and `disconnect` the message is not sent, unless a rule `echo` also matches the send. In
 * that case its echo and statuses follow, and only the answer is missing.
 *
 * Webhooks. Every matching rule applies to a report; no rule loses it:
 * - `duplicate`: the same body is repeated `atMost` (2) times, at once or within the time (2 seconds).
 * - `reorder`: up to `atMost` (3) later reports precede it, if they arrive within the time (2 seconds).
 * - `batch`: it waits within the time (500 ms) for other reports to share a body, up to `atMost` (5) in total.
 * - `split`: it has its own entry in a shared body.
 * - `delay`: it is delayed within the time (2 seconds).
 * - `redeliver`: the first attempt or its answer is lost; it is repeated a second later.
 * - `skipDelivered`: the status `delivered` of a send is omitted, as when a person reads at once.
 * - `echo`: the app receives an echo of its own send.
 */
export class FaultRule extends Schema.Opaque<FaultRule>()(
  Schema.Struct({
    /** Implied by the mode. */
    on: Schema.optionalKey(Schema.Literals(["send", "webhook"])),
    mode: Schema.Literals([...sendModes, ...webhookModes]),
    channel: Schema.optionalKey(Channel),
    /** Applies only to sends to this recipient; phone numbers are compared as digits. */
    to: Schema.optionalKey(Schema.NonEmptyString),
    code: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))),
    subcode: Schema.optionalKey(Schema.Int),
    retryAfterSeconds: Schema.optionalKey(positive(3_600)),
    withinMillis: Schema.optionalKey(positive(maxWithinMillis)),
    atMost: Schema.optionalKey(positive(100)),
    /** Probability of the rule for each match, from 0 to 1; 1 by default. */
    probability: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))),
    /** Number of remaining uses; unlimited by default. */
    times: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)))
  }).check(
    Schema.makeFilter((rule) => {
      const { mode, on } = rule
      const kind = modes[mode]
      if (on !== undefined && on !== kind.on) return { path: ["on"], issue: `must be ${kind.on} when mode is ${mode}` }
      if (rule.code === undefined && needsCode.has(mode)) {
        return { path: ["code"], issue: `is required when mode is ${mode}` }
      }
      const useless = particular.find((field) => rule[field] !== undefined && !kind.takes.includes(field))
      return useless === undefined ? undefined : { path: [useless], issue: `means nothing when mode is ${mode}` }
    })
  )
) {}

/** Maximum number of rules. */
export const maxRules = 1_000

/** The faults to inject, and the seed of every random choice. */
export const FaultScript = Schema.Struct({
  /** Generated and readable if absent. */
  seed: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))),
  rules: Schema.Array(FaultRule).check(Schema.isMaxLength(maxRules))
})
export type FaultScript = typeof FaultScript.Type
