import type { Named } from "../Named.ts"
import { Array, Predicate, Schema } from "effect"
import { ChannelAccount } from "../conversations/Channel.ts"

/** A change that the platform made to a connected account: its standing, its limits, its name, its templates. */
export class AccountChange extends Schema.Opaque<AccountChange>()(
  Schema.Struct({
    account: ChannelAccount,
    /** Equal for every report of the same change. */
    key: Schema.NonEmptyString,
    /** The platform's word: `account_update`, `phone_number_quality_update`. */
    what: Schema.NonEmptyString,
    /** In the platform's words. */
    values: Schema.Record(Schema.String, Schema.Json),
    /** When the platform reported it. */
    at: Schema.DateTimeUtcFromString
  })
) {}

/** Changes that are stored of an account: the newest. An older one that comes late counts as known. */
export const maxAccountChanges = 100

const digitsOf = (text: string): string => text.replaceAll(/\D/g, "")

/** A name with fewer digits is no number. */
const minNumberDigits = 7

const isNumber = ({ displayName }: ChannelAccount): boolean => digitsOf(displayName).length >= minNumberDigits

/**
 * The accounts of a WhatsApp Business Account that a change concerns. Without a number that is all of them. Else it is the
 * one with that number as its name, or those whose name is no number: one of these may have it.
 */
export const accountsConcerned = (
  accounts: ReadonlyArray<ChannelAccount>,
  displayNumber: string | null
): ReadonlyArray<ChannelAccount> => {
  const digits = digitsOf(displayNumber ?? "")
  if (digits === "") return accounts
  const matches = accounts.filter(({ displayName }) => digitsOf(displayName) === digits)
  return Array.isReadonlyArrayNonEmpty(matches) ? matches : accounts.filter((account) => !isNumber(account))
}

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
export type AccountConcern = Named<typeof AccountConcern.Type>

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

/** The concern of a change, by the platform's words (contract: Concerns of changes of accounts). */
export const accountConcern = ({ values, what }: Pick<AccountChange, "what" | "values">): AccountConcern => {
  if (what === "business_integrity") return integrityConcern(values)
  const words = ofChange.get(what)
  if (words === undefined) return what.includes("template") ? "template" : "other"
  const concern = words.concerns.get(textAt(values, words.path)) ?? words.otherwise
  return concern === "ban" && isReinstated(values) ? "reinstatement" : concern
}

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
