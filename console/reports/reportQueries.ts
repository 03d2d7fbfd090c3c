import { defineQuery } from "../api/query.ts"
import { previousRange, type ReportRange } from "./reportRange.ts"

/** Reports by what they count. */
export const subjects = ["channels", "numbers", "members", "teams", "labels", "templates", "campaigns"] as const
export type Subject = (typeof subjects)[number]

/** The overview of a range and of the range before it. */
export const overviewQuery = defineQuery("reportOverview", async (parley, range: ReportRange, signal) => {
  const [present, previous] = await Promise.all([
    parley.reports.overview(range, { signal }),
    parley.reports.overview(previousRange(range), { signal })
  ])
  return { present, previous }
})

export const hoursQuery = defineQuery("reportHours", (parley, range: ReportRange, signal) =>
  parley.reports.hours(range, { signal })
)

export const subjectQuery = defineQuery(
  "reportSubject",
  (parley, { subject, ...range }: ReportRange & { readonly subject: Subject }, signal) =>
    parley.reports[subject](range, { signal })
)

/** Names by id of the things that reports count by id. Others have their name as id. */
export const namesQuery = defineQuery(
  "reportNames",
  async (parley, subject: Subject, signal): Promise<ReadonlyMap<string, string>> => {
    switch (subject) {
      case "numbers":
        return new Map((await parley.channels.list({ signal })).channels.map(({ id, name }) => [id, name]))
      case "members":
        return new Map(
          (await parley.members.list({ signal })).members.map(({ email, name, userId }) => [
            userId ?? "",
            name || email
          ])
        )
      case "teams":
        return new Map((await parley.teams.list({ signal })).teams.map(({ id, name }) => [id, name]))
      case "campaigns":
        return new Map((await parley.campaigns.list({ limit: 100 }, { signal })).data.map(({ id, name }) => [id, name]))
      default:
        return new Map()
    }
  }
)
