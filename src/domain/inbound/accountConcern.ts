import { Predicate, Schema } from "effect"
import type { AccountChange } from "./AccountChange.ts"

/** The operator's task after a change of an account. A reinstatement reverts one of the other concerns. */
export const AccountConcern = Schema.Literals([
  "ban",
  "violation",
  "restriction",
  "quality",
  "offboarding",
  "reinstatement",
  "token",
  "template",
  "other"
])
export type AccountConcern = typeof AccountConcern.Type

/** Changes of this service's own: the platform refuses the account's token, or takes it again. */
export const tokenChanges = { refused: "token_refused", accepted: "token_accepted" } as const

/** The field of a change that holds its kind, and the concern of each value (platforms P5, P11). */
interface Words {
  readonly path: ReadonlyArray<string>
  readonly concerns: ReadonlyMap<string, AccountConcern>
  /** The concern of any other word. */
  readonly otherwise: AccountConcern
}

const ofChange: ReadonlyMap<string, Words> = new Map<string, Words>([
  [
    "account_update",
    {
      path: ["event"],
      concerns: new Map([
        ["DISABLED_UPDATE", "ban"],
        ["ACCOUNT_VIOLATION", "violation"],
        ["ACCOUNT_RESTRICTION", "restriction"],
        ["ACCOUNT_DELETED", "offboarding"],
        ["ACCOUNT_OFFBOARDED", "offboarding"],
        ["ACCOUNT_RECONNECTED", "reinstatement"],
        ["PARTNER_REMOVED", "offboarding"],
        ["PARTNER_APP_UNINSTALLED", "offboarding"]
      ]),
      otherwise: "other"
    }
  ],
  [
    "account_alerts",
    {
      path: ["alert_info", "alert_type"],
      concerns: new Map([
        ["INCREASED_CAPABILITIES_ELIGIBILITY_DEFERRED", "quality"],
        ["INCREASED_CAPABILITIES_ELIGIBILITY_FAILED", "quality"],
        ["INCREASED_CAPABILITIES_ELIGIBILITY_NEED_MORE_INFO", "quality"]
      ]),
      otherwise: "other"
    }
  ],
  [
    "account_review_update",
    {
      path: ["decision"],
      concerns: new Map([
        ["REJECTED", "restriction"],
        ["DEFERRED", "restriction"]
      ]),
      otherwise: "other"
    }
  ],
  [
    "phone_number_quality_update",
    {
      path: ["event"],
      concerns: new Map([
        ["ONBOARDING", "other"],
        ["THROUGHPUT_UPGRADE", "other"],
        ["UPGRADE", "other"],
        ["UNFLAGGED", "reinstatement"]
      ]),
      otherwise: "quality"
    }
  ],
  [
    "policy-enforcement",
    {
      path: ["action"],
      concerns: new Map([
        ["block", "ban"],
        ["unblock", "reinstatement"]
      ]),
      otherwise: "violation"
    }
  ],
  [tokenChanges.refused, { path: [], concerns: new Map(), otherwise: "token" }],
  [tokenChanges.accepted, { path: [], concerns: new Map(), otherwise: "token" }]
])

/** The text at a path, or an empty one. */
const textAt = (values: unknown, path: ReadonlyArray<string>): string => {
  const found = path.reduce<unknown>(
    (value, key) => (Predicate.isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    values
  )
  return Predicate.isString(found) ? found : ""
}

/** A ban that is taken back is reported as the ban itself is. */
const isReinstated = (values: AccountChange["values"]): boolean =>
  textAt(values, ["ban_info", "waba_ban_state"]) === "REINSTATE"

const hasItems = (list: Schema.Json | undefined): boolean => Array.isArray(list) && list.length > 0

/** The standing of a Page. The platform documents one word of its status, so that the lists beside it decide too. */
const integrityConcern = (values: AccountChange["values"]): AccountConcern => {
  if (values["status"] === "restricted" || hasItems(values["restrictions"])) return "restriction"
  return hasItems(values["violations"]) ? "violation" : "other"
}

/** The concern of a change, by the platform's words (contract C275). */
export const accountConcern = ({ values, what }: Pick<AccountChange, "what" | "values">): AccountConcern => {
  if (what === "business_integrity") return integrityConcern(values)
  const words = ofChange.get(what)
  if (words === undefined) return what.includes("template") ? "template" : "other"
  const concern = words.concerns.get(textAt(values, words.path)) ?? words.otherwise
  return concern === "ban" && isReinstated(values) ? "reinstatement" : concern
}
