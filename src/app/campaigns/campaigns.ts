import { DateTime, Effect, Option, Result, Stream } from "effect"
import {
  type Campaign,
  type CampaignFields,
  CampaignNotFound,
  type CampaignReason,
  CampaignRefused,
  maxActiveCampaigns,
  maxCampaignDrafts,
  maxCampaignRecipients,
  TooManyCampaigns,
  TooManyRecipients
} from "../../domain/campaigns/Campaign.ts"
import { haltOf } from "../../domain/campaigns/campaignHalt.ts"
import { checkCampaignContent } from "../../domain/campaigns/campaignMessage.ts"
import type { RecipientRow } from "../../domain/campaigns/CampaignRecipient.ts"
import {
  activeStatuses,
  CampaignActionRefused,
  type CampaignStatus,
  isDeletable
} from "../../domain/campaigns/campaignStates.ts"
import { phoneContactIdentity } from "../../domain/contacts/ContactIdentity.ts"
import type { AccountChange } from "../../domain/inbound/AccountChange.ts"
import {
  CampaignId,
  CampaignRecipientId,
  EventId,
  generated,
  type OrganizationId,
  type UserId
} from "../../domain/Ids.ts"
import { sendAtRefusal } from "../../domain/sends/ScheduledSend.ts"
import type { TemplateChange } from "../../domain/templates/Template.ts"
import type { PageRequest } from "../../domain/text/Page.ts"
import { campaignUpdated } from "../../domain/webhooks/campaignEvents.ts"
import { Organizations } from "../../ports/access/Organizations.ts"
import {
  CampaignStore,
  type CampaignTransition,
  type NewRecipient,
  type RecipientFilter
} from "../../ports/campaigns/CampaignStore.ts"
import { PhoneNumbers } from "../../ports/contacts/ContactStore.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { EventLog } from "../../ports/webhooks/EventLog.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { recordAudit } from "../access/auditLog.ts"
import { exportRows, partOf } from "../listParts.ts"
import { chooseAccount } from "../sends/chooseSender.ts"

/** Refuses content that can fill no message. */
const checkFields = (fields: CampaignFields) => Effect.fromResult(checkCampaignContent(fields))

/** Creates a draft. `createdBy`: the member; null for a backend. */
export const createCampaign = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  fields: CampaignFields,
  createdBy: UserId | null = null
) {
  yield* checkFields(fields)
  const { add, count } = yield* CampaignStore
  if ((yield* count(organizationId, ["draft"])) >= maxCampaignDrafts) {
    return yield* new TooManyCampaigns({ kind: "drafts", limit: maxCampaignDrafts })
  }
  const id = CampaignId.make(yield* (yield* IdSource).uuid, generated)
  return yield* add({ ...fields, id, organizationId, createdBy, createdAt: yield* DateTime.now })
}, spanned("createCampaign"))

/** The campaign with this id. */
export const getCampaign = Effect.fnUntraced(function* (organizationId: OrganizationId, id: CampaignId) {
  const found = yield* (yield* CampaignStore).find(organizationId, id)
  return yield* Option.isSome(found) ? Effect.succeed(found.value) : new CampaignNotFound()
}, spanned("getCampaign"))

/** A page of campaigns, the newest first. A status of null lists all. */
export const listCampaigns = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  status: CampaignStatus | null,
  page: PageRequest
) {
  return yield* (yield* CampaignStore).list(organizationId, status, page)
}, spanned("listCampaigns"))

/** Changes a draft; absent fields stay. */
export const changeCampaign = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  id: CampaignId,
  changes: Partial<CampaignFields>
) {
  const campaign = yield* getCampaign(organizationId, id)
  const { audience, from, name, pace, sendAt, stopOn, template, values } = { ...campaign, ...changes }
  const fields = { audience, from, name, pace, sendAt, stopOn, template, values }
  yield* checkFields(fields)
  const changed = yield* (yield* CampaignStore).change(organizationId, id, fields, yield* DateTime.now)
  if (Option.isSome(changed)) return changed.value
  const { status } = yield* getCampaign(organizationId, id)
  return yield* new CampaignActionRefused({ action: "change", status })
}, spanned("changeCampaign"))

/** Rows that are stored by one statement, and deleted by one. */
const rowBatch = 1_000

const clearRows = Effect.fnUntraced(function* (organizationId: OrganizationId, id: CampaignId) {
  const { clearRecipients } = yield* CampaignStore
  while ((yield* clearRecipients(organizationId, id, rowBatch)) >= rowBatch) yield* Effect.yieldNow
})

