import { DateTime } from "effect"
import { retryWaits } from "../../../src/domain/retryWaits.ts"
import { nextAttempt, NextStep } from "../../../src/domain/webhooks/afterRefusal.ts"
import { failuresThatHold } from "../../../src/domain/webhooks/Delivery.ts"
import { holdsBack } from "../../../src/domain/webhooks/EventConsumer.ts"
import type { ConsumerRules } from "../../../testing/laws/consumerLaws.ts"
import { Laws, LawRules } from "../../../testing/laws/Laws.ts"
import { lawTests } from "../../../testing/laws/Law.ts"
import { runner } from "../../support/runner.ts"
import { findsDefects } from "./findsDefects.ts"

const { GiveUp, Retry } = NextStep.cases

/** The rules with other attempts. */
const attempting = (change: (...given: Parameters<typeof nextAttempt>) => NextStep): ConsumerRules => ({
  holdsBack,
  nextAttempt: change
})

/** The rules with another block of the conversation. */
const holding = (change: typeof holdsBack): ConsumerRules => ({ nextAttempt, holdsBack: change })

/** Delays the retry by this many milliseconds. */
const later = (next: NextStep, millis: number): NextStep =>
  next._tag === "Retry" ? Retry.make({ dueAt: DateTime.add(next.dueAt, { milliseconds: millis }) }) : next

let calls = 0

lawTests(runner, "handlers of events", Laws.consumers, LawRules.consumers)

findsDefects("handlers of events", Laws.consumers, [
  ["waits a minute longer", attempting((...given) => later(nextAttempt(...given), 60_000))],
  ["waits the same for any chance", attempting((failures, at) => nextAttempt(failures, at, 0.5))],
  ["waits less with a greater chance", attempting((failures, at, chance) => nextAttempt(failures, at, 1 - chance))],
  [
    "retries forever",
    attempting((failures, at, chance) => nextAttempt(Math.min(failures, retryWaits.length - 1), at, chance))
  ],
  ["gives up an attempt early", attempting((failures, at, chance) => nextAttempt(failures + 1, at, chance))],
  [
    "gives up an attempt late",
    attempting((failures, at, chance) => nextAttempt(Math.max(0, failures - 1), at, chance))
  ],
  ["gives up at once", attempting(() => GiveUp.make({}))],
  [
    "waits longer on Sundays",
    attempting((failures, at, chance) =>
      later(nextAttempt(failures, at, chance), DateTime.toPartsUtc(at).weekDay === 0 ? 1_000 : 0)
    )
  ],
  [
    "waits by the clock",
    attempting((failures, at, chance) => later(nextAttempt(failures, at, chance), at.epochMilliseconds % 1_000))
  ],
  [
    "waits longer with each call",
    attempting((...given) => {
      calls += 1
      return later(nextAttempt(...given), calls)
    })
  ],
  ["never blocks a conversation", holding(() => false)],
  ["blocks a conversation until the end", holding((next) => next._tag === "Retry")],
  ["blocks a conversation by dead letters", holding(() => true)],
  ["blocks one failure too long", holding((next, failures) => next._tag === "Retry" && failures <= failuresThatHold)],
  [
    "blocks one failure too short",
    holding((next, failures) => next._tag === "Retry" && failures < failuresThatHold - 1)
  ],
  ["blocks with every second failure", holding((next, failures) => holdsBack(next, failures) && failures % 2 === 0)]
])
