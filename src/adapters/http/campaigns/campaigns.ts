import { Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { maxRecipientFileBytes, maxTestRecipients } from "../../../domain/campaigns/Campaign.ts"
import type { Interface, InterfaceGuards } from "../interfaces/Interface.ts"
import { Refusals } from "../interfaces/Refusal.ts"
import { asCsvFile, CsvFile } from "../interfaces/csvAnswer.ts"
import { developer, inDeveloper } from "../interfaces/developer/developer.ts"
import { developerApi, LogsAnswer } from "../interfaces/developer/middleware.ts"
import { ReadsBodyItself } from "../interfaces/readJsonBody.ts"
import { sessionApi } from "../interfaces/session/middleware.ts"
import { inSession, session } from "../interfaces/session/session.ts"
import {
  CampaignPage,
  campaignParams as params,
  campaignsQuery,
  NewCampaign,
  OneCampaign,
  recipientLimit,
  RemovedCampaign
} from "./CampaignViews.ts"
import * as handle from "./campaignHandlers.ts"
import {
  actionRefused,
  bodyUnreadable,
  campaignNotFound,
  fieldRefused,
  fileRefused,
  fileTooLarge,
  nothingToChange,
  notCsv,
  sendAtRefused,
  senderRefusals,
  tooManyCampaigns,
  tooManyRecipients,
  unrestricted
} from "./campaignRefusals.ts"
import { ChangeCampaignRequest, CreateCampaignRequest, TestCampaignRequest } from "./campaignRequests.ts"
import { exampleFile, recipientFileQuery, RecipientList, recipientsQuery, TestedCampaign } from "./RecipientViews.ts"

const RecipientFile = Schema.String.annotate({
  description:
    "CSV (RFC 4180) in UTF-8, or in UTF-16 with its mark. The header row names the columns: phone is required, name is the name, and each other column is a value, which the campaign names as columns.<name>",
  examples: ["phone,name,time\n+15551234567,Ada,10:30\n"]
}).pipe(HttpApiSchema.asText({ contentType: "text/csv" }))

const mebibyte = 1024 * 1024

const of = "/campaigns/:campaignId"

/** Endpoints of campaigns (contract: Campaigns; Recipients of campaigns). */
const groupOf = <Prefix extends "" | "/v1", Guards extends InterfaceGuards>(on: Interface<Prefix, Guards>) =>
  HttpApiGroup.make("campaigns")
    .add(
      HttpApiEndpoint.post("create", `${on.prefix}/campaigns`, {
        payload: CreateCampaignRequest,
        success: NewCampaign.pipe(HttpApiSchema.status(201))
      })
        .middleware(on.Idempotency)
        .middleware(on.Conflict)
        .annotate(Refusals, [fieldRefused, unrestricted, tooManyCampaigns])
        .middleware(on.Management)
        .annotate(OpenApi.Summary, "Create a campaign")
        .annotate(OpenApi.Description, `A draft, which sends nothing before its start.${on.forManagers}`),
      HttpApiEndpoint.get("list", `${on.prefix}/campaigns`, { query: campaignsQuery, success: CampaignPage })
        .middleware(on.Management)
        .annotate(OpenApi.Summary, "List campaigns")
        .annotate(OpenApi.Description, `The newest first, with their counts.${on.forManagers}`),
      HttpApiEndpoint.get("get", `${on.prefix}${of}`, { params, success: OneCampaign })
        .middleware(on.NotFound)
        .annotate(Refusals, [campaignNotFound])
        .middleware(on.Management)
        .annotate(OpenApi.Summary, "Get a campaign")
        .annotate(OpenApi.Description, `A campaign with its status and counts.${on.forManagers}`),
      HttpApiEndpoint.patch("change", `${on.prefix}${of}`, {
        params,
        payload: ChangeCampaignRequest,
        success: OneCampaign
      })
        .middleware(on.NotFound)
        .middleware(on.Conflict)
        .annotate(Refusals, [campaignNotFound, fieldRefused, unrestricted, nothingToChange, actionRefused])
        .middleware(on.Management)
        .annotate(OpenApi.Summary, "Change a draft")
        .annotate(
          OpenApi.Description,
          `Only the fields that are given change. A campaign that was started is refused with 409.${on.forManagers}`
        ),
      HttpApiEndpoint.delete("remove", `${on.prefix}${of}`, { params, success: RemovedCampaign })
        .middleware(on.NotFound)
        .middleware(on.Conflict)
        .annotate(Refusals, [campaignNotFound, actionRefused])
        .middleware(on.Management)
        .annotate(OpenApi.Summary, "Delete a campaign")
        .annotate(
          OpenApi.Description,
          `Deletes a draft, or a campaign that has ended, with its recipients. Sent messages stay.${on.forManagers}`
        ),
      HttpApiEndpoint.put("uploadRecipients", `${on.prefix}${of}/recipients`, {
        params,
        payload: RecipientFile,
        success: OneCampaign
      })
        .middleware(on.NotFound)
        .middleware(on.Conflict)
        .annotate(ReadsBodyItself, true)
        .annotate(LogsAnswer, false)
        .annotate(Refusals, [
          campaignNotFound,
          actionRefused,
          fileRefused,
          fileTooLarge,
          tooManyRecipients,
          notCsv,
          bodyUnreadable
        ])
        .middleware(on.Management)
        .annotate(OpenApi.Summary, "Upload recipients")
        .annotate(
          OpenApi.Description,
          `Replaces the recipients of a draft without an audience by the rows of a file: ${recipientLimit} in ${maxRecipientFileBytes / mebibyte} MiB. A file that is refused leaves the draft without recipients.${on.forManagers}`
        ),
      HttpApiEndpoint.get("listRecipients", `${on.prefix}${of}/recipients`, {
        params,
        query: recipientsQuery,
        success: RecipientList
      })
        .middleware(on.NotFound)
        .annotate(Refusals, [campaignNotFound])
        .middleware(on.Management)
        .annotate(OpenApi.Summary, "List recipients")
        .annotate(OpenApi.Description, `The recipients in the order of sending, with their outcome.${on.forManagers}`),
      HttpApiEndpoint.get("exportRecipients", `${on.prefix}${of}/recipients/export`, {
        params,
        query: recipientFileQuery,
        success: CsvFile
      })
        .middleware(on.NotFound)
        // Otherwise the log would store the whole list.
        .annotate(LogsAnswer, false)
        .annotate(Refusals, [campaignNotFound])
        .annotate(OpenApi.Transform, asCsvFile(exampleFile))
        .middleware(on.Management)
        .annotate(OpenApi.Summary, "Export recipients")
        .annotate(OpenApi.Description, `All recipients with their outcome, as CSV with a header row.${on.forManagers}`),
      HttpApiEndpoint.post("start", `${on.prefix}${of}/start`, { params, success: OneCampaign })
        .middleware(on.Idempotency)
        .middleware(on.NotFound)
        .middleware(on.Conflict)
        .annotate(Refusals, [
          campaignNotFound,
          actionRefused,
          tooManyCampaigns,
          fieldRefused,
          sendAtRefused,
          ...Object.values(senderRefusals)
        ])
        .middleware(on.Management)
        .annotate(OpenApi.Summary, "Start a campaign")
        .annotate(
          OpenApi.Description,
          `Starts a draft: at once, or at its sendAt. Its contacts are those that fulfil the conditions when it begins.${on.forManagers}`
        ),
      HttpApiEndpoint.post("pause", `${on.prefix}${of}/pause`, { params, success: OneCampaign })
        .middleware(on.Idempotency)
        .middleware(on.NotFound)
        .middleware(on.Conflict)
        .annotate(Refusals, [campaignNotFound, actionRefused])
        .middleware(on.Management)
        .annotate(OpenApi.Summary, "Pause a campaign")
        .annotate(OpenApi.Description, `No message leaves from a second later on.${on.forManagers}`),
      HttpApiEndpoint.post("resume", `${on.prefix}${of}/resume`, { params, success: OneCampaign })
        .middleware(on.Idempotency)
        .middleware(on.NotFound)
        .middleware(on.Conflict)
        .annotate(Refusals, [campaignNotFound, actionRefused])
        .middleware(on.Management)
        .annotate(OpenApi.Summary, "Resume a campaign")
        .annotate(OpenApi.Description, `Continues a paused campaign where it stopped.${on.forManagers}`),
      HttpApiEndpoint.post("cancel", `${on.prefix}${of}/cancel`, { params, success: OneCampaign })
        .middleware(on.Idempotency)
        .middleware(on.NotFound)
        .middleware(on.Conflict)
        .annotate(Refusals, [campaignNotFound, actionRefused])
        .middleware(on.Management)
        .annotate(OpenApi.Summary, "Cancel a campaign")
        .annotate(
          OpenApi.Description,
          `Ends it: recipients without a message get none. A draft is deleted instead.${on.forManagers}`
        ),
      HttpApiEndpoint.post("test", `${on.prefix}${of}/test`, {
        params,
        payload: TestCampaignRequest,
        success: TestedCampaign
      })
        .middleware(on.Idempotency)
        .middleware(on.NotFound)
        .annotate(Refusals, [campaignNotFound, fieldRefused])
        .middleware(on.Management)
        .annotate(OpenApi.Summary, "Test a campaign")
        .annotate(
          OpenApi.Description,
          `Sends the message of the campaign to 1 to ${maxTestRecipients} people at once, with the values of their contacts. They do not become recipients.${on.forManagers}`
        )
    )
    .annotate(OpenApi.Title, "Campaigns")
    .annotate(OpenApi.Description, "One template for many people, with values for each of them")

export const DeveloperCampaignsGroup = groupOf(developer)

export const developerLayer = HttpApiBuilder.group(developerApi(DeveloperCampaignsGroup), "campaigns", (handlers) =>
  handlers.handleRaw("uploadRecipients", inDeveloper(handle.upload)).handleAll({
    create: inDeveloper(handle.create),
    list: inDeveloper(handle.list),
    get: inDeveloper(handle.get),
    change: inDeveloper(handle.change),
    remove: inDeveloper(handle.remove),
    listRecipients: inDeveloper(handle.recipients),
    exportRecipients: inDeveloper(handle.file),
    start: inDeveloper(handle.start),
    pause: inDeveloper(handle.pause),
    resume: inDeveloper(handle.resume),
    cancel: inDeveloper(handle.cancel),
    test: inDeveloper(handle.test)
  })
)

export const SessionCampaignsGroup = groupOf(session)

export const sessionLayer = HttpApiBuilder.group(sessionApi(SessionCampaignsGroup), "campaigns", (handlers) =>
  handlers.handleRaw("uploadRecipients", inSession(handle.upload)).handleAll({
    create: inSession(handle.create),
    list: inSession(handle.list),
    get: inSession(handle.get),
    change: inSession(handle.change),
    remove: inSession(handle.remove),
    listRecipients: inSession(handle.recipients),
    exportRecipients: inSession(handle.file),
    start: inSession(handle.start),
    pause: inSession(handle.pause),
    resume: inSession(handle.resume),
    cancel: inSession(handle.cancel),
    test: inSession(handle.test)
  })
)
