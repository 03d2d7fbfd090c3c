import { Effect, Schema, Struct } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { cancelScheduled, changeScheduled, getScheduled, listScheduled } from "../../../app/sends/scheduledSends.ts"
import { textLimits } from "../../../domain/conversations/Channel.ts"
import { composedReply, type PendingMessage } from "../../../domain/sends/pendingContent.ts"
import type { PendingSend } from "../../../domain/sends/PendingSend.ts"
import { isWithin } from "../../../domain/text/textLimits.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { pageFacts, pageFields, pageOf } from "../interfaces/pagination.ts"
import { BodyLimit, maxSendBytes } from "../interfaces/readJsonBody.ts"
import { limitText } from "../interfaces/requestFields.ts"
import { Conflict, NotFound, invalidField, nothingToChange } from "../interfaces/session/Failures.ts"
import { Access, sessionApi } from "../interfaces/session/middleware.ts"
import { draftOf, fileRefusals, uploadedIdOf } from "../media/askedFile.ts"
import { askedMessage } from "../messages/messages.ts"
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
import { ReplyRequest } from "./replies.ts"
import { replyRefusals, whatsAppRefusals } from "./sessionSendFailures.ts"
import { scheduledBegun, scheduledNotFound, changeRefusals } from "./sessionScheduleFailures.ts"

/** The request of a change: a time, the whole content in the form of a reply, or both. */
const ChangeRequest = Schema.Struct(ReplyRequest.fields).annotate({
  identifier: "ScheduledChange",
  description: "What changes. Content replaces the whole content, in the form of a reply on the channel",
  examples: [{ type: "text", text: "See you at nine" }]
})
type ChangeRequest = typeof ChangeRequest.Type

const List = Data(
  Schema.Struct({
    scheduledMessages: Schema.Array(ScheduledItem).annotate({
      description: "Those that are not sent yet, the soonest first, then those that ended, the last first"
    }),
    ...pageFields
  })
).annotate({ examples: [ok({ scheduledMessages: [scheduledExample], total: 1, page: 1, limit: 20, hasNext: false })] })

/** Endpoints of scheduled messages (contract: Scheduled sends; Changes of scheduled sends). */
export const ScheduledGroup = HttpApiGroup.make("scheduled")
  .add(
    HttpApiEndpoint.get("list", "/scheduled-messages", { query: scheduledQuery, success: List })
      .annotate(OpenApi.Summary, "List scheduled messages")
      .annotate(
        OpenApi.Description,
        "Those that are not sent yet, the soonest first, then those that ended within 7 days, the last first. An agent with the scope assigned gets those in their own and in unassigned conversations, and those that they scheduled outside of conversations."
      ),
    HttpApiEndpoint.get("get", "/scheduled-messages/:scheduledId", {
      params: scheduledParams,
      success: OneScheduled,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Get a scheduled message")
      .annotate(OpenApi.Description, "One scheduled message, with its outcome once it has ended."),
    HttpApiEndpoint.patch("change", "/scheduled-messages/:scheduledId", {
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
    HttpApiEndpoint.delete("cancel", "/scheduled-messages/:scheduledId", {
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
  .annotate(OpenApi.Description, "Messages that were sent with `sendAt`, of all channels and both interfaces")

/** The new content; null if the request has none. */
const messageOf = Effect.fnUntraced(function* (
  { channel, recipient }: PendingSend,
  parts: Omit<ChangeRequest, "sendAt">
) {
  if (Object.values(parts).every((part) => part === null || part === undefined)) return null
  if (channel === "whatsapp") {
    if (!isWithin(parts.text ?? "", textLimits.whatsapp)) {
      return yield* invalidField("text", `Expected ${limitText(textLimits.whatsapp)}`)
    }
    const asked = askedMessage({
      ...Struct.omit(parts, ["attachmentUrl", "mediaId", "tag"]),
      type: parts.type ?? "text"
    })
    const message: PendingMessage = { channel, content: yield* draftOf(asked) }
    return message
  }
  const { mediaId: named = null, ...draft } = parts
  const mediaId = named === null ? null : yield* uploadedIdOf(named)
  const message: PendingMessage = {
    channel,
    content: yield* Effect.fromResult(composedReply(channel, recipient, { ...draft, mediaId }))
  }
  return message
})

/** A scheduled send as members see it: with a plus before its number. */
const memberItem = (send: PendingSend) => scheduledItem(send, send.recipient)

const unchangeable = { ScheduledSendNotFound: scheduledNotFound, ScheduledSendBegun: scheduledBegun }

export const layer = HttpApiBuilder.group(sessionApi(ScheduledGroup), "scheduled", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ query }) {
      const page = pageOf(query)
      const found = yield* listScheduled(yield* Access, scheduledFilter(query), page)
      return ok({ scheduledMessages: found.rows.map(memberItem), ...pageFacts(found, page) })
    }),
    get: Effect.fnUntraced(
      function* ({ params }) {
        return ok(memberItem(yield* getScheduled(yield* Access, yield* scheduledIdOf(params.scheduledId))))
      },
      Effect.catchTag("ScheduledSendNotFound", scheduledNotFound)
    ),
    change: Effect.fnUntraced(
      function* ({ params, payload: { sendAt = null, ...parts } }) {
        const access = yield* Access
        const id = yield* scheduledIdOf(params.scheduledId)
        const message = yield* messageOf(yield* getScheduled(access, id), parts)
        if (message === null && sendAt === null) return yield* nothingToChange()
        const changed = yield* changeScheduled(access, id, {
          ...(message !== null && { message }),
          ...(sendAt !== null && { sendAt })
        })
        return ok(memberItem(changed))
      },
      (changed, { payload }) => Effect.catchTags(changed, fileRefusals(payload.type ?? "mediaId")),
      Effect.catchTags({ ...unchangeable, ...changeRefusals, ...replyRefusals, ...whatsAppRefusals })
    ),
    cancel: Effect.fnUntraced(function* ({ params }) {
      return ok(memberItem(yield* cancelScheduled(yield* Access, yield* scheduledIdOf(params.scheduledId))))
    }, Effect.catchTags(unchangeable))
  })
)