/** Deletes a draft or a campaign that has ended, with its recipients. */
export const deleteCampaign = Effect.fnUntraced(function* (organizationId: OrganizationId, id: CampaignId) {
  const campaigns = yield* CampaignStore
  const { atomically } = yield* Transaction
  const found = yield* campaigns.find(organizationId, id)
  yield* clearRows(organizationId, id)
  const isRemoved = yield* atomically(
    Effect.tap(campaigns.remove(organizationId, id), (removed) =>
      removed && Option.isSome(found) ? recordAudit(organizationId, "campaign.deleted", found.value) : Effect.void
    )
  )
  if (isRemoved) return
  const { status } = yield* getCampaign(organizationId, id)
  if (!isDeletable(status)) return yield* new CampaignActionRefused({ action: "delete", status })
}, spanned("deleteCampaign"))

/**
 * Replaces the rows of a draft whose audience is a file. A row whose number cannot be read is stored as left out. National
 * numbers are those of the organization's default country. If the rows end with a failure, the draft has none.
 */
export const setCampaignRecipients = Effect.fnUntraced(function* <E, R>(
  organizationId: OrganizationId,
  id: CampaignId,
  rows: Stream.Stream<RecipientRow, E, R>
) {
  const { addRecipients } = yield* CampaignStore
  const { uuid } = yield* IdSource
  const numbers = yield* PhoneNumbers
  const { defaultCountry } = yield* (yield* Organizations).recentSettings(organizationId)
  const { audience, status } = yield* getCampaign(organizationId, id)
  if (audience._tag !== "File") {
    return yield* new CampaignRefused({ field: "audience", detail: "Expected a campaign whose audience is a file" })
  }
  const refused = new CampaignActionRefused({ action: "add recipients", status })
  if (status !== "draft") return yield* refused
  yield* clearRows(organizationId, id)
  const stored = (row: RecipientRow, recipientId: CampaignRecipientId): NewRecipient => {
    const read = numbers.read(row.phone, defaultCountry)
    const phone = Result.isSuccess(read) ? read.success.phone : null
    return {
      id: recipientId,
      name: row.name,
      columns: row.columns,
      to: phone === null ? row.phone : `+${phone}`,
      phoneKey: phone === null ? null : phoneContactIdentity(phone).value
    }
  }
  const add = Effect.fnUntraced(function* (batch: ReadonlyArray<RecipientRow>) {
    const ids = yield* Effect.forEach(batch, () => uuid)
    const recipients = batch.flatMap((row, index) => {
      const own = ids[index]
      return own === undefined ? [] : [stored(row, CampaignRecipientId.make(own, generated))]
    })
    const after = yield* addRecipients(organizationId, id, recipients)
    if (Option.isNone(after)) return yield* refused
    if (after.value.counts.recipients > maxCampaignRecipients) {
      return yield* new TooManyRecipients({ limit: maxCampaignRecipients })
    }
  })
  yield* rows.pipe(
    Stream.grouped(rowBatch),
    Stream.runForEach(add),
    Effect.onError(() => clearRows(organizationId, id))
  )
  return yield* getCampaign(organizationId, id)
}, spanned("setCampaignRecipients"))

const recipientPart = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  id: CampaignId,
  { after, limit, status }: RecipientFilter
) {
  const { recipients } = yield* CampaignStore
  const found = yield* recipients(organizationId, id, { status, after, limit: limit + 1 })
  return partOf(found, limit, ({ position }) => position)
})

/** A part of the recipients in their order, with what became of their messages, and the position to continue from. */
export const listCampaignRecipients = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  id: CampaignId,
  filter: RecipientFilter
) {
  yield* getCampaign(organizationId, id)
  return yield* recipientPart(organizationId, id, filter)
}, spanned("listCampaignRecipients"))

/** All recipients, or those with the status, in their order. */
export const exportCampaignRecipients = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  id: CampaignId,
  status: RecipientFilter["status"]
) {
  yield* getCampaign(organizationId, id)
  return exportRows((after: number | null, limit) =>
    recipientPart(organizationId, id, { status, after: after ?? 0, limit })
  )
}, spanned("exportCampaignRecipients"))

