import { Context, type DateTime, type Effect, type Option } from "effect"
import type { MediaId, OrganizationId } from "../../domain/Ids.ts"
import type { Day, MessageCount, PricedMessages } from "../../domain/limits/MessageCount.ts"
import type { Month, Plan } from "../../domain/limits/MonthlyLimit.ts"
import type {
  DefaultNumberUnknown,
  ListedOrganization,
  Membership,
  Organization,
  OrganizationSettings,
  SettingsChange,
  Suspension,
  User
} from "../../domain/access/Organization.ts"

/** Most organizations in a list. */
export const maxListedOrganizations = 1_000

/** Days whose messages are counted, and what is summed up. */
export interface CountedDays {
  readonly since: Day
  /** The last day. */
  readonly until: Day
  /** First days of spans, ascending; the first is `since`. A count has the first day of its span as `day`. */
  readonly spans: ReadonlyArray<Day>
  /** Whether campaigns have counts of their own. Otherwise every count has a campaign of null. */
  readonly perCampaign: boolean
}

/** Organizations, their members, and the rest of their monthly allowance. */
export class Organizations extends Context.Service<
  Organizations,
  {
    create(organization: Organization): Effect.Effect<void>
    /** Finds an organization that is not being deleted. */
    find(organizationId: OrganizationId): Effect.Effect<Option.Option<Organization>>
    /** Finds an organization, also one that is being deleted; null if there is none. */
    findAny(organizationId: OrganizationId): Effect.Effect<ListedOrganization | null>
    /** The newest organizations first, for operators; at most `maxListedOrganizations`. */
    readonly list: Effect.Effect<ReadonlyArray<ListedOrganization>>
    /** Changes the name. An organization that does not exist stays so. */
    rename(organizationId: OrganizationId, name: string): Effect.Effect<void>
    changePlan(organizationId: OrganizationId, plan: Plan): Effect.Effect<void>
    /**
     * Suspends the organization, which must exist; returns the suspension. An organization that is suspended already keeps
     * the first time. A reason replaces the stored one; null keeps it.
     */
    suspend(organizationId: OrganizationId, at: DateTime.Utc, reason: string | null): Effect.Effect<Suspension>
    /**
     * Ends the suspension; returns it, or null if there was none. The time since the first failure of the webhook begins
     * anew, because nothing was sent meanwhile.
     */
    resume(organizationId: OrganizationId): Effect.Effect<Suspension | null>
    /** Those of the given organizations that are suspended, are being deleted or do not exist. */
    inactive(organizationIds: ReadonlyArray<OrganizationId>): Effect.Effect<ReadonlyArray<OrganizationId>>
    /** Adds the user with the hash of their password, and makes them a member. */
    addMember(
      organizationId: OrganizationId,
      member: {
        readonly user: User
        readonly passwordHash: string
        readonly membership: Membership
      }
    ): Effect.Effect<void>
    /** Events of the month so far, and how many the plan allows (null: no limit). */
    usage(
      organizationId: OrganizationId,
      month: Month
    ): Effect.Effect<{
      readonly used: number
      readonly allowed: number | null
    }>
    /**
     * Messages of the month with a price, by category and in the order of categories. Saved reports count in the
     * transaction that saves them. A category without messages is omitted.
     */
    pricedMessages(organizationId: OrganizationId, month: Month): Effect.Effect<ReadonlyArray<PricedMessages>>
    /**
     * Counts of messages with a price over the spans, at most `limit`, in the order of their fields: day, account, country,
     * campaign, free before billable, category. A count without messages is omitted.
     */
    messageCounts(
      organizationId: OrganizationId,
      days: CountedDays,
      limit: number
    ): Effect.Effect<ReadonlyArray<MessageCount>>
    /** Settings; the initial ones of an organization that changed none. */
    settings(organizationId: OrganizationId): Effect.Effect<OrganizationSettings>
    /** Settings for frequent calls: a few seconds old at most, with every change by this process. */
    recentSettings(organizationId: OrganizationId): Effect.Effect<OrganizationSettings>
    /**
     * Changes settings; returns all of them. Refuses a default number that is no connected WhatsApp number of the
     * organization. When that number is disconnected, there is no default number.
     */
    changeSettings(
      organizationId: OrganizationId,
      change: SettingsChange
    ): Effect.Effect<OrganizationSettings, DefaultNumberUnknown>
  }
>()("effect-parley/ports/Organizations") {}

/** Deletion of an organization and its rows, in steps that can be repeated (contract: Deletion of an organization). */
export class OrganizationDeletion extends Context.Service<
  OrganizationDeletion,
  {
    /**
     * Marks the organization as deleting, and removes its API keys, members, invitations, webhook, pending deliveries and
     * channel accounts. `Organizations.find` no longer returns it. Returns the time of the first mark.
     */
    begin(organizationId: OrganizationId, at: DateTime.Utc): Effect.Effect<DateTime.Utc>
    /** At most `limit` files of the organization, also files whose bytes are not stored. */
    files(organizationId: OrganizationId, limit: number): Effect.Effect<ReadonlyArray<MediaId>>
    /** Deletes the rows of these files. */
    forgetFiles(organizationId: OrganizationId, ids: ReadonlyArray<MediaId>): Effect.Effect<void>
    /**
     * Deletes all rows of the organization except those of files, in batches of one transaction each. Returns the number of
     * rows. Runs outside of a transaction.
     */
    deleteRows(organizationId: OrganizationId): Effect.Effect<number>
    /** Deletes the organization itself. */
    finish(organizationId: OrganizationId): Effect.Effect<void>
  }
>()("effect-parley/ports/OrganizationDeletion") {}
