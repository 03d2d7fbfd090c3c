import { Effect, Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import {
  cancelCampaign,
  changeCampaign,
  createCampaign,
  deleteCampaign,
  exportCampaignRecipients,
  getCampaign,
  listCampaignRecipients,
  listCampaigns,
  pauseCampaign,
  resumeCampaign,
  setCampaignRecipients,
  startCampaign
} from "../../../app/campaigns/campaigns.ts"
import { testCampaign } from "../../../app/campaigns/testCampaign.ts"
import { type Campaign, CampaignNotFound, maxRecipientFileBytes } from "../../../domain/campaigns/Campaign.ts"
import type { RecipientStatus } from "../../../domain/campaigns/CampaignRecipient.ts"
import type { CampaignStatus } from "../../../domain/campaigns/campaignStates.ts"
import { CampaignId, type OrganizationId } from "../../../domain/Ids.ts"
import { defaultPageSize } from "../../../domain/text/Page.ts"
import type { Requester } from "../interfaces/Interface.ts"
import { csvFileAnswer } from "../interfaces/csvAnswer.ts"
import { ok } from "../interfaces/envelope.ts"
import { pageOf, paged } from "../interfaces/pagination.ts"
import { BodyTooLarge, BodyUnreadable, mediaOf } from "../interfaces/readJsonBody.ts"
import { idOr } from "../interfaces/requestFields.ts"
import { campaignView } from "./CampaignViews.ts"
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
  type ChangeCampaignRequest,
  changeOf,
  type CreateCampaignRequest,
  fieldsOf,
  isUnrestricted,
  type TestCampaignRequest
} from "./campaignRequests.ts"
import { readRecipients } from "./readRecipients.ts"
import { recipientHeader, recipientLine, recipientView, testView } from "./RecipientViews.ts"

const campaignIdOf = idOr(CampaignId, () => new CampaignNotFound())

export const create = Effect.fnUntraced(
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

export const list = Effect.fnUntraced(function* (
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

export const get = Effect.fnUntraced(function* ({ organizationId }: Requester, { params }: OfCampaign) {
  return ok(campaignView(yield* getCampaign(organizationId, yield* campaignIdOf(params.campaignId))))
}, Effect.catchTags(missing))

export const change = Effect.fnUntraced(
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

export const remove = Effect.fnUntraced(function* ({ organizationId }: Requester, { params }: OfCampaign) {
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

export const upload = Effect.fnUntraced(
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

export const recipients = Effect.fnUntraced(function* (
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
  const { next, rows } = yield* listCampaignRecipients(organizationId, id, { after, limit, status })
  return ok({ recipients: rows.map(recipientView), nextAfter: next, hasMore: next !== null })
}, Effect.catchTags(missing))

/** Answers with all recipients as CSV, which are read while the file is sent. */
export const file = Effect.fnUntraced(function* (
  { organizationId }: Requester,
  { params, query }: OfCampaign & { readonly query: { readonly status?: RecipientStatus } }
) {
  const id = yield* campaignIdOf(params.campaignId)
  const rows = yield* exportCampaignRecipients(organizationId, id, query.status ?? null)
  return yield* csvFileAnswer("recipients.csv", recipientHeader, Stream.map(rows, recipientLine))
}, Effect.catchTags(missing))

/** Makes the handler of an action on a campaign. */
const acting =
  <E, R>(act: (organizationId: OrganizationId, id: CampaignId) => Effect.Effect<Campaign, E, R>) =>
  ({ organizationId }: Requester, { params }: OfCampaign) =>
    Effect.gen(function* () {
      return ok(campaignView(yield* act(organizationId, yield* campaignIdOf(params.campaignId))))
    })

export const start = (requester: Requester, request: OfCampaign) =>
  Effect.catchTags(acting(startCampaign)(requester, request), {
    ...refusals,
    CampaignRefused: fieldRefused,
    TooManyCampaigns: tooManyCampaigns,
    SendAtRefused: sendAtRefused,
    ...senderRefusals
  })

export const pause = (requester: Requester, request: OfCampaign) =>
  Effect.catchTags(acting(pauseCampaign)(requester, request), refusals)

export const resume = (requester: Requester, request: OfCampaign) =>
  Effect.catchTags(acting(resumeCampaign)(requester, request), refusals)

export const cancel = (requester: Requester, request: OfCampaign) =>
  Effect.catchTags(acting(cancelCampaign)(requester, request), refusals)

export const test = Effect.fnUntraced(
  function* (
    { organizationId }: Requester,
    { params, payload }: OfCampaign & { readonly payload: typeof TestCampaignRequest.Type }
  ) {
    const results = yield* testCampaign(organizationId, yield* campaignIdOf(params.campaignId), payload.to)
    return ok({ results: results.map(testView) })
  },
  Effect.catchTags({ ...missing, CampaignRefused: fieldRefused })
)
