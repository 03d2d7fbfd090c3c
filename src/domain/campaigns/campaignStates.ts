import { Schema } from "effect"
import type { Named } from "../Named.ts"

/** `scheduled` waits for its time. `finished` and `cancelled` are final. */
export const CampaignStatus = Schema.Literals(["draft", "scheduled", "running", "paused", "finished", "cancelled"])
export type CampaignStatus = Named<typeof CampaignStatus.Type>

/**
 * The actions on a campaign. `start` is a caller's; a campaign with a time is scheduled by it. `begin` and `finish` are those
 * of the worker: its time has come, and no recipient is left.
 */
export const CampaignAction = Schema.Literals(["schedule", "begin", "pause", "resume", "cancel", "finish"])
export type CampaignAction = Named<typeof CampaignAction.Type>

/** The next status of each action, by the status before it. Absent transitions are refused (contract: Campaigns). */
export const campaignTransitions: Readonly<
  Record<CampaignAction, Readonly<Partial<Record<CampaignStatus, CampaignStatus>>>>
> = {
  schedule: { draft: "scheduled" },
  begin: { draft: "running", scheduled: "running" },
  pause: { running: "paused" },
  resume: { paused: "running" },
  cancel: { scheduled: "cancelled", running: "cancelled", paused: "cancelled" },
  finish: { running: "finished" }
}

/** The action leads nowhere from the status of the campaign. */
export class CampaignActionRefused extends Schema.TaggedError<CampaignActionRefused>()("CampaignActionRefused", {
  action: Schema.Union([CampaignAction, Schema.Literals(["change", "delete", "add recipients"])]),
  status: CampaignStatus
}) {}

/** The statuses from which the action leads somewhere. */
export const statusesBefore = (action: CampaignAction): ReadonlyArray<CampaignStatus> =>
  CampaignStatus.literals.filter((status) => campaignTransitions[action][status] !== undefined)

/** Whether the campaign has ended. */
export const isEnded = (status: CampaignStatus): boolean => status === "finished" || status === "cancelled"

/** Statuses of campaigns that have been started and have not ended. */
export const activeStatuses: ReadonlyArray<CampaignStatus> = ["scheduled", "running", "paused"]

/** Whether the campaign can be deleted: nothing is sent, and nothing will be. */
export const isDeletable = (status: CampaignStatus): boolean => status === "draft" || isEnded(status)
