import type { StoredCampaign, StoredRecipient } from "./StoredCampaign.ts"
import { DateTime, Effect, Layer, Option } from "effect"
import type { Campaign, CampaignFields } from "../../../domain/campaigns/Campaign.ts"
import { countsOf } from "../../../domain/campaigns/CampaignCounts.ts"
import { recipientStatus } from "../../../domain/campaigns/CampaignRecipient.ts"
import { campaignTransitions, isDeletable, isEnded } from "../../../domain/campaigns/campaignStates.ts"
import type { CampaignId, OrganizationId } from "../../../domain/Ids.ts"
import { offsetOf } from "../../../domain/text/Page.ts"
import {
  CampaignStore,
  type CampaignTransition,
  type CampaignTurn,
  type ChangedCampaign,
  type NewRecipient
} from "../../../ports/campaigns/CampaignStore.ts"
import { newest } from "../newest.ts"
import type { State, Step } from "../State.ts"
import { World } from "../World.ts"
import { freezeAudience, newRecipient, recipientsOf } from "./freezeAudience.ts"
import { campaignOf, claimRecipients, deleting, isOpen, settle } from "./recipientQueue.ts"

const withCounts = (state: State, { campaign, purgedCounts }: StoredCampaign): Campaign => ({
  ...campaign,
  counts:
    purgedCounts ??
    countsOf(recipientsOf(state, campaign.organizationId, campaign.id).map(({ recipient }) => recipient))
})

const find = (state: State, organizationId: OrganizationId, id: CampaignId): Option.Option<Campaign> =>
  Option.map(Option.fromUndefinedOr(campaignOf(state, organizationId, id)), (one) => withCounts(state, one))

const put = (state: State, after: StoredCampaign): State => ({
  ...state,
  campaigns: state.campaigns.map((one) => (one.campaign.id === after.campaign.id ? after : one))
})

const signalled = (state: State): State => ({ ...state, campaignTurns: state.campaignTurns + 1 })

/** Changes a campaign that the predicate accepts. */
const changing =
  (
    organizationId: OrganizationId,
    id: CampaignId,
    accepts: (campaign: StoredCampaign["campaign"]) => boolean,
    change: (state: State, one: StoredCampaign) => State
  ): Step<Option.Option<Campaign>> =>
  (state) => {
    const one = campaignOf(state, organizationId, id)
    if (one === undefined || !accepts(one.campaign)) return [Effect.succeed(Option.none()), state]
    const after = change(state, one)
    return [Effect.succeed(find(after, organizationId, id)), after]
  }

const isDraft = ({ status }: Pick<Campaign, "status">): boolean => status === "draft"

const change = (organizationId: OrganizationId, id: CampaignId, fields: CampaignFields, at: DateTime.Utc) =>
  changing(organizationId, id, isDraft, (state, one) =>
    put(state, { ...one, campaign: { ...one.campaign, ...fields, updatedAt: at } })
  )

const addRecipients = (organizationId: OrganizationId, campaignId: CampaignId, rows: ReadonlyArray<NewRecipient>) =>
  changing(
    organizationId,
    campaignId,
    (campaign) => isDraft(campaign) && campaign.audience._tag === "File",
    (state) => {
      const before = recipientsOf(state, organizationId, campaignId).length
      const added = rows.map(({ phoneKey, ...row }, index): StoredRecipient => ({
        recipient: newRecipient({
          ...row,
          organizationId,
          campaignId,
          position: before + index + 1,
          leftOut: phoneKey === null ? "invalid_number" : null
        }),
        phoneKey,
        nextAt: null
      }))
      return { ...state, campaignRecipients: [...state.campaignRecipients, ...added] }
    }
  )

const remove =
  (organizationId: OrganizationId, id: CampaignId): Step<boolean> =>
  (state) => {
    const one = campaignOf(state, organizationId, id)
    if (one === undefined || !isDeletable(one.campaign.status)) return [Effect.succeed(false), state]
    return [
      Effect.succeed(true),
      {
        ...state,
        campaigns: state.campaigns.filter((other) => other !== one),
        campaignRecipients: state.campaignRecipients.filter(({ recipient }) => recipient.campaignId !== id)
      }
    ]
  }

