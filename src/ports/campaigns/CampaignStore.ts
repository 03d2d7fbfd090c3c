import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Campaign, CampaignFields, CampaignReason, CampaignTemplate } from "../../domain/campaigns/Campaign.ts"
import type { CampaignPerson } from "../../domain/campaigns/campaignMessage.ts"
import type {
  CampaignRecipient,
  LeftOutReason,
  RecipientFailure,
  RecipientRow,
  RecipientStatus
} from "../../domain/campaigns/CampaignRecipient.ts"
import type { CampaignAction, CampaignStatus } from "../../domain/campaigns/campaignStates.ts"
import type {
  CampaignId,
  CampaignRecipientId,
  ChannelAccountId,
  ContactId,
  MessageId,
  OrganizationId
} from "../../domain/Ids.ts"
import type { Page, PageRequest } from "../../domain/text/Page.ts"

/** A campaign to add: a draft without recipients. */
export type NewCampaign = Omit<
  Campaign,
  "channelAccountId" | "status" | "reason" | "isFrozen" | "counts" | "updatedAt" | "startedAt" | "endedAt"
>

/** A row of a file to add, with its number as read. */
export interface NewRecipient extends Pick<RecipientRow, "name" | "columns"> {
  readonly id: CampaignRecipientId
  /** `+` and digits, or the text of the row if it is no number. */
  readonly to: string
  /** The key that all forms of the number share; null if it is no number. */
  readonly phoneKey: string | null
}

/** A change of the status of a campaign. */
export interface CampaignTransition {
  readonly action: CampaignAction
  readonly at: DateTime.Utc
  /** Required for a pause. */
  readonly reason?: CampaignReason
  /** The account of `from`, for a start. */
  readonly channelAccountId?: ChannelAccountId | null
}

/** A campaign before and after a change of its status. */
export interface ChangedCampaign {
  readonly before: CampaignStatus
  readonly campaign: Campaign
}

/** A claimed turn of a campaign. `share` is the part of its pace that refusals left. */
export interface CampaignTurn {
  readonly campaign: Campaign
  readonly share: number
}

/** A claimed recipient, and the person as the message needs them. */
export interface ClaimedRecipient {
  readonly recipient: CampaignRecipient
  readonly person: CampaignPerson
}

/** The end of an attempt, or why there is another one. */
export type RecipientOutcome = { readonly id: CampaignRecipientId } & (
  | { readonly _tag: "Sent"; readonly messageId: MessageId; readonly contactId: ContactId }
  | { readonly _tag: "NotSent"; readonly failure: RecipientFailure }
  | { readonly _tag: "LeftOut"; readonly reason: LeftOutReason }
  /** There was no send. `isRetry`: the platform refused the attempt, so the next one has a key of its own. */
  | { readonly _tag: "Queued"; readonly until: DateTime.Utc; readonly isRetry: boolean }
  /** The outcome of the attempt may still come. */
  | { readonly _tag: "Open"; readonly until: DateTime.Utc }
)

/** Which recipients are listed. */
export interface RecipientFilter {
  /** Null for all. */
  readonly status: RecipientStatus | null
  /** Recipients after this position; 0 for the first page. */
  readonly after: number
  readonly limit: number
}

/**
 * Campaigns and their recipients (contract: Campaigns). Counts follow from the recipients, whatever changes them: outcomes,
 * and reports and messages that an inbox stores.
 */
