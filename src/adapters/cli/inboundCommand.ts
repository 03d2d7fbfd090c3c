import { Console, DateTime, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { inboundProblems, replayInbound } from "../../app/inbound/inboundProblems.ts"
import { InboundDeliveryId } from "../../domain/Ids.ts"
import { type InboundProblem, InboundProblemReason } from "../../domain/inbound/InboundDelivery.ts"
import { oneLine } from "./channelsCommand.ts"

const flags = {
  reason: Flag.Literals("reason", InboundProblemReason.literals).pipe(
    Flag.withDescription("Only these: unreadable, unrouted (the account is not connected) or failed"),
    Flag.optional
  ),
  delivery: Flag.String("delivery").pipe(
    Flag.withSchema(InboundDeliveryId),
    Flag.withDescription("Only those of this delivery"),
    Flag.optional
  )
}

const asJson = Flag.Boolean("json").pipe(Flag.withDescription("One JSON object per line"), Flag.withDefault(false))

const line = (problem: InboundProblem): string =>
  [
    DateTime.formatIso(problem.at),
    problem.reason.padEnd(10),
    `${problem.channel ?? "-"} ${problem.account ?? "-"}`,
    `delivery ${problem.deliveryId}`,
    `tried ${problem.attempts}`,
    problem.error
  ]
    .map(oneLine)
    .join("  ")

const shown = (problem: InboundProblem): string => JSON.stringify({ ...problem, at: DateTime.formatIso(problem.at) })

const failed = Command.make(
  "failed",
  { ...flags, asJson },
  Effect.fn(function* ({ asJson, delivery, reason }) {
    const filter = { reason: Option.getOrNull(reason), deliveryId: Option.getOrNull(delivery) }
    const problems = yield* inboundProblems(filter)
    for (const problem of problems) yield* Console.log(asJson ? shown(problem) : line(problem))
    if (problems.length === 0 && !asJson) yield* Console.log("Nothing: all that came in was acted on")
  })
).pipe(Command.withDescription("Lists the failed items of platform webhooks, newest first"))

const replay = Command.make(
  "replay",
  flags,
  Effect.fn(function* ({ delivery, reason }) {
    const filter = { reason: Option.getOrNull(reason), deliveryId: Option.getOrNull(delivery) }
    const count = yield* replayInbound(filter)
    yield* Console.log(`${count} will be tried again by the running service, or by the next that starts`)
  })
).pipe(Command.withDescription("Has them tried again, after an account was connected or the service was mended"))

/** `parley inbound failed` and `parley inbound replay`: what platforms delivered and nothing has come of yet. */
export const inboundCommand = Command.make("inbound").pipe(
  Command.withDescription("What platforms delivered and nothing has come of yet"),
  Command.withSubcommands([failed, replay])
)
