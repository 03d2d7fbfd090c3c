import { DateTime } from "effect"
import { type Afterwards, afterRefusal, NextStep } from "../../../src/domain/webhooks/afterRefusal.ts"
import { retryWaits } from "../../../src/domain/retryWaits.ts"
import { Laws } from "../../../testing/laws/Laws.ts"
import type { AfterRefusal } from "../../../testing/laws/waitLaws.ts"
import { findsDefects } from "./findsDefects.ts"

const { GiveUp, Retry } = NextStep.cases
const minute = 60_000
const day = 86_400_000

/** Our rule with other consequences. */
const then =
  (change: (after: Afterwards, given: Parameters<AfterRefusal>) => Afterwards): AfterRefusal =>
  (...given) =>
    change(afterRefusal(...given), given)

/** Delays the retry by this many milliseconds. */
const later = ({ next, ...rest }: Afterwards, millis: number): Afterwards =>
  next._tag === "Retry"
    ? { ...rest, next: Retry.make({ dueAt: DateTime.add(next.dueAt, { milliseconds: millis }) }) }
    : { ...rest, next }

/** Our rule for another chance, failures or beginning of the failures. */
const withChance =
  (change: (chance: number) => number): AfterRefusal =>
  (failures, since, refusal, at, chance) =>
    afterRefusal(failures, since, refusal, at, change(chance))
const withFailures =
  (change: (failures: number) => number): AfterRefusal =>
  (failures, ...rest) =>
    afterRefusal(change(failures), ...rest)
const sinceEarlier =
  (millis: number): AfterRefusal =>
  (failures, since, ...rest) =>
    afterRefusal(failures, since === null ? null : DateTime.subtract(since, { milliseconds: millis }), ...rest)

/** Adds the time that these statuses ask for. */
const listensTo = (isOne: (status: number) => boolean): AfterRefusal =>
  then((after, [, , { retryAfterMillis, status }]) =>
    status === null || status === 500 || !isOne(status) ? after : later(after, retryAfterMillis ?? 0)
  )

/** Gives up for these statuses, and disables the subscription. */
const goneAt = (isGone: (status: number | null) => boolean): AfterRefusal =>
  then((after, [, , { status }]) => (isGone(status) ? { next: GiveUp.make({}), disables: "gone" } : after))

let calls = 0

findsDefects("waits", Laws.waits, [
  ["waits an hour longer", then((after) => later(after, 60 * minute))],
  ["waits the same always", withChance(() => 0.5)],
  ["waits longer, and never less than the table", withChance((chance) => 0.5 + chance / 2)],
  ["waits less with a greater chance", withChance((chance) => 1 - chance)],
  ["tries eleven times", withFailures((failures) => Math.max(0, failures - 1))],
  ["tries for ever", withFailures((failures) => Math.min(failures, retryWaits.length - 1))],
  [
    "disables what it gives up",
    then((after) => (after.next._tag === "GiveUp" ? { ...after, disables: "failing" } : after))
  ],
  [
    "takes any Retry-After, however long",
    then((after, [, , { retryAfterMillis, status }, at]) =>
      status === 429 && after.next._tag === "Retry" && (retryAfterMillis ?? 0) > day
        ? { ...after, next: Retry.make({ dueAt: DateTime.add(at, { milliseconds: retryAfterMillis ?? 0 }) }) }
        : after
    )
  ],
  [
    "waits as asked, even if that is shorter",
    then((after, [, , { retryAfterMillis, status }, at]) =>
      (status === 429 || status === 503) && after.next._tag === "Retry" && retryAfterMillis !== null
        ? { ...after, next: Retry.make({ dueAt: DateTime.add(at, { milliseconds: Math.min(retryAfterMillis, day) }) }) }
        : after
    )
  ],
  ["waits its own time and what is asked", listensTo((status) => status === 429 || status === 503)],
  ["listens to everyone", listensTo(() => true)],
  ["listens to a gateway", listensTo((status) => status === 502 || status === 504)],
  ["listens to errors of the caller", listensTo((status) => status >= 400 && status < 500)],
  ["never disables", then((after) => ({ ...after, disables: null }))],
  ["disables what is not found", goneAt((status) => status === 404)],
  ["disables a receiver that gives no answer", goneAt((status) => status === null)],
  [
    "tries again what is gone",
    then((after, [, , , at]) => (after.disables === "gone" ? { ...after, next: Retry.make({ dueAt: at }) } : after))
  ],
  [
    "calls what is gone failing",
    then((after) => (after.disables === "gone" ? { ...after, disables: "failing" } : after))
  ],
  ["delays a failing subscription", then((after) => (after.disables === null ? after : later(after, 1)))],
  ["disables a day early", sinceEarlier(day)],
  ["disables a millisecond early", sinceEarlier(1)],
  ["disables only after five days", sinceEarlier(-1)],
  ["depends on the clock", then((after, [, , , at]) => later(after, at.epochMilliseconds % 1_000))],
  [
    "depends on the day",
    then((after, [, , , at]) =>
      DateTime.toPartsUtc(at).weekDay === 0 ? { ...after, disables: null, next: GiveUp.make({}) } : after
    )
  ],
  [
    "depends on the calls before",
    then((after) => {
      calls += 1
      return later(after, calls)
    })
  ]
])
