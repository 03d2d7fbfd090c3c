import { DateTime, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { inboundProblems, maxListedProblems, replayInbound } from "../../../app/inbound/acceptInbound.ts"
import { InboundDeliveryId } from "../../../domain/Ids.ts"
import { type InboundProblem, InboundProblemReason } from "../../../domain/inbound/InboundDelivery.ts"
import { answer, answerList } from "../output/answer.ts"

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

const view = (problem: InboundProblem) => ({ ...problem, at: DateTime.formatIso(problem.at) })

const failed = Command.make(
  "failed",
  flags,
  Effect.fn(function* ({ delivery, reason }) {
    const filter = { reason: Option.getOrNull(reason), deliveryId: Option.getOrNull(delivery) }
    const problems = yield* inboundProblems(filter)
    yield* answerList("problems", {
      rows: problems.map(view),
      columns: ["at", "reason", "channel", "account", "deliveryId", "attempts", "error"],
      hasMore: problems.length >= maxListedProblems,
      none: "Nothing has failed: everything that came in was processed."
    })
  })
).pipe(Command.withDescription("Lists the failed items of platform webhooks, newest first"))

const replay = Command.make(
  "replay",
  flags,
  Effect.fn(function* ({ delivery, reason }) {
    const filter = { reason: Option.getOrNull(reason), deliveryId: Option.getOrNull(delivery) }
    yield* answer({ replayed: yield* replayInbound(filter) })
  })
).pipe(
  Command.withDescription(
    "Has failed items processed again by the running service or the next one, after an account was connected or the service was mended"
  )
)

/** `parley inbound failed` and `parley inbound replay`: items of platform webhooks that failed. */
export const inboundCommand = Command.make("inbound").pipe(
  Command.withDescription("Items of platform webhooks that failed"),
  Command.withSubcommands([failed, replay])
)