/** Changes the status and announces it, both or neither. None if the action leads nowhere. */
export const transitCampaign = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  id: CampaignId,
  transition: CampaignTransition
) {
  const { transition: change } = yield* CampaignStore
  const { append } = yield* EventLog
  const eventId = EventId.make(yield* (yield* IdSource).uuid, generated)
  const changing = Effect.gen(function* () {
    const changed = yield* change(organizationId, id, transition)
    if (Option.isNone(changed)) return Option.none<Campaign>()
    const { before, campaign } = changed.value
    yield* append(campaignUpdated(eventId, campaign, before, transition.at))
    return Option.some(campaign)
  })
  return yield* (yield* Transaction).atomically(changing)
})

/** Names of the actions of callers in the audit log. */
const auditedAs = {
  begin: "campaign.started",
  schedule: "campaign.started",
  pause: "campaign.paused",
  resume: "campaign.resumed",
  cancel: "campaign.cancelled"
} as const

/** The campaign after the action of a caller. */
const act = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  id: CampaignId,
  transition: Omit<CampaignTransition, "action" | "at"> & { readonly action: keyof typeof auditedAs }
) {
  const { atomically } = yield* Transaction
  const at = yield* DateTime.now
  const changed = yield* atomically(
    Effect.tap(transitCampaign(organizationId, id, { ...transition, at }), (after) =>
      Option.isSome(after) ? recordAudit(organizationId, auditedAs[transition.action], after.value) : Effect.void
    )
  )
  if (Option.isSome(changed)) return changed.value
  const { status } = yield* getCampaign(organizationId, id)
  return yield* new CampaignActionRefused({ action: transition.action, status })
})

/**
 * Starts a draft: at once, or at its `sendAt`. Its number is chosen now, if it names one. The audience is frozen when it
 * begins (contract: Campaigns).
 */
export const startCampaign = Effect.fnUntraced(function* (organizationId: OrganizationId, id: CampaignId) {
  const { count } = yield* CampaignStore
  const { audience, counts, from, sendAt, status } = yield* getCampaign(organizationId, id)
  const action = sendAt === null ? "begin" : "schedule"
  if (status !== "draft") return yield* new CampaignActionRefused({ action, status })
  if (audience._tag === "File" && counts.recipients === 0) {
    return yield* new CampaignRefused({
      field: "audience",
      detail: "Expected recipients: add the rows of a file first"
    })
  }
  const refusal = sendAt === null ? null : sendAtRefusal(sendAt, yield* DateTime.now)
  if (refusal !== null) return yield* refusal
  if ((yield* count(organizationId, activeStatuses)) >= maxActiveCampaigns) {
    return yield* new TooManyCampaigns({ kind: "active", limit: maxActiveCampaigns })
  }
  const { account } = yield* chooseAccount(organizationId, "whatsapp", from)
  return yield* act(organizationId, id, { action, channelAccountId: from === null ? null : account.id })
}, spanned("startCampaign"))

/** Pauses a running campaign. Sends that began end; no further one begins after a second. */
export const pauseCampaign = Effect.fnUntraced(function* (organizationId: OrganizationId, id: CampaignId) {
  const reason: CampaignReason = { reason: "requested", code: null, detail: "" }
  return yield* act(organizationId, id, { action: "pause", reason })
}, spanned("pauseCampaign"))

/** Resumes a paused campaign where it stopped. */
export const resumeCampaign = Effect.fnUntraced(function* (organizationId: OrganizationId, id: CampaignId) {
  return yield* act(organizationId, id, { action: "resume" })
}, spanned("resumeCampaign"))

/** Ends a campaign. Recipients whose message is not sent stay `queued`. */
export const cancelCampaign = Effect.fnUntraced(function* (organizationId: OrganizationId, id: CampaignId) {
  return yield* act(organizationId, id, { action: "cancel" })
}, spanned("cancelCampaign"))

/** Pauses the running campaigns that a change of an account, or of one of its templates, stops. */
export const pauseCampaignsOn = Effect.fnUntraced(function* (change: AccountChange, template: TemplateChange | null) {
  const halt = haltOf(change, template)
  if (halt === null) return
  const { account, what } = change
  const { runningOn } = yield* CampaignStore
  const at = yield* DateTime.now
  const reason: CampaignReason = { reason: halt.reason, code: null, detail: what }
  yield* Effect.forEach(
    yield* runningOn(account.organizationId, account.id, halt.template),
    (id) => transitCampaign(account.organizationId, id, { action: "pause", at, reason }),
    { discard: true }
  )
})