const transition =
  (
    organizationId: OrganizationId,
    id: CampaignId,
    { action, at, channelAccountId, reason }: CampaignTransition
  ): Step<Option.Option<ChangedCampaign>> =>
  (state) => {
    const one = campaignOf(state, organizationId, id)
    const before = one?.campaign.status
    const status = before === undefined ? undefined : campaignTransitions[action][before]
    if (one === undefined || before === undefined || status === undefined) return [Effect.succeed(Option.none()), state]
    const { campaign } = one
    const nextAt = status === "scheduled" ? campaign.sendAt : status === "running" ? at : null
    const after = put(state, {
      ...one,
      share: 1,
      nextAt,
      campaign: {
        ...campaign,
        status,
        reason: reason ?? null,
        channelAccountId: channelAccountId === undefined ? campaign.channelAccountId : channelAccountId,
        updatedAt: at,
        startedAt: status === "running" ? (campaign.startedAt ?? at) : campaign.startedAt,
        endedAt: isEnded(status) ? at : null
      }
    })
    const answer = Option.map(find(after, organizationId, id), (changed) => ({ before, campaign: changed }))
    return [Effect.succeed(answer), nextAt === null ? after : signalled(after)]
  }

const isActive = ({ campaign: { status } }: StoredCampaign): boolean => status === "scheduled" || status === "running"

const claimTurn =
  (now: DateTime.Utc, leaseUntil: DateTime.Utc): Step<Option.Option<CampaignTurn>> =>
  (state) => {
    const [due] = state.campaigns
      .flatMap((one) => (isActive(one) && one.nextAt !== null ? [{ one, at: one.nextAt.epochMilliseconds }] : []))
      .filter(({ at }) => at <= now.epochMilliseconds)
      .toSorted((one, other) => one.at - other.at)
    if (due === undefined) return [Effect.succeed(Option.none()), state]
    const after = put(state, { ...due.one, nextAt: leaseUntil })
    return [Effect.succeed(Option.some({ campaign: withCounts(state, due.one), share: due.one.share })), after]
  }

const endTurn =
  (organizationId: OrganizationId, id: CampaignId, share: number, nextAt: DateTime.Utc): Step<void> =>
  (state) => {
    const one = campaignOf(state, organizationId, id)
    const isRunning = one?.campaign.status === "running"
    return [Effect.void, isRunning ? signalled(put(state, { ...one, share, nextAt })) : state]
  }

const earliest = (instants: ReadonlyArray<DateTime.Utc>): DateTime.Utc | null =>
  instants.reduce<DateTime.Utc | null>(
    (first, at) => (first === null || DateTime.isLessThan(at, first) ? at : first),
    null
  )

