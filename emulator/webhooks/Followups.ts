import { Context, DateTime, type Duration, Effect, Layer, Option } from "effect"
import type { Channel } from "../../src/domain/conversations/Channel.ts"
import type { FaultRule } from "../FaultRule.ts"
import { Faults } from "../Faults.ts"
import { Sabotaged } from "../graph/suffer.ts"
import { Reading } from "../person/Reading.ts"
import type { PlatformReport } from "./PlatformReport.ts"
import { type Outcome, Sends } from "./Sends.ts"
import { Webhooks } from "./Webhooks.ts"

type Report = (at: DateTime.Utc) => PlatformReport

/** A send that was accepted, and how its channel reports what becomes of it; null of what it does not report. */
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
  /** Whether the app receives echoes of its own sends without any fault. */
  readonly isEchoed: boolean
  /** Whether the fault `echo` was taken for the send already. */
  readonly isEchoTaken: boolean
}

/** How long after a send its statuses come; `none` of those that no fault asks for. */
export type StatusDelays =
  | { readonly sent: Duration.Input; readonly delivered: Duration.Input; readonly read: Duration.Input }
  | "none"

export const usualDelays: StatusDelays = { sent: "50 millis", delivered: "300 millis", read: "2 seconds" }

/** What follows when the platform has accepted a send. */
export class Followups extends Context.Service<
  Followups,
  {
    /**
     * Has it reported. `fails` when the message is not delivered, by a fault or by the platform's rules. Waits when the fault wants the app
     * to hear of the statuses first, and fails when it wants the answer lost, or when only the echo of the send tells the app.
     */
    follow(send: AcceptedSend, fails: boolean, fault: Option.Option<FaultRule>): Effect.Effect<void, Sabotaged>
  }
>()("emulator/Followups") {}

/** Loss of the answer of an accepted send; null if the answer is sent. */
const lostAs = (mode: FaultRule["mode"] | undefined): Sabotaged["mode"] | null => {
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
      if (mode === "late") return yield* webhooks.tell(reports)
      yield* Effect.forEach(reports, webhooks.report, { discard: true })
      const lost = lostAs(mode)
      if (lost !== null) return yield* new Sabotaged({ mode: lost })
    })
  })
})

export const layer = (delays: StatusDelays): Layer.Layer<Followups, never, Faults | Reading | Sends | Webhooks> =>
  Layer.effect(Followups, make(delays))
