import { Effect, Schema, Struct } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { refusedFile, refusedReference } from "../../../app/sends/namedFiles.ts"
import { cancelScheduled, changeScheduled, getScheduled, listScheduled } from "../../../app/sends/scheduledSends.ts"
import { backendAccess } from "../../../domain/access/SessionAccess.ts"
import { textLimits } from "../../../domain/conversations/Channel.ts"
import type { PendingMessage } from "../../../domain/sends/pendingContent.ts"
import type { PendingSend } from "../../../domain/sends/PendingSend.ts"
import { isWithin } from "../../../domain/text/textLimits.ts"
import { BadRequest, Conflict, NotFound } from "../interfaces/developer/Failures.ts"
import { Caller, developerApi } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { PageOf, pageOf, paged } from "../interfaces/pagination.ts"
import { BodyLimit, maxSendBytes } from "../interfaces/readJsonBody.ts"
import { Text, limitText, optional } from "../interfaces/requestFields.ts"
import { draftOf } from "../media/askedFile.ts"
import { InstagramSendRequest, MessengerSendRequest } from "./MessengerMessage.ts"
import {
  OneScheduled,
  ScheduledItem,
  scheduledExample,
  scheduledFilter,
  scheduledIdOf,
  scheduledItem,
  scheduledParams,
  scheduledQuery
} from "./ScheduledViews.ts"
import {
  nothingScheduledToChange,
  scheduledBegun,
  scheduledNotFound,
  changeRefusals
} from "./developerScheduleFailures.ts"
import { contentRefused, messageRefusals, whatsAppRefusals } from "./developerSendFailures.ts"
import { SendMessageRequest, askedMessage } from "./developerWhatsApp.ts"

const notContent = ["to", "from"] as const

/** The request of a change: a time, the whole content in the form of the send, or both. */
const ChangeRequest = Schema.Struct({
  ...Struct.omit(InstagramSendRequest.fields, ["participantId", "from"]),
  ...Struct.omit(MessengerSendRequest.fields, ["recipientId", "from"]),
  ...Struct.omit(SendMessageRequest.fields, notContent),
  type: optional(Text.annotate({ description: "The type of message, as the send of its channel takes it" })),
  text: optional(
    Text.annotate({
      description: `The text, as the send of its channel takes it; ${limitText(textLimits.whatsapp)} on WhatsApp`
    })
  )
}).annotate({
  identifier: "ScheduledChange",
  description: "What changes. Content replaces the whole content, in the form of the send of the channel",
  examples: [
    { text: "See you at nine", type: "text" },
    { template: { name: "hello_world", language: { code: "en_US" } } }
  ]
})
type ChangeRequest = typeof ChangeRequest.Type

const List = Data(PageOf(ScheduledItem)).annotate({
  examples: [ok({ data: [scheduledExample], meta: { page: 1, limit: 20, total: 1 } })]
})

/** Endpoints of scheduled messages (contract: Scheduled sends; Changes of scheduled sends). */
export const ScheduledGroup = HttpApiGroup.make("scheduled")
  .add(
    HttpApiEndpoint.get("list", "/v1/scheduled-messages", { query: scheduledQuery, success: List })
      .annotate(OpenApi.Summary, "List scheduled messages")
      .annotate(
        OpenApi.Description,
        "Those that are not sent yet, the soonest first, then those that ended within 7 days, the last first."
      ),
    HttpApiEndpoint.get("get", "/v1/scheduled-messages/:scheduledId", {
      params: scheduledParams,
      success: OneScheduled,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Get a scheduled message")
      .annotate(OpenApi.Description, "One scheduled message, with its outcome once it has ended."),
    HttpApiEndpoint.patch("change", "/v1/scheduled-messages/:scheduledId", {
      params: scheduledParams,
      payload: ChangeRequest,
      success: OneScheduled,
      error: [NotFound, Conflict]
    })
      .annotate(BodyLimit, maxSendBytes)
      .annotate(OpenApi.Summary, "Change a scheduled message")
      .annotate(
        OpenApi.Description,
        "Changes the time with `sendAt`, and replaces the content if any field of it is given. Recipient and sender stay. A message that is being sent is refused with 409."
      ),
    HttpApiEndpoint.delete("cancel", "/v1/scheduled-messages/:scheduledId", {
      params: scheduledParams,
      success: OneScheduled,
      error: [NotFound, Conflict]
    })
      .annotate(OpenApi.Summary, "Cancel a scheduled message")
      .annotate(
        OpenApi.Description,
        "It is never sent, and listed as cancelled for 7 days. A message that is being sent, or has ended, is refused with 409."
      )
  )
  .annotate(OpenApi.Title, "Scheduled messages")
  .annotate(OpenApi.Description, "Messages that were sent with `sendAt`, of all channels and both interfaces.")

/** The new content; null if the request has none. */
const messageOf = Effect.fnUntraced(function* (
  { channel }: PendingSend,
  parts: Omit<ChangeRequest, "sendAt">
): Effect.fn.Return<PendingMessage | null, BadRequest> {
  if (Object.values(parts).every((part) => part === null || part === undefined)) return null
  if (channel !== "whatsapp") return { channel, content: parts }
  if (!isWithin(parts.text ?? "", textLimits.whatsapp)) {
    return yield* new BadRequest({ message: `Invalid field text: Expected ${limitText(textLimits.whatsapp)}` })
  }
  const message = askedMessage({ ...parts, to: "" })
  const content = Effect.catchTags(draftOf(message), refusedReference(`${message.type}.mediaId`))
  return { channel, content: yield* Effect.catchTags(content, whatsAppRefusals) }
})

const unchangeable = { ScheduledSendNotFound: scheduledNotFound, ScheduledSendBegun: scheduledBegun }

export const layer = HttpApiBuilder.group(developerApi(ScheduledGroup), "scheduled", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ query }) {
      const access = backendAccess((yield* Caller).organizationId)
      const page = pageOf(query)
      return ok(paged(yield* listScheduled(access, scheduledFilter(query), page), page, (send) => scheduledItem(send)))
    }),
    get: Effect.fnUntraced(
      function* ({ params }) {
        const access = backendAccess((yield* Caller).organizationId)
        return ok(scheduledItem(yield* getScheduled(access, yield* scheduledIdOf(params.scheduledId))))
      },
      Effect.catchTag("ScheduledSendNotFound", scheduledNotFound)
    ),
    change: Effect.fnUntraced(
      function* ({ params, payload: { sendAt = null, ...parts } }) {
        const access = backendAccess((yield* Caller).organizationId)
        const id = yield* scheduledIdOf(params.scheduledId)
        const message = yield* messageOf(yield* getScheduled(access, id), parts)
        if (message === null && sendAt === null) return yield* nothingScheduledToChange()
        const changed = changeScheduled(access, id, {
          ...(message !== null && { message }),
          ...(sendAt !== null && { sendAt })
        })
        const field = `${parts.type ?? "image"}.mediaId`
        return ok(scheduledItem(yield* Effect.catchTags(changed, refusedFile(field))))
      },
      Effect.catchTags({ ...unchangeable, ...changeRefusals, ...messageRefusals, ContentRefused: contentRefused })
    ),
    cancel: Effect.fnUntraced(function* ({ params }) {
      const access = backendAccess((yield* Caller).organizationId)
      return ok(scheduledItem(yield* cancelScheduled(access, yield* scheduledIdOf(params.scheduledId))))
    }, Effect.catchTags(unchangeable))
  })
)
