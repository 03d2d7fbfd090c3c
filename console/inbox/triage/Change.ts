import type { ParleySession } from "../../../client/promise/createParley.ts"
import type { ConversationItem } from "../conversationTypes.ts"

/** The fields of a conversation that an action needs. */
export type Target = Pick<
  ConversationItem,
  "id" | "status" | "assigneeId" | "teamId" | "labels" | "priority" | "snoozed" | "unreadCount"
>

export type Priority = NonNullable<Target["priority"]> | "none"

/** A change of one or more conversations. */
export type Change =
  | { readonly kind: "close" | "reopen" | "unsnooze" | "read" | "handOver" | "escalate" }
  | { readonly kind: "assign"; readonly userId: string | null }
  | { readonly kind: "team"; readonly teamId: string | null }
  /** `until` null: until the contact writes. */
  | { readonly kind: "snooze"; readonly until: string | null }
  | { readonly kind: "priority"; readonly priority: Priority }
  | { readonly kind: "label"; readonly name: string; readonly isAdded: boolean }

/** Labels of a conversation after a change. */
export const labelsAfter = (
  labels: ReadonlyArray<string>,
  { isAdded, name }: Extract<Change, { readonly kind: "label" }>
): ReadonlyArray<string> => {
  const others = labels.filter((label) => label !== name)
  return isAdded ? [...others, name] : others
}

/** The change that takes another one back; null without one. */
export const undoOf = ({ kind }: Change): Change | null => {
  if (kind === "close") return { kind: "reopen" }
  return kind === "snooze" ? { kind: "unsnooze" } : null
}

const performOne = (parley: ParleySession, target: Target, change: Change): Promise<unknown> => {
  const { conversations, handling, labels, teams, triage } = parley
  const { id } = target
  switch (change.kind) {
    case "close":
      return conversations.close(id)
    case "reopen":
      return conversations.reopen(id)
    case "read":
      return conversations.read(id)
    case "unsnooze":
      return triage.unsnooze(id)
    case "handOver":
      return handling.handOver(id)
    case "escalate":
      return handling.escalate(id)
    case "snooze":
      return triage.snooze(id, { until: change.until })
    case "priority":
      return triage.prioritize(id, { priority: change.priority })
    case "assign":
      return change.userId === null ? conversations.unassign(id) : conversations.assign(id, { userId: change.userId })
    case "team":
      return teams.assign(id, { teamId: change.teamId })
    case "label":
      return labels.setOfConversation(id, { labels: labelsAfter(target.labels ?? [], change) })
  }
}

/** The bulk action of a change; null for those that are made one by one. */
const bulkOf = (change: Change) => {
  switch (change.kind) {
    case "close":
    case "reopen":
    case "unsnooze":
      return { action: change.kind } as const
    case "snooze":
      return { action: "snooze", until: change.until } as const
    case "priority":
      return { action: "priority", priority: change.priority } as const
    case "assign":
      return change.userId === null
        ? ({ action: "unassign" } as const)
        : ({ action: "assign", userId: change.userId } as const)
    default:
      return null
  }
}

/** Conversations that a change of many did not change, with the reason. */
export interface Refusals {
  readonly ids: ReadonlyArray<string>
  readonly reason: string
}

const none: Refusals = { ids: [], reason: "" }

/** Changes the conversations. A refusal of a single one rejects; of many, the others change all the same. */
export const perform = async (
  parley: ParleySession,
  targets: ReadonlyArray<Target>,
  change: Change
): Promise<Refusals> => {
  const [first, ...others] = targets
  if (first === undefined) return none
  if (others.length === 0) return performOne(parley, first, change).then(() => none)
  const bulk = bulkOf(change)
  if (bulk !== null) {
    const { results } = await parley.triage.change({ ids: targets.map(({ id }) => id), ...bulk })
    const refused = results.filter(({ success }) => !success)
    return { ids: refused.map(({ id }) => id), reason: refused[0]?.error ?? "" }
  }
  const outcomes = await Promise.allSettled(targets.map((target) => performOne(parley, target, change)))
  const ids = targets.filter((_, index) => outcomes[index]?.status === "rejected").map(({ id }) => id)
  const reason = outcomes.find((outcome) => outcome.status === "rejected")?.reason
  return { ids, reason: reason instanceof Error ? reason.message : "" }
}
