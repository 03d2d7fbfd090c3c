import { DateTime, Effect, Option } from "effect"
import { OrganizationUnknown } from "../../domain/access/AccessFailures.ts"
import type { SettingsChange } from "../../domain/access/OrganizationSettings.ts"
import { emailAddressOf } from "../../domain/access/EmailAddress.ts"
import type { UserCaller } from "../../domain/access/SessionCaller.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import { type Month, monthOf, type Plan } from "../../domain/limits/MonthlyLimit.ts"
import type { RateTable } from "../../domain/limits/RateTier.ts"
import { RateLimits } from "../../ports/limits/RateLimits.ts"
import { Memberships } from "../../ports/access/Memberships.ts"
import { Organizations } from "../../ports/access/Organizations.ts"
import { countryWithNumbers } from "../contacts/countryWithNumbers.ts"
import { spanned } from "../../telemetry/spanned.ts"

/** The organizations of a user, invitations for their verified address included (contract C257). */
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

/** Changes the name; returns the organization. */
export const renameOrganization = Effect.fn("renameOrganization")(function* (
  organizationId: OrganizationId,
  name: string
) {
  const found = yield* requireOrganization(organizationId)
  yield* (yield* Organizations).rename(organizationId, name)
  return { ...found, name }
})

/** Changes the plan; gives what the month has used of it. */
export const changePlan = Effect.fn("changePlan")(function* (organizationId: OrganizationId, plan: Plan) {
  yield* requireOrganization(organizationId)
  const organizations = yield* Organizations
  yield* organizations.changePlan(organizationId, plan)
  return yield* organizations.usage(organizationId, monthOf(yield* DateTime.now))
})

/** Settings of the organization. */
export const getSettings = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  return yield* (yield* Organizations).settings(organizationId)
}, spanned("getSettings"))

/** Change of settings as a caller requests it: the country is text. */
export interface SettingsRequest extends Omit<SettingsChange, "defaultCountry"> {
  readonly defaultCountry?: string | null | undefined
}

/** Changes settings; returns all of them. A default country has a numbering plan. */
export const changeSettings = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  { defaultCountry, defaultNumberId }: SettingsRequest
) {
  yield* requireOrganization(organizationId)
  const country =
    defaultCountry === undefined || defaultCountry === null ? defaultCountry : yield* countryWithNumbers(defaultCountry)
  return yield* (yield* Organizations).changeSettings(organizationId, { defaultCountry: country, defaultNumberId })
}, spanned("changeSettings"))

/** The consumption of an organization, and its limits. */
export interface Usage {
  readonly plan: Plan
  readonly month: Month
  /** Events of the month so far. */
  readonly used: number
  /** Events that the plan allows in a month; null: any number. */
  readonly allowed: number | null
  readonly tiers: RateTable
}

/** The consumption of the month and the limits of the organization (contract C34, C35). */
export const usageOf = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const { plan } = yield* requireOrganization(organizationId)
  const month = monthOf(yield* DateTime.now)
  const { allowed, used } = yield* (yield* Organizations).usage(organizationId, month)
  const usage: Usage = { plan, month, used, allowed, tiers: (yield* RateLimits).table }
  return usage
}, spanned("usageOf"))
