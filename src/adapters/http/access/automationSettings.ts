import { Schema } from "effect"
import type { OrganizationSettings, SettingsChange } from "../../../domain/access/Organization.ts"
import { type Assignment, AssignmentPolicy } from "../../../domain/conversations/assignment.ts"
import {
  answerTextLimit,
  maxCapacity,
  maxHolidays,
  maxPeriods,
  settingRefusals,
  type SettingRefused
} from "../../../domain/conversations/SettingRefused.ts"
import type { WorkingHours } from "../../../domain/conversations/workingHours.ts"
import { Text, optional } from "../interfaces/requestFields.ts"
import { invalidField } from "../interfaces/session/Failures.ts"
import { refusalFor } from "../openapi/documented.ts"

const textNote = `at most ${answerTextLimit.limit} bytes of UTF-8`

const description = {
  assignment:
    "How conversations are assigned automatically when the contact writes and there is no assignee; null: never, also not in teams",
  policy:
    "manual: members choose. round_robin: the member chosen longest ago. least_busy: the member with the fewest open conversations. last_assignee: the member who had the last conversation with the contact, else as least_busy",
  capacity: `Open conversations up to which a policy chooses a member without a capacity of their own, at most ${maxCapacity}; null: any number`,
  assignOnReply: "Whether the first member who answers in a conversation without an assignee becomes its assignee",
  workingHours: "When the organization works; null: always",
  timeZone: "A time zone of the IANA database, such as Europe/Berlin",
  days: `The periods of each day, at most ${maxPeriods}; a day that is left out is closed`,
  holidays: `Days that are closed, such as 2026-12-25, at most ${maxHolidays}`,
  awayMessage: `The answer to contacts who write outside of the working hours, once in each closed period; ${textNote}; null for none`,
  greeting: `The answer to contacts who begin a conversation within the working hours; ${textNote}; null for none`,
  from: "The beginning of the period, 00:00 to 23:59",
  to: "The end of the period, 24:00 at most"
}

const periods = Schema.Array(
  Schema.Struct({
    from: Text.annotate({ description: description.from }),
    to: Text.annotate({ description: description.to })
  })
)

const everyDay = { sun: periods, mon: periods, tue: periods, wed: periods, thu: periods, fri: periods, sat: periods }

const days = Schema.Struct(everyDay).annotate({ description: description.days })

const someDays = Schema.Struct({
  sun: Schema.optionalKey(periods),
  mon: Schema.optionalKey(periods),
  tue: Schema.optionalKey(periods),
  wed: Schema.optionalKey(periods),
  thu: Schema.optionalKey(periods),
  fri: Schema.optionalKey(periods),
  sat: Schema.optionalKey(periods)
}).annotate({ description: description.days })

const policy = AssignmentPolicy.annotate({ description: description.policy })

/** Fields of the view of settings. */
export const automationFields = {
  assignment: Schema.NullOr(
    Schema.Struct({ policy, capacity: Schema.NullOr(Schema.Int).annotate({ description: description.capacity }) })
  ).annotate({ description: description.assignment }),
  assignOnReply: Schema.Boolean.annotate({ description: description.assignOnReply }),
  workingHours: Schema.NullOr(
    Schema.Struct({
      timeZone: Schema.String.annotate({ description: description.timeZone }),
      days,
      holidays: Schema.Array(Schema.String).annotate({ description: description.holidays })
    })
  ).annotate({ description: description.workingHours }),
  awayMessage: Schema.NullOr(Schema.String).annotate({ description: description.awayMessage }),
  greeting: Schema.NullOr(Schema.String).annotate({ description: description.greeting })
}

/** Fields of a request that changes settings. */
export const automationRequest = {
  assignment: optional(
    Schema.Struct({ policy, capacity: optional(Schema.Int).annotate({ description: description.capacity }) })
  ).annotate({ description: description.assignment }),
  assignOnReply: optional(Schema.Boolean).annotate({ description: description.assignOnReply }),
  workingHours: optional(
    Schema.Struct({
      timeZone: Text.annotate({ description: description.timeZone }),
      days: someDays,
      holidays: optional(Schema.Array(Text)).annotate({ description: description.holidays })
    })
  ).annotate({ description: description.workingHours }),
  awayMessage: optional(Text).annotate({ description: description.awayMessage }),
  greeting: optional(Text).annotate({ description: description.greeting })
}

const Request = Schema.Struct(automationRequest)

/** Example of the fields. */
export const automationExample = {
  assignment: { policy: "least_busy" as const, capacity: 20 },
  assignOnReply: true,
  workingHours: {
    timeZone: "Europe/Berlin",
    days: {
      sun: [],
      mon: [{ from: "09:00", to: "17:30" }],
      tue: [],
      wed: [],
      thu: [],
      fri: [{ from: "09:00", to: "13:00" }],
      sat: []
    },
    holidays: ["2026-12-25"]
  },
  awayMessage: "We are back on the next working day.",
  greeting: "Hello, we answer within minutes."
}

/** The working hours with each day; a closed one has no periods. */
const hoursView = ({
  days: { fri = [], mon = [], sat = [], sun = [], thu = [], tue = [], wed = [] },
  ...hours
}: WorkingHours) => ({
  ...hours,
  days: { sun, mon, tue, wed, thu, fri, sat }
})

/** The fields of settings as the view has them. */
export const automationView = ({
  assignOnReply,
  assignment,
  awayMessage,
  greeting,
  workingHours
}: OrganizationSettings) => ({
  assignment,
  assignOnReply,
  workingHours: workingHours === null ? null : hoursView(workingHours),
  awayMessage,
  greeting
})

const assignmentOf = (requested: typeof Request.Type.assignment): Assignment | null | undefined =>
  requested ? { policy: requested.policy, capacity: requested.capacity ?? null } : requested

const hoursOf = (requested: typeof Request.Type.workingHours): WorkingHours | null | undefined =>
  requested ? { timeZone: requested.timeZone, days: requested.days, holidays: requested.holidays ?? [] } : requested

/** The change of settings that a request asks for. Null turns assignment by replies off. */
export const automationChange = ({
  assignOnReply,
  assignment,
  awayMessage,
  greeting,
  workingHours
}: typeof Request.Type): SettingsChange => ({
  assignment: assignmentOf(assignment),
  assignOnReply: assignOnReply === null ? false : assignOnReply,
  workingHours: hoursOf(workingHours),
  awayMessage,
  greeting
})

/** Failure for a setting that cannot be set. */
export const settingRefused = refusalFor(
  "A setting of assignment, working hours or answers cannot be set",
  ({ field, reason }: Pick<SettingRefused, "field" | "reason">) => invalidField(field, settingRefusals[reason]),
  { field: "workingHours.days.mon[0].to", reason: "order" }
)
