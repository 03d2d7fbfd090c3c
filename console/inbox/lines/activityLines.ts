import { formatTime } from "../../text/times.ts"
import type { Texts } from "../../text/Texts.ts"
import type { Activity } from "./threadQueries.ts"

/** A line about a change, and who made it; null for the conversation itself, such as its opening. */
export interface ActivityLine {
  readonly text: string
  readonly by: string | null
}

/** What the lines need: texts, the language, and the names of members by user id. */
interface Wording {
  readonly thread: Texts["inbox"]["thread"]
  readonly language: string
  readonly names: ReadonlyMap<string, string>
}

const without = (all: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> =>
  all.filter((one) => !others.includes(one))

type Updated = Extract<Activity, { readonly event: "conversation.updated" }>["data"]

const textAt = (values: Readonly<Record<string, unknown>>, name: string): string => {
  const value = values[name]
  return typeof value === "string" ? value : ""
}

const isPriority = (name: string, known: object): name is keyof Texts["inbox"]["thread"]["priorities"] =>
  Object.hasOwn(known, name)

/** Texts of a change of labels, team, snooze, priority or status. One change may have several. */
const updatedTexts = (data: Updated, { language, thread }: Wording): ReadonlyArray<string> => {
  const { activities, priorities } = thread
  const { conversation, details, labels, previous_status: previousStatus, reason, team } = data
  if (reason === "unsnoozed") return [activities.unsnoozed]
  if (reason === "snoozed") {
    const until = textAt(details, "snoozed_until")
    return [until === "" ? activities.snoozed : activities.snoozedUntil(formatTime(language, until, "short"))]
  }
  if (reason === "priority_changed") {
    const priority = textAt(details, "priority")
    return [activities.priority(isPriority(priority, priorities) ? priorities[priority] : priority)]
  }
  const list = new Intl.ListFormat(language, { type: "unit", style: "short" })
  const added = labels === undefined ? [] : without(labels.current, labels.previous)
  const removed = labels === undefined ? [] : without(labels.previous, labels.current)
  return [
    ...(added.length === 0 ? [] : [activities.labelled(list.format(added))]),
    ...(removed.length === 0 ? [] : [activities.unlabelled(list.format(removed))]),
    ...(team === undefined ? [] : [team.current === null ? activities.noTeam : activities.team]),
    ...(conversation.status === previousStatus ? [] : [activities.statuses[conversation.status]])
  ]
}

/** Lines for an activity; none for an event that is no change of the conversation. */
export const activityLines = (activity: Activity, wording: Wording): ReadonlyArray<ActivityLine> => {
  const { names, thread } = wording
  const { activities, actors } = thread
  const nameOf = (id: string): string => names.get(id) ?? actors.unknown
  const isActor = (id: string): id is keyof typeof actors => Object.hasOwn(actors, id)
  const byOf = (id: string | null): string | null => (id === null ? null : isActor(id) ? actors[id] : nameOf(id))
  switch (activity.event) {
    case "conversation.opened":
      return [{ text: activities.opened, by: null }]
    case "conversation.closed": {
      const { closed_by: by, resolution } = activity.data
      return [{ text: resolution === null ? activities.closed : activities.closedWith(resolution), by: byOf(by) }]
    }
    case "conversation.assigned": {
      const { assigned_by: by, assignee_id: assignee } = activity.data
      const text = assignee === null ? activities.unassigned : activities.assigned(nameOf(assignee))
      return [{ text, by: byOf(by) }]
    }
    case "conversation.updated":
      return updatedTexts(activity.data, wording).map((text) => ({ text, by: byOf(activity.data.changed_by) }))
    default:
      return []
  }
}