export const layer = Layer.effect(
  CampaignStore,
  Effect.map(World, ({ campaignSignal, read, step }) =>
    CampaignStore.of({
      add: (campaign) =>
        step("CampaignStore.add", (state) => {
          const { createdAt } = campaign
          const added: StoredCampaign = {
            share: 1,
            nextAt: null,
            frozenContact: null,
            frozenPosition: 0,
            purgedCounts: null,
            campaign: {
              ...campaign,
              channelAccountId: null,
              status: "draft",
              reason: null,
              isFrozen: false,
              updatedAt: createdAt,
              startedAt: null,
              endedAt: null
            }
          }
          return [Effect.succeed(withCounts(state, added)), { ...state, campaigns: [...state.campaigns, added] }]
        }),
      find: (organizationId, id) => read("CampaignStore.find", (state) => find(state, organizationId, id)),
      list: (organizationId, status, page) =>
        read("CampaignStore.list", (state) => {
          const all = state.campaigns
            .map(({ campaign }) => campaign)
            .filter((one) => one.organizationId === organizationId && (status === null || one.status === status))
            .toSorted(newest(({ createdAt }) => createdAt))
          const rows = all
            .slice(offsetOf(page), offsetOf(page) + page.limit)
            .flatMap(({ id }) => Option.toArray(find(state, organizationId, id)))
          return { rows, total: all.length }
        }),
      count: (organizationId, statuses) =>
        read(
          "CampaignStore.count",
          ({ campaigns }) =>
            campaigns.filter(
              ({ campaign }) => campaign.organizationId === organizationId && statuses.includes(campaign.status)
            ).length
        ),
      change: (organizationId, id, fields, at) => step("CampaignStore.change", change(organizationId, id, fields, at)),
      remove: (organizationId, id) => step("CampaignStore.remove", remove(organizationId, id)),
      addRecipients: (organizationId, id, rows) =>
        step("CampaignStore.addRecipients", addRecipients(organizationId, id, rows)),
      clearRecipients: (organizationId, id, limit) =>
        step(
          "CampaignStore.clearRecipients",
          deleting(limit, (state, { campaignId, organizationId: own }) => {
            const campaign = campaignOf(state, organizationId, id)?.campaign
            return own === organizationId && campaignId === id && campaign !== undefined && isDeletable(campaign.status)
          })
        ),
      transition: (organizationId, id, change) =>
        step("CampaignStore.transition", transition(organizationId, id, change)),
      freeze: (organizationId, id, ids) =>
        step(
          "CampaignStore.freeze",
          changing(
            organizationId,
            id,
            ({ status }) => status === "running",
            (state, one) => (one.campaign.isFrozen ? state : freezeAudience(state, one, ids))
          )
        ),
      claimTurn: (now, leaseUntil) => step("CampaignStore.claimTurn", claimTurn(now, leaseUntil)),
      endTurn: (organizationId, id, share, nextAt) =>
        step("CampaignStore.endTurn", endTurn(organizationId, id, share, nextAt)),
      claimRecipients: (organizationId, id, now, leaseUntil, limit) =>
        step("CampaignStore.claimRecipients", claimRecipients(organizationId, id, now, leaseUntil, limit)),
      settle: (organizationId, _, outcomes, at) => step("CampaignStore.settle", settle(organizationId, outcomes, at)),
      nextRecipient: (organizationId, id) =>
        read("CampaignStore.nextRecipient", (state) =>
          earliest(
            recipientsOf(state, organizationId, id).flatMap(({ nextAt, recipient }) =>
              isOpen(recipient) ? [nextAt ?? DateTime.makeUnsafe(0)] : []
            )
          )
        ),
      runningOn: (organizationId, channelAccountId, template) =>
        read("CampaignStore.runningOn", ({ campaigns }) =>
          campaigns.flatMap(({ campaign }) => {
            const isOn = campaign.channelAccountId === null || campaign.channelAccountId === channelAccountId
            const { languageCode, name } = campaign.template
            const isSent = template === null || (template.name === name && template.languageCode === languageCode)
            return campaign.organizationId === organizationId && campaign.status === "running" && isOn && isSent
              ? [campaign.id]
              : []
          })
        ),
      recipients: (organizationId, id, { after, limit, status }) =>
        read("CampaignStore.recipients", (state) =>
          recipientsOf(state, organizationId, id)
            .map(({ recipient }) => recipient)
            .filter((one) => one.position > after && (status === null || recipientStatus(one) === status))
            .toSorted((one, other) => one.position - other.position)
            .slice(0, limit)
        ),
      nextDue: read("CampaignStore.nextDue", ({ campaigns }) =>
        earliest(campaigns.flatMap((one) => (isActive(one) && one.nextAt !== null ? [one.nextAt] : [])))
      ),
      purge: (before, limit) =>
        step("CampaignStore.purge", (state) => {
          const isOver = ({ campaign: { endedAt } }: StoredCampaign) =>
            endedAt !== null && DateTime.isLessThan(endedAt, before)
          const over = new Set(state.campaigns.filter(isOver).map(({ campaign }) => campaign.id))
          const campaigns = state.campaigns.map((one) =>
            isOver(one) ? { ...one, purgedCounts: withCounts(state, one).counts } : one
          )
          return deleting(limit, (_, { campaignId }) => over.has(campaignId))({ ...state, campaigns })
        }),
      wakeSignal: campaignSignal
    })
  )
)
