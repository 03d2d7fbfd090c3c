import type { AccountChange } from "./AccountChange.ts"
import { type AccountConcern, accountConcern } from "./accountConcern.ts"

/** How urgent a change is for an operator. */
export type AccountChangeLevel = "Error" | "Warn" | "Info"

/** The level of each concern. Those without one are decided by the words of the change. */
const levels: Partial<Record<AccountConcern, AccountChangeLevel>> = {
  ban: "Error",
  offboarding: "Error",
  violation: "Warn",
  restriction: "Warn",
  quality: "Warn",
  token: "Warn",
  reinstatement: "Info"
}

/** Fields that say what became of a template, a name, a review or an alert (platforms P5, P11). */
const fields = ["event", "decision", "new_quality_score", "new_status", "alert_severity"] as const

/** Words of these fields that need attention. Approvals and unknown words do not. */
const attention = new Set([
  "REJECTED",
  "DECLINED",
  "DEFERRED",
  "DISABLED",
  "FLAGGED",
  "PAUSED",
  "LOCKED",
  "PENDING_DELETION",
  "LIMIT_EXCEEDED",
  "YELLOW",
  "RED",
  "THROTTLED",
  "BLOCKED",
  "CRITICAL",
  "WARNING"
])

/** Changes that need attention whatever they say: another category has another price, and a PIN protects the number. */
const alwaysAttention = new Set(["template_category_update", "template_correct_category_detection", "security"])

const wordsOf = ({ values }: Pick<AccountChange, "values">): ReadonlyArray<unknown> => {
  const alert = values["alert_info"]
  const nested = typeof alert === "object" && alert !== null && !Array.isArray(alert) ? alert : {}
  return [values, nested].flatMap((from) => fields.map((field) => Reflect.get(from, field)))
}

/** The level of the log line about a change: an error if the account cannot work, a warning if it needs attention. */
export const accountChangeLevel = (change: Pick<AccountChange, "what" | "values">): AccountChangeLevel => {
  const level = levels[accountConcern(change)]
  if (level !== undefined) return level
  const needsAttention =
    alwaysAttention.has(change.what) || wordsOf(change).some((word) => typeof word === "string" && attention.has(word))
  return needsAttention ? "Warn" : "Info"
}
