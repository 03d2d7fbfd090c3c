import { DateTime, Effect, Option, Result, Struct } from "effect"
import { OrganizationUnknown } from "../../domain/access/AccessFailures.ts"
import type { Organization, OrganizationSettings, SettingsChange } from "../../domain/access/Organization.ts"
import { type AuditFields, type AuditSubject } from "../../domain/access/AuditEntry.ts"
import { checkCapacity } from "../../domain/conversations/assignment.ts"
import { checkAnswerText } from "../../domain/conversations/automaticAnswer.ts"
import { checkAutoClose } from "../../domain/conversations/automaticClosing.ts"
import { checkWorkingHours, weekdays } from "../../domain/conversations/workingHours.ts"
import { checkStopWords } from "../../domain/contacts/StopWords.ts"
import { emailAddressOf } from "../../domain/access/Member.ts"
import type { UserCaller } from "../../domain/access/SessionAccess.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import type { PricedMessages } from "../../domain/limits/MessageCount.ts"
import { type Month, type Plan, monthOf } from "../../domain/limits/MonthlyLimit.ts"
import type { RateTable } from "../../domain/limits/RateTier.ts"
import { RateLimits } from "../../ports/limits/RateLimits.ts"
import { Memberships } from "../../ports/access/Memberships.ts"
import { Organizations } from "../../ports/access/Organizations.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { countryWithNumbers } from "../contacts/readPhoneNumber.ts"
import { recordAudit, recordChange } from "./auditLog.ts"
import { spanned } from "../../telemetry/spanned.ts"

/** The organizations of a user, invitations for their verified address included (contract: Organizations of a user). */
export const listOwnOrganizations = Effect.fnUntraced(function* (caller: UserCaller) {
  const address = caller.isEmailVerified === true ? Option.fromNullOr(caller.email) : Option.none()
  const email = Option.getOrNull(Option.flatMap(address, emailAddressOf))
  return yield* (yield* Memberships).ofUser(caller.userId, email)
}, spanned("listOwnOrganizations"))

/** Fails for an organization that does not exist. */
export const requireOrganization = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const found = yield* (yield* Organizations).find(organizationId)
  if (Option.isNone(found)) return yield* new OrganizationUnknown({ organizationId })
  return found.value
})

/** Finds an organization as operators see it. Fails for one that does not exist or is being deleted. */
export const findOrganization = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const found = yield* (yield* Organizations).findAny(organizationId)
  if (found === null || found.deletingAt !== null) return yield* new OrganizationUnknown({ organizationId })
  return found
})

/** The organization as the subject of an audit entry. */
const subjectOf = ({ id, name }: Pick<Organization, "id" | "name">): AuditSubject => ({ id, name })

/** Records a change of name or plan. */
const recordOrganization = (before: Organization, after: Organization) =>
  recordChange(after.id, "organization.changed", subjectOf(after), {
    before: Struct.pick(before, ["name", "plan"]),
    after: Struct.pick(after, ["name", "plan"])
  })

/** The settings in an audit entry: lists of words each have a field. */
const settingFields = ({
  assignment,
  autoClose,
  stopWords,
  workingHours,
  ...settings
}: OrganizationSettings): AuditFields => ({
  ...settings,
  "assignment.policy": assignment?.policy ?? null,
  "assignment.capacity": assignment?.capacity ?? null,
  "autoClose.afterHours": autoClose?.afterHours ?? null,
  "autoClose.warning.text": autoClose?.warning?.text ?? null,
  "autoClose.warning.hoursBefore": autoClose?.warning?.hoursBefore ?? null,
  "stopWords.optOut": stopWords?.optOut ?? null,
  "stopWords.optIn": stopWords?.optIn ?? null,
  "workingHours.timeZone": workingHours?.timeZone ?? null,
  "workingHours.holidays": workingHours?.holidays ?? null,
  ...Object.fromEntries(
    weekdays.map((day) => {
      const periods = workingHours?.days[day]
      return [`workingHours.${day}`, periods === undefined ? null : periods.map(({ from, to }) => `${from}-${to}`)]
    })
  )
})

/** Changes the name; returns the organization. */
export const renameOrganization = Effect.fn("renameOrganization")(function* (
  organizationId: OrganizationId,
  name: string
) {
  const organizations = yield* Organizations
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      const found = yield* requireOrganization(organizationId)
      yield* organizations.rename(organizationId, name)
      yield* recordOrganization(found, { ...found, name })
      return { ...found, name }
    })
  )
})

