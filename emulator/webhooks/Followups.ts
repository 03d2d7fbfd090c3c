import { Context, DateTime, type Duration, Effect, Layer, Option } from "effect"
import type { Channel } from "../../src/domain/conversations/Channel.ts"
import type { FaultRule } from "../FaultRule.ts"
import { Faults } from "../Faults.ts"
import { AnswerSuppressed } from "../graph/suffer.ts"
import { Reading } from "../person/Reading.ts"
import type { PlatformReport } from "./PlatformReport.ts"
import { type Outcome, Sends } from "./Sends.ts"
import { Webhooks } from "./Webhooks.ts"

type Report = (at: DateTime.Utc) => PlatformReport

/** An accepted send with its reports; null for reports that the channel does not have. */
export interface AcceptedSend {
  readonly id: string
  readonly channel: Channel
  readonly accountId: string
  readonly to: string
  /** All names of the recipient, for the rules of faults. */
  readonly recipients: ReadonlyArray<string>
  readonly sent: Report | null
  readonly delivered: Report | null
  readonly read: (at: DateTime.Utc, wasDelivered: boolean) => PlatformReport
  readonly failed: Report | null
  readonly echo: Report
  /** Whether the app receives echoes of its own sends without a fault. */
  readonly isEchoed: boolean
  /** Whether the send has already used the fault `echo`. */
  readonly isEchoTaken: boolean
}

/** Delays of statuses after a send; `none` sends only statuses required by a fault. */
export type StatusDelays =
  | { readonly sent: Duration.Input; readonly delivered: Duration.Input; readonly read: Duration.Input }
  | "none"

export const usualDelays: StatusDelays = { sent: "50 millis", delivered: "300 millis", read: "2 seconds" }

/** Schedules the reports of accepted sends. */
export class Followups extends Context.Service<
  Followups,
  {
    /**
     * Schedules the reports. `fails` marks a message that is not delivered, by a fault or a platform rule. If the fault
     * delays the answer, this waits until the app received the statuses. It fails if the fault loses the answer, or if
     * only the echo informs the app.
     */
    follow(send: AcceptedSend, fails: boolean, fault: Option.Option<FaultRule>): Effect.Effect<void, AnswerSuppressed>
  }
>()("emulator/Followups") {}

/** The loss of the answer of an accepted send; null if the answer is sent. */
const lostAs = (mode: FaultRule["mode"] | undefined): AnswerSuppressed["mode"] | null => {
  switch (mode) {
    case "lost":
      return "disconnect"
    case "garbled":
    case "timeout":
    case "disconnect":
      return mode
    default:
      return null
  }
}

type Step = readonly [outcome: Outcome, report: PlatformReport]

const make = Effect.fnUntraced(function* (delays: StatusDelays) {
  const faults = yield* Faults
  const reading = yield* Reading
  const sends = yield* Sends
  const webhooks = yield* Webhooks

  const statusesOf = Effect.fnUntraced(function* (send: AcceptedSend, now: DateTime.Utc, atOnce: boolean) {
    if (delays === "none" && !atOnce) return []
    const waits = delays === "none" ? { sent: 0, delivered: 0, read: 0 } : delays
    const after = (wait: Duration.Input) => (atOnce ? now : DateTime.addDuration(now, wait))
    const skips = yield* faults.strikes("skipDelivered", send.channel, send.recipients)
    const arrives = skips ? null : send.delivered
    const reads = (yield* reading.mode) === "automatic"
    const steps: ReadonlyArray<Step | null> = [
      send.sent === null ? null : ["sent", send.sent(after(waits.sent))],
      arrives === null ? null : ["delivered", arrives(after(waits.delivered))],
      reads ? ["read", send.read(after(waits.read), !skips)] : null
    ]
    return steps.filter((step) => step !== null)
  })

  const stepsOf = Effect.fnUntraced(function* (send: AcceptedSend, fails: boolean, now: DateTime.Utc, late: boolean) {
    if (fails) return send.failed === null ? [] : [["failed", send.failed(now)] as const]
    const isEchoed = send.isEchoed && delays !== "none"
    const echoes = send.isEchoTaken || (yield* faults.strikes("echo", send.channel, send.recipients)) || isEchoed
    const echo: ReadonlyArray<Step> = echoes ? [["echo", send.echo(now)]] : []
    return [...echo, ...(yield* statusesOf(send, now, late))]
  })

  return Followups.of({
    follow: Effect.fnUntraced(function* (send, fails, fault) {
      const now = yield* DateTime.now
      const mode = Option.getOrUndefined(fault)?.mode
      const steps: ReadonlyArray<Step> = yield* stepsOf(send, fails, now, mode === "late")
      const { accountId, channel, id, to } = send
      const at = DateTime.formatIso(now)
      const outcomes = steps.map(([outcome]) => outcome)
      yield* sends.record({ id, channel, accountId, to, at, answered: lostAs(mode) === null, outcomes })
      const reports = steps.map(([, report]) => report)
      if (mode === "late") return yield* webhooks.notify(reports)
      yield* Effect.forEach(reports, webhooks.report, { discard: true })
      const lost = lostAs(mode)
      if (lost !== null) return yield* new AnswerSuppressed({ mode: lost })
    })
  })
})

export const layer = (delays: StatusDelays): Layer.Layer<Followups, never, Faults | Reading | Sends | Webhooks> =>
  Layer.effect(Followups, make(delays))
