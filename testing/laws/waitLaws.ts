import { DateTime, Duration, Equal, Schema } from "effect"
import { type afterRefusal, DeliveryRefused } from "../../src/domain/webhooks/afterRefusal.ts"
import { retryWaits } from "../../src/domain/retryWaits.ts"
import { between, inputs } from "./inputs.ts"
import { law } from "./Law.ts"

/** The consequences of a failed attempt. */
export type AfterRefusal = typeof afterRefusal

const at = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
const day = Duration.toMillis("1 day")
const waits = retryWaits.map((wait) => Duration.toMillis(wait))

const refused = (status: number | null, retryAfterMillis: number | null = null) =>
  new DeliveryRefused({ status, detail: "no", durationMillis: 12, response: null, retryAfterMillis })

const ago = (millis: number | null) => (millis === null ? null : DateTime.subtract(at, { milliseconds: millis }))

/** The wait in milliseconds; null without a next attempt. */
const waitAfter = (rule: AfterRefusal, failures: number, refusal: DeliveryRefused, chance: number) => {
  const { next } = rule(failures, null, refusal, at, chance)
  return next._tag === "Retry" ? next.dueAt.epochMilliseconds - at.epochMilliseconds : null
}

const Chance = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0), Schema.isLessThan(1))
const Failures = between(0, waits.length - 1)
const AnyFailures = between(0, 20)
/** Any status, with a preference for those that receivers use. */
const Status = Schema.NullOr(
  Schema.Union([Schema.Literals([404, 408, 410, 425, 429, 500, 502, 503, 504]), between(100, 599)])
)
const Millis = Schema.Union([Schema.Literals([0, day - 1, day, day + 1]), between(0, 10 * day)])
const Ago = Schema.NullOr(Schema.Union([Schema.Literals([5 * day - 1, 5 * day, 5 * day + 1]), between(0, 30 * day)]))

/** Any status except 410, which ends the delivery. */
const otherThanGone = (status: number | null) => (status === 410 ? 411 : status)

export const waitLaws = [
  law({
    name: "retry waits: within a fifth of the table, evenly distributed, in whole milliseconds",
    inputs: inputs({ failures: Failures, chance: Chance, status: Status }),
    holds: (rule: AfterRefusal, { chance, failures, status }) => {
      const wait = waits[failures] ?? 0
      const actual = waitAfter(rule, failures, refused(otherThanGone(status)), chance) ?? -1
      return (
        Number.isInteger(actual) &&
        0.8 * wait <= actual &&
        actual <= 1.2 * wait &&
        Math.abs(actual - (0.8 * wait + 0.4 * wait * chance)) <= 0.501
      )
    }
  }),
  law({
    name: "retry waits: none after the tenth attempt; the delivery ends, and the subscription stays",
    inputs: inputs({ failures: between(waits.length, 1_000), status: Status, requested: Millis, chance: Chance }),
    holds: (rule: AfterRefusal, { requested, chance, failures, status }) => {
      const { disables, next } = rule(failures, null, refused(otherThanGone(status), requested), at, chance)
      return next._tag === "GiveUp" && disables === null
    }
  }),
  law({
    name: "retry waits: Retry-After of a busy receiver applies, at most a day and at least the usual wait",
    inputs: inputs({ failures: Failures, status: Schema.Literals([429, 503]), requested: Millis, chance: Chance }),
    holds: (rule: AfterRefusal, { requested, chance, failures, status }) => {
      const own = waitAfter(rule, failures, refused(500), chance) ?? -1
      return waitAfter(rule, failures, refused(status, requested), chance) === Math.max(own, Math.min(requested, day))
    }
  }),
  law({
    name: "retry waits: Retry-After of other receivers is ignored",
    inputs: inputs({ failures: Failures, status: Status, requested: Millis, chance: Chance }),
    holds: (rule: AfterRefusal, { requested, chance, failures, status }) =>
      status === 429 ||
      status === 503 ||
      status === 410 ||
      waitAfter(rule, failures, refused(status, requested), chance) === waitAfter(rule, failures, refused(500), chance)
  }),
  law({
    name: "retry waits: a 410 disables the subscription at once, without a retry",
    inputs: inputs({ failures: AnyFailures, since: Ago, requested: Schema.NullOr(Millis), chance: Chance }),
    holds: (rule: AfterRefusal, { requested, chance, failures, since }) => {
      const { disables, next } = rule(failures, ago(since), refused(410, requested), at, chance)
      return disables === "gone" && next._tag === "GiveUp"
    }
  }),
  law({
    name: "retry waits: five days of failures disable the subscription, and the delivery's wait is unaffected",
    inputs: inputs({
      failures: AnyFailures,
      since: Ago,
      status: Status,
      requested: Schema.NullOr(Millis),
      chance: Chance
    }),
    holds: (rule: AfterRefusal, { requested, chance, failures, since, status }) => {
      const refusal = refused(otherThanGone(status), requested)
      const { disables, next } = rule(failures, ago(since), refusal, at, chance)
      return (
        disables === (since !== null && since >= 5 * day ? "failing" : null) &&
        Equal.equals(next, rule(failures, null, refusal, at, chance).next)
      )
    }
  }),
  law({
    name: "retry waits: depend on their inputs only, relative to the time",
    inputs: inputs({
      failures: AnyFailures,
      since: Ago,
      status: Status,
      requested: Schema.NullOr(Millis),
      chance: Chance,
      later: Millis
    }),
    holds: (rule: AfterRefusal, { requested, chance, failures, later, since, status }) => {
      const refusal = refused(status, requested)
      const moved = DateTime.add(at, { milliseconds: later })
      const one = rule(failures, ago(since), refusal, at, chance)
      const movedSince = since === null ? null : DateTime.subtract(moved, { milliseconds: since })
      const then = rule(failures, movedSince, refusal, moved, chance)
      const dueIn = ({ next }: typeof one, from: DateTime.Utc) =>
        next._tag === "Retry" ? next.dueAt.epochMilliseconds - from.epochMilliseconds : null
      return (
        Equal.equals(one, rule(failures, ago(since), refusal, at, chance)) &&
        then.disables === one.disables &&
        dueIn(then, moved) === dueIn(one, at)
      )
    }
  })
]