/** Changes the plan; gives what the month has used of it. */
export const changePlan = Effect.fn("changePlan")(function* (organizationId: OrganizationId, plan: Plan) {
  const organizations = yield* Organizations
  const { atomically } = yield* Transaction
  yield* atomically(
    Effect.gen(function* () {
      const found = yield* requireOrganization(organizationId)
      yield* organizations.changePlan(organizationId, plan)
      yield* recordOrganization(found, { ...found, plan })
    })
  )
  return yield* organizations.usage(organizationId, monthOf(yield* DateTime.now))
})

/**
 * Suspends an organization (contract: Suspension of an organization); returns the suspension, and whether it began now.
 * An organization that is suspended already keeps the time, and its reason if none is given.
 */
export const suspendOrganization = Effect.fn("suspendOrganization")(function* (
  organizationId: OrganizationId,
  reason: string | null
) {
  const organizations = yield* Organizations
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      const found = yield* findOrganization(organizationId)
      const suspension = yield* organizations.suspend(organizationId, yield* DateTime.now, reason)
      const isNew = found.suspension === null
      if (isNew) yield* recordAudit(organizationId, "organization.suspended", subjectOf(found), { after: { reason } })
      return { ...suspension, isNew }
    })
  )
})

/** Ends the suspension of an organization; returns it, or null if the organization was not suspended. */
export const resumeOrganization = Effect.fn("resumeOrganization")(function* (organizationId: OrganizationId) {
  const organizations = yield* Organizations
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      const found = yield* requireOrganization(organizationId)
      const ended = yield* organizations.resume(organizationId)
      if (ended !== null) yield* recordAudit(organizationId, "organization.resumed", subjectOf(found))
      return ended
    })
  )
})

/** Settings of the organization. */
export const getSettings = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  return yield* (yield* Organizations).settings(organizationId)
}, spanned("getSettings"))

/** Change of settings as a caller requests it: the country is text. */
export interface SettingsRequest extends Omit<SettingsChange, "defaultCountry"> {
  readonly defaultCountry?: string | null | undefined
}

/** Checks a setting that is neither absent nor cleared. */
const ifSet = <A, E>(value: A | null | undefined, check: (value: A) => Result.Result<A | null, E>) =>
  value === undefined || value === null ? Result.succeed(value) : check(value)

/** The settings of a change that can be refused without looking anything up. */
const checkedSettings = (change: Omit<SettingsChange, "defaultCountry">) =>
  Result.gen(function* () {
    yield* ifSet(change.assignment?.capacity, (capacity) => checkCapacity("assignment.capacity", capacity))
    return {
      ...change,
      autoClose: yield* ifSet(change.autoClose, checkAutoClose),
      stopWords: yield* ifSet(change.stopWords, checkStopWords),
      workingHours: yield* ifSet(change.workingHours, checkWorkingHours),
      awayMessage: yield* ifSet(change.awayMessage, (text) => checkAnswerText("awayMessage", text)),
      greeting: yield* ifSet(change.greeting, (text) => checkAnswerText("greeting", text))
    }
  })

/** Changes settings; returns all of them. A default country has a numbering plan. */
export const changeSettings = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  { defaultCountry, ...requested }: SettingsRequest
) {
  const organizations = yield* Organizations
  const { atomically } = yield* Transaction
  const found = yield* requireOrganization(organizationId)
  const country =
    defaultCountry === undefined || defaultCountry === null ? defaultCountry : yield* countryWithNumbers(defaultCountry)
  const change = { ...(yield* Effect.fromResult(checkedSettings(requested))), defaultCountry: country }
  return yield* atomically(
    Effect.gen(function* () {
      const before = settingFields(yield* organizations.settings(organizationId))
      const settings = yield* organizations.changeSettings(organizationId, change)
      const states = { before, after: settingFields(settings) }
      yield* recordChange(organizationId, "settings.changed", subjectOf(found), states)
      return settings
    })
  )
}, spanned("changeSettings"))

/** The consumption of an organization, and its limits. */
export interface Usage {
  readonly plan: Plan
  readonly month: Month
  /** Events of the month so far. */
  readonly used: number
  /** Events that the plan allows in a month; null: any number. */
  readonly allowed: number | null
  /** Messages of the month for which the platform reported a price, by category. */
  readonly categories: ReadonlyArray<PricedMessages>
  readonly tiers: RateTable
}

/**
 * The consumption of the month and the limits of the organization (contract: The monthly counter; Rate tiers; Usage by
 * category).
 */
export const usageOf = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const { plan } = yield* requireOrganization(organizationId)
  const month = monthOf(yield* DateTime.now)
  const organizations = yield* Organizations
  const { allowed, used } = yield* organizations.usage(organizationId, month)
  const categories = yield* organizations.pricedMessages(organizationId, month)
  const usage: Usage = { plan, month, used, allowed, categories, tiers: (yield* RateLimits).table }
  return usage
}, spanned("usageOf"))
