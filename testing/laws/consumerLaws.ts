import { DateTime, Duration, Equal, Schema } from "effect"
import { retryWaits } from "../../src/domain/retryWaits.ts"
import { type NextStep, type nextAttempt } from "../../src/domain/webhooks/afterRefusal.ts"
import { failuresThatHold } from "../../src/domain/webhooks/Delivery.ts"
import type { holdsBack } from "../../src/domain/webhooks/EventConsumer.ts"
import { between, inputs } from "./inputs.ts"
import { law } from "./Law.ts"

/** The retries of handlers of events, and the order of the events of a conversation. */
export interface ConsumerRules {
  /** The next step after a failed call. `failures` are those before it, `chance` is in [0, 1). */
  readonly nextAttempt: typeof nextAttempt
  /** Whether the event blocks later ones of its conversation. `failures` include the last one. */
  readonly holdsBack: typeof holdsBack
}

const beginning = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
const waits = retryWaits.map((wait) => Duration.toMillis(wait))
const attempts = waits.length + 1

const Chance = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0), Schema.isLessThan(1))
const Failures = between(0, waits.length - 1)
const AnyFailures = Schema.Union([between(0, 20), Schema.Literals([0, attempts - 2, attempts - 1, attempts])])
const Millis = between(0, Duration.toMillis("10 days"))

/** Failed calls of each event of a conversation, before the first success. With ten there is no success. */
const FailuresOfEvents = Schema.Array(Schema.Union([Schema.Literal(0), between(0, attempts + 1)])).check(
  Schema.isMinLength(1),
  Schema.isMaxLength(6)
)

/** The wait in milliseconds; null without a next attempt. */
const waitOf = (next: NextStep, at: DateTime.Utc): number | null =>
  next._tag === "Retry" ? next.dueAt.epochMilliseconds - at.epochMilliseconds : null

/** An event of a conversation in the model of a handler. */
interface ModelEvent {
  readonly failing: number
  failures: number
  dueAt: number
  holds: boolean
  /** The number of the call with which it ended; null before. */
  endedAt: number | null
  isDead: boolean
  /** The number of its first call, and of the call with which it ceased to block others. */
  firstAt: number | null
  freedAt: number | null
}

/** Calls a handler for the events of a conversation until all have ended, one at a time, as the rules say. */
const play = ({ holdsBack, nextAttempt }: ConsumerRules, failing: ReadonlyArray<number>, chance: number) => {
  const events: ReadonlyArray<ModelEvent> = failing.map((count) => ({
    failing: count,
    failures: 0,
    dueAt: beginning.epochMilliseconds,
    holds: true,
    endedAt: null,
    isDead: false,
    firstAt: null,
    freedAt: null
  }))
  let now = beginning.epochMilliseconds
  const maxCalls = events.length * (attempts + 5)
  for (let call = 0; call < maxCalls; call++) {
    const open = events.filter(({ endedAt }) => endedAt === null)
    const free = open.filter((_, index) => open.slice(0, index).every(({ holds }) => !holds))
    const [next] = free.toSorted((one, other) => one.dueAt - other.dueAt)
    if (next === undefined) break
    now = Math.max(now, next.dueAt)
    next.firstAt ??= call
    if (next.failures >= next.failing) {
      next.endedAt = call
      next.freedAt ??= call
      continue
    }
    const step = nextAttempt(next.failures, DateTime.makeUnsafe(now), chance)
    next.failures += 1
    next.holds = holdsBack(step, next.failures)
    if (!next.holds) next.freedAt ??= call
    if (step._tag === "GiveUp") {
      next.endedAt = call
      next.isDead = true
    } else next.dueAt = step.dueAt.epochMilliseconds
  }
  return events
}

export const consumerLaws = [
  law({
    name: "handlers of events: waits are within a fifth of the table, evenly distributed, in whole milliseconds",
    inputs: inputs({ failures: Failures, chance: Chance }),
    holds: ({ nextAttempt }: ConsumerRules, { chance, failures }) => {
      const wait = waits[failures] ?? 0
      const actual = waitOf(nextAttempt(failures, beginning, chance), beginning) ?? -1
      return Number.isInteger(actual) && Math.abs(actual - (0.8 * wait + 0.4 * wait * chance)) <= 0.501
    }
  }),
  law({
    name: "handlers of events: the tenth failure makes a dead letter, and no earlier one does",
    inputs: inputs({ failures: AnyFailures, chance: Chance }),
    holds: ({ nextAttempt }: ConsumerRules, { chance, failures }) =>
      (nextAttempt(failures, beginning, chance)._tag === "GiveUp") === failures + 1 >= attempts
  }),
  law({
    name: "handlers of events: waits depend on the failures and the chance only, relative to the time",
    inputs: inputs({ failures: AnyFailures, chance: Chance, later: Millis }),
    holds: ({ nextAttempt }: ConsumerRules, { chance, failures, later }) => {
      const moved = DateTime.add(beginning, { milliseconds: later })
      const [one, then] = [nextAttempt(failures, beginning, chance), nextAttempt(failures, moved, chance)]
      return (
        Equal.equals(one, nextAttempt(failures, beginning, chance)) &&
        waitOf(one, beginning) === waitOf(then, moved) &&
        one._tag === then._tag
      )
    }
  }),
  law({
    name: "handlers of events: events of a conversation are handled in their order, behind the first five failures of an earlier one",
    inputs: inputs({ failing: FailuresOfEvents, chance: Chance }),
    holds: (rules: ConsumerRules, { chance, failing }) => {
      const events = play(rules, failing, chance)
      return events.every(({ firstAt }, index) =>
        events.slice(0, index).every(({ endedAt, failing, freedAt }) => {
          const [first, ended, freed] = [firstAt ?? -1, endedAt ?? -1, freedAt ?? -1]
          return failing < failuresThatHold ? first > ended && ended >= 0 : first > freed && freed >= 0
        })
      )
    }
  }),
  law({
    name: "handlers of events: an event blocks its conversation up to the fifth failure, and no dead letter does",
    inputs: inputs({ failures: between(1, attempts + 2), chance: Chance }),
    holds: ({ holdsBack, nextAttempt }: ConsumerRules, { chance, failures }) =>
      holdsBack(nextAttempt(failures - 1, beginning, chance), failures) === failures < failuresThatHold
  }),
  law({
    name: "handlers of events: each event is handled or a dead letter in the end, after at most ten calls",
    inputs: inputs({ failing: FailuresOfEvents, chance: Chance }),
    holds: (rules: ConsumerRules, { chance, failing }) =>
      play(rules, failing, chance).every(
        (event) =>
          event.endedAt !== null &&
          event.isDead === event.failing >= attempts &&
          event.failures === Math.min(event.failing, attempts)
      )
  })
]
