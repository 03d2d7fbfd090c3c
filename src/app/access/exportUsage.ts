import { DateTime, Effect, Option, Stream } from "effect"
import type { ListedOrganization } from "../../domain/access/Organization.ts"
import { type Day, dayOf } from "../../domain/limits/MessageCount.ts"
import { type Month, monthOf } from "../../domain/limits/MonthlyLimit.ts"
import type { UsageRefused, UsageReport } from "../../domain/limits/UsageReport.ts"
import { type OrganizationCursor, Organizations } from "../../ports/access/Organizations.ts"
import { listOrganizations } from "./createOrganization.ts"
import { reportUsage } from "./reportUsage.ts"

/** The use of an organization in a month. */
export interface OrganizationUsage {
  readonly organization: ListedOrganization
  readonly month: Month
  /** Events of the month: accepted sends and delivered events. */
  readonly used: number
  /** Events that the present plan allows in a month; null: any number. */
  readonly allowed: number | null
  /** Messages with a price by category, as the organization's own report of the month. */
  readonly report: UsageReport
}

/** Organizations that are read at the same time. */
const concurrency = 4

/** Organizations that an export reads at a time. */
const exportBatch = 100

const monthDays = (month: Month): { readonly since: Day; readonly until: Day } => {
  const first = DateTime.makeUnsafe(`${month}T00:00:00.000Z`)
  const since = dayOf(first)
  return { since, until: dayOf(DateTime.subtract(DateTime.add(first, { months: 1 }), { days: 1 })) }
}

const usageOfMonth = Effect.fnUntraced(function* (organization: ListedOrganization, month: Month) {
  const { allowed, used } = yield* (yield* Organizations).usage(organization.id, month)
  const report = yield* reportUsage(organization.id, { ...monthDays(month), by: ["category"] })
  const usage: OrganizationUsage = { organization, month, used, allowed, report }
  return usage
})

/** A part of the usage of all organizations in the month, the newest organization first, and the position to continue from. */
export const listUsage = Effect.fn("listUsage")(function* (
  month: Month | null,
  after: OrganizationCursor | null,
  limit: number
) {
  const of = month ?? monthOf(yield* DateTime.now)
  const { next, organizations } = yield* listOrganizations(after, limit)
  const present = organizations.filter(({ deletingAt }) => deletingAt === null)
  const rows = yield* Effect.forEach(present, (organization) => usageOfMonth(organization, of), { concurrency })
  return { rows, month: of, next }
})

/** The usage of all organizations in the month. */
export const exportUsage = (month: Month | null) => {
  const beginning: OrganizationCursor | null = null
  return Stream.paginate<OrganizationCursor | null, OrganizationUsage, UsageRefused, Organizations>(
    beginning,
    (after) => Effect.map(listUsage(month, after, exportBatch), ({ next, rows }) => [rows, Option.fromNullOr(next)])
  )
}
