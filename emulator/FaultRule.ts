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

/** What a mode is about, and what its rules may say beside `channel`, `probability` and `times`. */
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

/** Whether the mode is one of sends. */
export const isSendMode = (mode: SendMode | WebhookMode): mode is SendMode => modes[mode].on === "send"

/** What only some modes take. */
const particular = ["to", "code", "subcode", "retryAfterSeconds", "withinMillis", "atMost"] as const

const needsCode: ReadonlySet<string> = new Set(["sync", "async"])

/** The longest that a rule keeps a report from the app, in milliseconds. */
const maxWithinMillis = 600_000

const positive = (max: number) => Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: max }))

/**
 * Something that goes wrong, with a send or with the reports to the app.
 *
 * Sends. Of the rules that fit a send, the first decides:
 * - `sync`: the send is refused with the code.
 * - `async`: the send is accepted, and a `failed` status with the code follows by webhook; on Messenger and Instagram,
 *   which know no such report, nothing follows.
 * - `throttle`: it is refused with 429, `Retry-After` and the channel's code (130429, or 613), or with the one given.
 * - `expiredToken`: it is refused with 401, code 190 and subcode 463.
 * - `garbled`: a proxy's 502 page comes back, which is no JSON.
 * - `timeout`: no answer comes; after `heldFor` the connection is closed.
 * - `disconnect`: the connection is closed at once, without an answer.
 * - `late`: the send is accepted, and answered only after its statuses were reported to the app.
 * - `lost`: the send is accepted and its statuses follow, but the connection is closed without an answer.
 *
 * With `garbled`, `timeout` and `disconnect` the platform has not sent the message, unless a rule `echo` fits the send
 * too: then it has, its echo and its statuses follow, and only the answer is missing.
 *
 * Webhooks. Every rule that fits a report happens to it; none loses it:
 * - `duplicate`: the same body again, `atMost` (2) times, at once or within the time (2 seconds).
 * - `reorder`: up to `atMost` (3) later reports come before it, if they do within the time (2 seconds).
 * - `batch`: it waits within the time (500 ms) for others to come in one body, `atMost` (5) of them.
 * - `split`: when it comes with others, it has an entry of its own.
 * - `delay`: it comes later, within the time (2 seconds).
 * - `redeliver`: the first attempt is lost, or its answer is; a second later it comes again.
 * - `skipDelivered`: of a send's statuses, `delivered` is left out, as when a person reads at once.
 * - `echo`: the app receives an echo of its own send.
 */
export class FaultRule extends Schema.Opaque<FaultRule>()(
  Schema.Struct({
    /** Implied by the mode. */
    on: Schema.optionalKey(Schema.Literals(["send", "webhook"])),
    mode: Schema.Literals([...sendModes, ...webhookModes]),
    channel: Schema.optionalKey(Channel),
    /** Sends to this recipient only; phone numbers are compared as digits. */
    to: Schema.optionalKey(Schema.NonEmptyString),
    code: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))),
    subcode: Schema.optionalKey(Schema.Int),
    retryAfterSeconds: Schema.optionalKey(positive(3_600)),
    withinMillis: Schema.optionalKey(positive(maxWithinMillis)),
    atMost: Schema.optionalKey(positive(100)),
    /** How likely it is each time that the rule fits, from 0 to 1; without it, certain. */
    probability: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))),
    /** How often it happens still; without it, always. */
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

/** More rules than anybody writes by hand. */
export const maxRules = 1_000

/** The faults to inject, and the seed of every random choice. */
export const FaultScript = Schema.Struct({
  /** Without it one is drawn, which can be asked for. */
  seed: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))),
  rules: Schema.Array(FaultRule).check(Schema.isMaxLength(maxRules))
})
export type FaultScript = typeof FaultScript.Type
