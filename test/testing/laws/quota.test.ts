import { DateTime } from "effect"
import { admitted, monthOf } from "../../../src/domain/limits/MonthlyLimit.ts"
import { Laws } from "../../../testing/laws/Laws.ts"
import { findsDefects } from "./findsDefects.ts"

findsDefects("the quota", Laws.quota, [
  [
    "admits one too many",
    (used, allowed, requested) => (allowed === null ? requested : Math.min(requested, Math.max(0, allowed - used + 1)))
  ],
  [
    "admits all or nothing",
    (used, allowed, requested) => (allowed === null || used + requested <= allowed ? requested : 0)
  ],
  [
    "admits one at least",
    (used, allowed, requested) => Math.min(requested, Math.max(1, admitted(used, allowed, requested)))
  ],
  ["forgets what is used", (_, allowed, requested) => (allowed === null ? requested : Math.min(requested, allowed))],
  ["takes back", (used, allowed, requested) => (allowed === null ? requested : Math.min(requested, allowed - used))],
  ["has a limit where there is none", (used, allowed, requested) => admitted(used, allowed ?? 100, requested)],
  ["admits nothing where there is no limit", (used, allowed, requested) => admitted(used, allowed ?? 0, requested)],
  [
    "counts what is used where there is no limit",
    (used, allowed, requested) =>
      allowed === null ? Math.max(0, requested - used) : admitted(used, allowed, requested)
  ]
])

const dayOfYear = (at: DateTime.Utc): number =>
  Math.floor((at.epochMilliseconds - DateTime.startOf(at, "year").epochMilliseconds) / 86_400_000)

const inZone = (hours: number) => (at: DateTime.Utc) => monthOf(DateTime.add(at, { hours }))

findsDefects("months", Laws.months, [
  ["is the month of Kiritimati", inZone(14)],
  ["is the month of London in summer", inZone(1)],
  ["is the month of New York", inZone(-5)],
  ["begins a millisecond early", (at) => monthOf(DateTime.add(at, { milliseconds: 1 }))],
  [
    "has 30 days",
    (at) => monthOf(DateTime.add(DateTime.startOf(at, "year"), { months: Math.floor(dayOfYear(at) / 30) }))
  ],
  ["has no day", (at) => monthOf(at).slice(0, 7)]
])
