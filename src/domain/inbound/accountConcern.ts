import { Schema } from "effect"
import type { AccountChange } from "./AccountChange.ts"

/** What an operator has to do with a change of an account. */
export const AccountConcern = Schema.Literals([
  "ban",
  "violation",
  "restriction",
  "quality",
  "offboarding",
  "token",
  "template",
  "other"
])
export type AccountConcern = typeof AccountConcern.Type

/** Changes of this service's own: the platform refuses the account's token, or takes it again. */
export const tokenChanges = { refused: "token_refused", accepted: "token_accepted" } as const

/** The events of `account_update` (Meta's reference of its webhooks). */
const ofEvent: ReadonlyMap<string, AccountConcern> = new Map([
  ["DISABLED_UPDATE", "ban"],
  ["BAN", "ban"],
  ["ACCOUNT_VIOLATION", "violation"],
  ["VIOLATION", "violation"],
  ["ACCOUNT_RESTRICTION", "restriction"],
  ["ACCOUNT_DELETED", "offboarding"],
  ["ACCOUNT_OFFBOARDED", "offboarding"],
  ["PARTNER_REMOVED", "offboarding"],
  ["PARTNER_APP_UNINSTALLED", "offboarding"]
])

const ofChange: ReadonlyMap<string, AccountConcern> = new Map([
  ["phone_number_quality_update", "quality"],
  ["account_alerts", "violation"],
  ["policy-enforcement", "ban"],
  [tokenChanges.refused, "token"],
  [tokenChanges.accepted, "token"]
])

/** The concern of a change, by the platform's words. */
export const accountConcern = ({ values, what }: Pick<AccountChange, "what" | "values">): AccountConcern => {
  const { event } = values
  const known = typeof event === "string" && what === "account_update" ? ofEvent.get(event) : undefined
  return known ?? ofChange.get(what) ?? (what.includes("template") ? "template" : "other")
}