export class CampaignStore extends Context.Service<
  CampaignStore,
  {
    /** Adds a draft. */
    add(campaign: NewCampaign): Effect.Effect<Campaign>
    find(organizationId: OrganizationId, id: CampaignId): Effect.Effect<Option.Option<Campaign>>
    /** A page of campaigns, the newest first. A status of null lists all. */
    list(
      organizationId: OrganizationId,
      status: CampaignStatus | null,
      page: PageRequest
    ): Effect.Effect<Page<Campaign>>
    /** The number of campaigns with one of the statuses. */
    count(organizationId: OrganizationId, statuses: ReadonlyArray<CampaignStatus>): Effect.Effect<number>
    /** Replaces the fields of a draft. None if there is no such draft. */
    change(
      organizationId: OrganizationId,
      id: CampaignId,
      fields: CampaignFields,
      at: DateTime.Utc
    ): Effect.Effect<Option.Option<Campaign>>
    /** Deletes a campaign that `isDeletable`, with its recipients. Returns whether there was one. */
    remove(organizationId: OrganizationId, id: CampaignId): Effect.Effect<boolean>
    /** Adds rows to a draft whose audience is a file. None if there is no such draft; else the campaign with its counts. */
    addRecipients(
      organizationId: OrganizationId,
      id: CampaignId,
      rows: ReadonlyArray<NewRecipient>
    ): Effect.Effect<Option.Option<Campaign>>
    /** Deletes recipients of a campaign that `isDeletable`, at most `limit`, and their counts. Returns their number. */
    clearRecipients(organizationId: OrganizationId, id: CampaignId, limit: number): Effect.Effect<number>
    /** Changes the status by `campaignTransitions`, in one step. None if the status leads nowhere. */
    transition(
      organizationId: OrganizationId,
      id: CampaignId,
      transition: CampaignTransition
    ): Effect.Effect<Option.Option<ChangedCampaign>>
    /**
     * Stores the next part of the audience of a running campaign, or checks the next rows of its file: at most as many as
     * there are ids. Contacts that were created after the start are not part of it. Returns the campaign; none if it is not
     * running.
     */
    freeze(
      organizationId: OrganizationId,
      id: CampaignId,
      ids: ReadonlyArray<CampaignRecipientId>
    ): Effect.Effect<Option.Option<Campaign>>
    /**
     * Claims a turn of the campaign of any organization that has waited longest: a scheduled one whose time has come, or a
     * running one. It is claimed again at `leaseUntil` unless the turn ends before.
     */
    claimTurn(now: DateTime.Utc, leaseUntil: DateTime.Utc): Effect.Effect<Option.Option<CampaignTurn>>
    /** Ends a turn. The next one begins at the instant, or earlier if the campaign was changed meanwhile. */
    endTurn(organizationId: OrganizationId, id: CampaignId, share: number, nextAt: DateTime.Utc): Effect.Effect<void>
    /** Claims due recipients of a running campaign in their order until the lease ends, at most `limit`. */
    claimRecipients(
      organizationId: OrganizationId,
      id: CampaignId,
      now: DateTime.Utc,
      leaseUntil: DateTime.Utc,
      limit: number
    ): Effect.Effect<ReadonlyArray<ClaimedRecipient>>
    /** Records outcomes. The first outcome of a recipient counts. */
    settle(
      organizationId: OrganizationId,
      id: CampaignId,
      outcomes: ReadonlyArray<RecipientOutcome>,
      at: DateTime.Utc
    ): Effect.Effect<void>
    /** When the next recipient without an outcome may be claimed; null if there is none. */
    nextRecipient(organizationId: OrganizationId, id: CampaignId): Effect.Effect<DateTime.Utc | null>
    /** Ids of running campaigns that send from the account, or from any; with `template` only those that send it. */
    runningOn(
      organizationId: OrganizationId,
      channelAccountId: ChannelAccountId,
      template: Pick<CampaignTemplate, "name" | "languageCode"> | null
    ): Effect.Effect<ReadonlyArray<CampaignId>>
    /** Recipients in their order. */
    recipients(
      organizationId: OrganizationId,
      id: CampaignId,
      filter: RecipientFilter
    ): Effect.Effect<ReadonlyArray<CampaignRecipient>>
    /** When the next turn of any organization may be claimed; null without one. */
    readonly nextDue: Effect.Effect<DateTime.Utc | null>
    /** Deletes recipients of campaigns that ended before the instant, at most `limit`. Returns their number; counts stay. */
    purge(before: DateTime.Utc, limit: number): Effect.Effect<number>
    /** Waits until a campaign was started, resumed or has another turn since the last call. Signals may be lost. */
    readonly wakeSignal: Effect.Effect<void>
  }
>()("effect-parley/ports/CampaignStore") {}
