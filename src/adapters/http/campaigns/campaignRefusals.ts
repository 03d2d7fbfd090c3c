import {
  type CampaignRefused,
  type TooManyCampaigns,
  maxActiveCampaigns,
  maxCampaignRecipients,
  maxRecipientFileBytes
} from "../../../domain/campaigns/Campaign.ts"
import type { CampaignActionRefused } from "../../../domain/campaigns/campaignStates.ts"
import { channelName } from "../../../domain/conversations/Channel.ts"
import type { SendAtRefused } from "../../../domain/sends/ScheduledSend.ts"
import type { SenderUnknown } from "../../../domain/sends/SenderChoice.ts"
import type { CsvRefused } from "../contacts/csvText.ts"
import { conflict, invalidField, notFound, Refused } from "../interfaces/Refusal.ts"
import { unreadableBody } from "../interfaces/readJsonBody.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"
import { sendAtText } from "../sends/scheduleRefusals.ts"
import { connectFirst, unreadableToken } from "../sends/sendRefusals.ts"
import { unknownSender, usableSenders } from "../sends/senderName.ts"

const bad = (text: string) => new Refused("BadRequest", { text })

export const campaignNotFound = refusal("No campaign has the id", notFound("Campaign not found"))

export const fieldRefused = refusalFor(
  "A field of the campaign is not what it should be",
  ({ detail, field }: Pick<CampaignRefused, "detail" | "field">) => invalidField(field, detail),
  { field: "values.2.field", detail: "Expected name, phone, email, attributes.<name> or columns.<name>" }
)

export const unrestricted = refusal(
  "The audience has no condition",
  invalidField("audience", "Expected a condition, or all: true for every contact")
)

export const nothingToChange = refusal("There is nothing to change", bad("No valid fields to update"))

export const actionRefused = refusalFor(
  "The status of the campaign does not permit this",
  ({ action, status }: Pick<CampaignActionRefused, "action" | "status">) =>
    conflict(`The campaign is ${status}: it cannot ${action}`),
  { action: "resume", status: "finished" }
)

const tooManyText = {
  drafts: (limit: number) => `The organization has ${limit} drafts; delete or start one`,
  active: (limit: number) =>
    `The organization has ${limit} campaigns that are scheduled, running or paused; wait for the end of one, or cancel it`
}

export const tooManyCampaigns = refusalFor(
  "The organization has too many campaigns",
  ({ kind, limit }: Pick<TooManyCampaigns, "kind" | "limit">) => conflict(tooManyText[kind](limit)),
  { kind: "active", limit: maxActiveCampaigns }
)

export const tooManyRecipients = refusal(
  "The campaign has too many recipients",
  bad(`A campaign has at most ${maxCampaignRecipients} recipients`)
)

export const fileRefused = refusalFor(
  "The file cannot be read",
  ({ problem }: Pick<CsvRefused, "problem">) => bad(problem),
  { problem: "Row 3: expected 2 fields, got 1" }
)

export const sendAtRefused = refusalFor(
  "The campaign cannot begin at sendAt",
  ({ reason }: Pick<SendAtRefused, "reason">) => invalidField("sendAt", sendAtText[reason]),
  { reason: "not in the future" }
)

/** Refusals of a start without a number that can send, for `Effect.catchTags`. */
export const senderRefusals = {
  ChannelNotConnected: refusal(
    "No number is connected",
    notFound(`${channelName.whatsapp} not connected; ${connectFirst.whatsapp}`)
  ),
  SenderUnknown: refusalFor(
    "The number is none of the organization",
    (unknown: Pick<SenderUnknown, "available" | "channel" | "more">) =>
      new Refused("BadRequest", { text: unknownSender(unknown), fix: `Use ${usableSenders(unknown)}` }),
    { channel: "whatsapp", available: ["15551234567"], more: 0 }
  ),
  ChannelTokenMissing: refusal(
    "The number has no token",
    bad(`${channelName.whatsapp} token not stored, reconnect the account`)
  ),
  ChannelTokenUnreadable: refusal(
    "The stored token cannot be opened",
    new Refused("Unavailable", { text: unreadableToken.whatsapp })
  )
}

const mebibyte = 1024 * 1024

export const fileTooLarge = refusal(
  "The file is too large",
  bad(`The file is too large: at most ${maxRecipientFileBytes / mebibyte} MiB`)
)

export const notCsv = refusal("The body is not CSV", bad("Expected a body of type text/csv"))

export const bodyUnreadable = refusal("The body ended early", bad(unreadableBody.BodyUnreadable))
