import { Effect, Option, Schema, Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  cancelCampaign,
  changeCampaign,
  createCampaign,
  deleteCampaign,
  getCampaign,
  listCampaignRecipients,
  listCampaigns,
  pauseCampaign,
  resumeCampaign,
  setCampaignRecipients,
  startCampaign
} from "../../../app/campaigns/campaigns.ts"
import { testCampaign } from "../../../app/campaigns/testCampaign.ts"
import {
  type Campaign,
  CampaignNotFound,
  maxRecipientFileBytes,
  maxTestRecipients
} from "../../../domain/campaigns/Campaign.ts"
import type { RecipientStatus } from "../../../domain/campaigns/CampaignRecipient.ts"
import type { CampaignStatus } from "../../../domain/campaigns/campaignStates.ts"
import { CampaignId, type OrganizationId } from "../../../domain/Ids.ts"
import { defaultPageSize } from "../../../domain/text/Page.ts"
import { CampaignStore } from "../../../ports/campaigns/CampaignStore.ts"
import type { Interface, InterfaceGuards, Requester } from "../interfaces/Interface.ts"
import { Refusals } from "../interfaces/Refusal.ts"
import { developer, inDeveloper } from "../interfaces/developer/developer.ts"
import { developerApi, LogsAnswer } from "../interfaces/developer/middleware.ts"
import { ok } from "../interfaces/envelope.ts"
import { pageOf, paged } from "../interfaces/pagination.ts"
import { BodyTooLarge, BodyUnreadable, mediaOf, ReadsBodyItself } from "../interfaces/readJsonBody.ts"
import { idOr } from "../interfaces/requestFields.ts"
import { sessionApi } from "../interfaces/session/middleware.ts"
import { inSession, session } from "../interfaces/session/session.ts"
import {
  CampaignPage,
  campaignParams as params,
  campaignsQuery,
  campaignView,
  NewCampaign,
  OneCampaign,
  recipientLimit,
  RemovedCampaign
} from "./CampaignViews.ts"
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
import {
  ChangeCampaignRequest,
  changeOf,
  CreateCampaignRequest,
  fieldsOf,
  isUnrestricted,
  TestCampaignRequest
} from "./campaignRequests.ts"
import { readRecipients } from "./readRecipients.ts"
import {
  exampleFile,
  recipientFileQuery,
  recipientHeader,
  recipientLine,
  RecipientList,
  recipientsQuery,
  recipientView,
  TestedCampaign,
  testView
} from "./RecipientViews.ts"

const campaignIdOf = idOr(CampaignId, () => new CampaignNotFound())

/** A file that is sent while it is read. */
const csvFile = HttpApiSchema.StreamUint8Array({ contentType: "text/csv" })

const withFileExample: OpenApi.Transform["Service"] = ({ responses, ...operation }) => {
  const { "200": file, ...failures } = responses
  const content = {
    "text/csv": { schema: { type: "string", format: "binary" }, examples: { one: { value: exampleFile } } }
  }
  return { ...operation, responses: { "200": { ...file, description: "The table", content }, ...failures } }
}

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
      HttpApiEndpoint.put("upload", `${on.prefix}${of}/recipients`, {
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
      HttpApiEndpoint.get("recipients", `${on.prefix}${of}/recipients`, {
        params,
        query: recipientsQuery,
        success: RecipientList
      })
        .middleware(on.NotFound)
        .annotate(Refusals, [campaignNotFound])
        .middleware(on.Management)
        .annotate(OpenApi.Summary, "List recipients")
        .annotate(OpenApi.Description, `The recipients in the order of sending, with their outcome.${on.forManagers}`),
      HttpApiEndpoint.get("export", `${on.prefix}${of}/recipients/export`, {
        params,
        query: recipientFileQuery,
        success: csvFile
      })
        .middleware(on.NotFound)
        // Otherwise the log would store the whole list.
        .annotate(LogsAnswer, false)
        .annotate(Refusals, [campaignNotFound])
        .annotate(OpenApi.Transform, withFileExample)
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

const create = Effect.fnUntraced(
  function* ({ access }: Requester, { payload }: { readonly payload: typeof CreateCampaignRequest.Type }) {
    if (isUnrestricted(payload)) return yield* unrestricted()
    return ok(
      campaignView(
        yield* createCampaign(
          access.organizationId,
          fieldsOf(payload),
          access.caller._tag === "User" ? access.caller.userId : null
        )
      )
    )
  },
  Effect.catchTags({ CampaignRefused: fieldRefused, TooManyCampaigns: tooManyCampaigns })
)

const list = Effect.fnUntraced(function* (
  { organizationId }: Requester,
  { query }: { readonly query: { readonly page?: number; readonly limit?: number; readonly status?: CampaignStatus } }
) {
  const page = pageOf(query)
  return ok(paged(yield* listCampaigns(organizationId, query.status ?? null, page), page, campaignView))
})

interface OfCampaign {
  readonly params: { readonly campaignId: string }
}

const missing = { CampaignNotFound: campaignNotFound }
const refusals = { ...missing, CampaignActionRefused: actionRefused }

const get = Effect.fnUntraced(function* ({ organizationId }: Requester, { params }: OfCampaign) {
  return ok(campaignView(yield* getCampaign(organizationId, yield* campaignIdOf(params.campaignId))))
}, Effect.catchTags(missing))

const change = Effect.fnUntraced(
  function* (
    { organizationId }: Requester,
    { params, payload }: OfCampaign & { readonly payload: ChangeCampaignRequest }
  ) {
    const id = yield* campaignIdOf(params.campaignId)
    if (isUnrestricted(payload)) return yield* unrestricted()
    const changes = changeOf(payload)
    if (Object.keys(changes).length === 0) return yield* nothingToChange()
    return ok(campaignView(yield* changeCampaign(organizationId, id, changes)))
  },
  Effect.catchTags({ ...refusals, CampaignRefused: fieldRefused })
)

const remove = Effect.fnUntraced(function* ({ organizationId }: Requester, { params }: OfCampaign) {
  const id = yield* campaignIdOf(params.campaignId)
  yield* deleteCampaign(organizationId, id)
  return ok({ id, deleted: true as const })
}, Effect.catchTags(refusals))

/** The bytes of the file, up to its limit. */
const bytesOf = (
  request: HttpServerRequest.HttpServerRequest
): Stream.Stream<Uint8Array, BodyTooLarge | BodyUnreadable> =>
  Stream.suspend(() => {
    let left = maxRecipientFileBytes
    return request.stream.pipe(
      Stream.mapError(() => new BodyUnreadable()),
      Stream.mapEffect((bytes) => {
        left -= bytes.length
        return left < 0 ? Effect.fail(new BodyTooLarge()) : Effect.succeed(bytes)
      })
    )
  })

const upload = Effect.fnUntraced(
  function* (
    { organizationId }: Requester,
    { params, request }: OfCampaign & { readonly request: HttpServerRequest.HttpServerRequest }
  ) {
    const id = yield* campaignIdOf(params.campaignId)
    if (mediaOf(request.headers["content-type"]).type !== "text/csv") return yield* notCsv()
    const campaign = yield* setCampaignRecipients(organizationId, id, readRecipients(bytesOf(request)))
    return HttpServerResponse.jsonUnsafe(ok(campaignView(campaign)))
  },
  Effect.catchTags({
    ...refusals,
    CsvRefused: fileRefused,
    BodyTooLarge: fileTooLarge,
    BodyUnreadable: bodyUnreadable,
    CampaignRefused: fieldRefused,
    TooManyRecipients: tooManyRecipients
  })
)

const recipients = Effect.fnUntraced(function* (
  { organizationId }: Requester,
  {
    params,
    query
  }: OfCampaign & {
    readonly query: { readonly status?: RecipientStatus; readonly after?: number; readonly limit?: number }
  }
) {
  const { after = 0, limit = defaultPageSize, status = null } = query
  const id = yield* campaignIdOf(params.campaignId)
  const found = yield* listCampaignRecipients(organizationId, id, { after, limit: limit + 1, status })
  const page = found.slice(0, limit)
  const next = found.length > limit ? (page.at(-1)?.position ?? null) : null
  return ok({ recipients: page.map(recipientView), nextAfter: next, hasMore: next !== null })
}, Effect.catchTags(missing))

/** Recipients that the file reads at once. */
const fileBatch = 1_000

const encoder = new TextEncoder()

/** Answers with all recipients as CSV, which are read while the file is sent. */
const file = Effect.fnUntraced(function* (
  { organizationId }: Requester,
  { params, query }: OfCampaign & { readonly query: { readonly status?: RecipientStatus } }
) {
  const id = yield* campaignIdOf(params.campaignId)
  yield* getCampaign(organizationId, id)
  const services = yield* Effect.context<CampaignStore>()
  const { recipients: read } = yield* CampaignStore
  const rows = Stream.paginate(0, (after: number) =>
    Effect.map(
      read(organizationId, id, { status: query.status ?? null, after, limit: fileBatch }),
      (found) => [found, found.length < fileBatch ? Option.none() : Option.some(found.at(-1)?.position ?? 0)] as const
    )
  )
  const body = Stream.concat(Stream.make(recipientHeader), Stream.map(rows, recipientLine)).pipe(
    Stream.map((line) => encoder.encode(line)),
    Stream.provideContext(services)
  )
  return HttpServerResponse.stream(body, {
    contentType: "text/csv; charset=utf-8",
    headers: { "content-disposition": 'attachment; filename="recipients.csv"', "x-content-type-options": "nosniff" }
  })
}, Effect.catchTags(missing))

/** Makes the handler of an action on a campaign. */
const acting =
  <E, R>(act: (organizationId: OrganizationId, id: CampaignId) => Effect.Effect<Campaign, E, R>) =>
  ({ organizationId }: Requester, { params }: OfCampaign) =>
    Effect.gen(function* () {
      return ok(campaignView(yield* act(organizationId, yield* campaignIdOf(params.campaignId))))
    })

const start = (requester: Requester, request: OfCampaign) =>
  Effect.catchTags(acting(startCampaign)(requester, request), {
    ...refusals,
    CampaignRefused: fieldRefused,
    TooManyCampaigns: tooManyCampaigns,
    SendAtRefused: sendAtRefused,
    ...senderRefusals
  })

const pause = (requester: Requester, request: OfCampaign) =>
  Effect.catchTags(acting(pauseCampaign)(requester, request), refusals)

const resume = (requester: Requester, request: OfCampaign) =>
  Effect.catchTags(acting(resumeCampaign)(requester, request), refusals)

const cancel = (requester: Requester, request: OfCampaign) =>
  Effect.catchTags(acting(cancelCampaign)(requester, request), refusals)

const test = Effect.fnUntraced(
  function* (
    { organizationId }: Requester,
    { params, payload }: OfCampaign & { readonly payload: typeof TestCampaignRequest.Type }
  ) {
    const results = yield* testCampaign(organizationId, yield* campaignIdOf(params.campaignId), payload.to)
    return ok({ results: results.map(testView) })
  },
  Effect.catchTags({ ...missing, CampaignRefused: fieldRefused })
)

export const DeveloperCampaignsGroup = groupOf(developer)

export const developerLayer = HttpApiBuilder.group(developerApi(DeveloperCampaignsGroup), "campaigns", (handlers) =>
  handlers.handleRaw("upload", inDeveloper(upload)).handleAll({
    create: inDeveloper(create),
    list: inDeveloper(list),
    get: inDeveloper(get),
    change: inDeveloper(change),
    remove: inDeveloper(remove),
    recipients: inDeveloper(recipients),
    export: inDeveloper(file),
    start: inDeveloper(start),
    pause: inDeveloper(pause),
    resume: inDeveloper(resume),
    cancel: inDeveloper(cancel),
    test: inDeveloper(test)
  })
)

export const SessionCampaignsGroup = groupOf(session)

export const sessionLayer = HttpApiBuilder.group(sessionApi(SessionCampaignsGroup), "campaigns", (handlers) =>
  handlers.handleRaw("upload", inSession(upload)).handleAll({
    create: inSession(create),
    list: inSession(list),
    get: inSession(get),
    change: inSession(change),
    remove: inSession(remove),
    recipients: inSession(recipients),
    export: inSession(file),
    start: inSession(start),
    pause: inSession(pause),
    resume: inSession(resume),
    cancel: inSession(cancel),
    test: inSession(test)
  })
)
