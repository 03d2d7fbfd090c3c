import { type DateTime, Effect, Schema, Struct } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { refusedFile, refusedReference } from "../../../app/sends/namedFiles.ts"
import { cancelScheduled, changeScheduled, getScheduled, listScheduled } from "../../../app/sends/scheduledSends.ts"
import type { PendingSendId } from "../../../domain/Ids.ts"
import { textLimits } from "../../../domain/conversations/Channel.ts"
import { composedReply, type PendingMessage } from "../../../domain/sends/pendingContent.ts"
import type { PendingSend } from "../../../domain/sends/PendingSend.ts"
import { isWithin } from "../../../domain/text/textLimits.ts"
import type { Interface, InterfaceGuards, Prefix, Requester } from "../interfaces/Interface.ts"
import { invalidField } from "../interfaces/Refusal.ts"
import { developer, inDeveloper } from "../interfaces/developer/developer.ts"
import { developerApi } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { pageFacts, pageFields, PageOf, pageOf, paged } from "../interfaces/pagination.ts"
import { BodyLimit, maxSendBytes } from "../interfaces/readJsonBody.ts"
import { limitText, optional, Text } from "../interfaces/requestFields.ts"
import { sessionApi } from "../interfaces/session/middleware.ts"
import { inSession, session } from "../interfaces/session/session.ts"
import { draftOf, fileRefusals, uploadedIdOf } from "../media/askedFile.ts"
import * as Member from "../messages/messages.ts"
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
import * as Backend from "./developerWhatsApp.ts"
import { messengerRefusals, whatsAppRefusals } from "./messageRefusals.ts"
import { ReplyRequest } from "./replies.ts"
import { changeRefusals, nothingScheduledToChange, scheduledBegun, scheduledNotFound } from "./scheduleRefusals.ts"

/** Schemas and texts in which the interfaces differ. */
interface Differences<List extends Schema.Top, Change extends Schema.Top> {
  readonly list: List
  /** The request of a change: a time, the whole content in the form of the interface, or both. */
  readonly change: Change
  /** A sentence at the end of the description of the list. */
  readonly visible: string
  readonly description: string
}

/** Endpoints of scheduled messages (contract: Scheduled sends; Changes of scheduled sends). */
const groupOf = <
  P extends Prefix,
  G extends InterfaceGuards,
  List extends Schema.Top,
  Change extends Schema.Top & { readonly sseMode?: never }
>(
  on: Interface<P, G>,
  { change, description, list, visible }: Differences<List, Change>
) =>
  HttpApiGroup.make("scheduled")
    .add(
      HttpApiEndpoint.get("list", `${on.prefix}/scheduled-messages`, { query: scheduledQuery, success: list })
        .annotate(OpenApi.Summary, "List scheduled messages")
        .annotate(
          OpenApi.Description,
          `Those that are not sent yet, the soonest first, then those that ended within 7 days, the last first.${visible}`
        ),
      HttpApiEndpoint.get("get", `${on.prefix}/scheduled-messages/:scheduledId`, {
        params: scheduledParams,
        success: OneScheduled
      })
        .middleware(on.NotFound)
        .annotate(OpenApi.Summary, "Get a scheduled message")
        .annotate(OpenApi.Description, "One scheduled message, with its outcome once it has ended."),
      HttpApiEndpoint.patch("change", `${on.prefix}/scheduled-messages/:scheduledId`, {
        params: scheduledParams,
        payload: change,
        success: OneScheduled
      })
        .middleware(on.NotFound)
        .middleware(on.Conflict)
        .annotate(BodyLimit, maxSendBytes)
        .annotate(OpenApi.Summary, "Change a scheduled message")
        .annotate(
          OpenApi.Description,
          "Changes the time with `sendAt`, and replaces the content if any field of it is given. Recipient and sender stay. A message that is being sent is refused with 409."
        ),
      HttpApiEndpoint.delete("cancel", `${on.prefix}/scheduled-messages/:scheduledId`, {
        params: scheduledParams,
        success: OneScheduled
      })
        .middleware(on.NotFound)
        .middleware(on.Conflict)
        .annotate(OpenApi.Summary, "Cancel a scheduled message")
        .annotate(
          OpenApi.Description,
          "It is never sent, and listed as cancelled for 7 days. A message that is being sent, or has ended, is refused with 409."
        )
    )
    .annotate(OpenApi.Title, "Scheduled messages")
    .annotate(OpenApi.Description, description)

type View = (send: PendingSend) => typeof ScheduledItem.Type

interface OfOne {
  readonly params: { readonly scheduledId: string }
}

const unchangeable = { ScheduledSendNotFound: scheduledNotFound, ScheduledSendBegun: scheduledBegun }

const get = (view: View) =>
  Effect.fnUntraced(
    function* ({ access }: Requester, { params }: OfOne) {
      return ok(view(yield* getScheduled(access, yield* scheduledIdOf(params.scheduledId))))
    },
    Effect.catchTag("ScheduledSendNotFound", scheduledNotFound)
  )

const cancel = (view: View) =>
  Effect.fnUntraced(function* ({ access }: Requester, { params }: OfOne) {
    return ok(view(yield* cancelScheduled(access, yield* scheduledIdOf(params.scheduledId))))
  }, Effect.catchTags(unchangeable))

/** Changes the content, the time or both; null changes nothing. */
const changed = Effect.fnUntraced(function* (
  { access }: Requester,
  id: PendingSendId,
  message: PendingMessage | null,
  sendAt: DateTime.Utc | null
) {
  if (message === null && sendAt === null) return yield* nothingScheduledToChange()
  return yield* changeScheduled(access, id, {
    ...(message !== null && { message }),
    ...(sendAt !== null && { sendAt })
  })
})

const contentFailures = { ...unchangeable, ...changeRefusals, ...messengerRefusals, ...whatsAppRefusals }

/** Whether a request of a change has a field of the content. */
const hasContent = (parts: { readonly [field: string]: unknown }): boolean =>
  Object.values(parts).some((part) => part !== null && part !== undefined)

const checkText = (text: string | null | undefined) =>
  isWithin(text ?? "", textLimits.whatsapp)
    ? Effect.void
    : invalidField("text", `Expected ${limitText(textLimits.whatsapp)}`)

const BackendChange = Schema.Struct({
  ...Struct.omit(InstagramSendRequest.fields, ["participantId", "from"]),
  ...Struct.omit(MessengerSendRequest.fields, ["recipientId", "from"]),
  ...Struct.omit(Backend.SendMessageRequest.fields, ["to", "from"]),
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

/** The new content in the form of a send; null if the request has none. */
const backendMessage = Effect.fnUntraced(function* (
  { channel }: PendingSend,
  parts: Omit<typeof BackendChange.Type, "sendAt">
) {
  if (!hasContent(parts)) return null
  if (channel !== "whatsapp") return { channel, content: parts } satisfies PendingMessage
  yield* checkText(parts.text)
  const message = Backend.askedMessage({ ...parts, to: "" })
  const content = yield* Effect.catchTags(draftOf(message), refusedReference(`${message.type}.mediaId`))
  return { channel, content } satisfies PendingMessage
})

const changeAsBackend = Effect.fnUntraced(function* (
  requester: Requester,
  { params, payload: { sendAt = null, ...parts } }: OfOne & { readonly payload: typeof BackendChange.Type }
) {
  const id = yield* scheduledIdOf(params.scheduledId)
  const message = yield* backendMessage(yield* getScheduled(requester.access, id), parts)
  const field = `${parts.type ?? "image"}.mediaId`
  return ok(scheduledItem(yield* Effect.catchTags(changed(requester, id, message, sendAt), refusedFile(field))))
}, Effect.catchTags(contentFailures))

export const DeveloperScheduledGroup = groupOf(developer, {
  list: Data(PageOf(ScheduledItem)).annotate({
    examples: [ok({ data: [scheduledExample], meta: { page: 1, limit: 20, total: 1 } })]
  }),
  change: BackendChange,
  visible: "",
  description: "Messages that were sent with `sendAt`, of all channels and both interfaces."
})

export const developerLayer = HttpApiBuilder.group(developerApi(DeveloperScheduledGroup), "scheduled", (handlers) =>
  handlers.handleAll({
    list: inDeveloper(
      Effect.fnUntraced(function* ({ access }, { query }) {
        const page = pageOf(query)
        return ok(
          paged(yield* listScheduled(access, scheduledFilter(query), page), page, (send) => scheduledItem(send))
        )
      })
    ),
    get: inDeveloper(get((send) => scheduledItem(send))),
    change: inDeveloper(changeAsBackend),
    cancel: inDeveloper(cancel((send) => scheduledItem(send)))
  })
)

const MemberChange = Schema.Struct(ReplyRequest.fields).annotate({
  identifier: "ScheduledChange",
  description: "What changes. Content replaces the whole content, in the form of a reply on the channel",
  examples: [{ type: "text", text: "See you at nine" }]
})

/** The new content in the form of a reply; null if the request has none. */
const memberMessage = Effect.fnUntraced(function* (
  { channel, recipient }: PendingSend,
  parts: Omit<typeof MemberChange.Type, "sendAt">
) {
  if (!hasContent(parts)) return null
  if (channel === "whatsapp") {
    yield* checkText(parts.text)
    const reply = Struct.omit(parts, ["attachmentUrl", "mediaId", "tag"])
    const content = yield* draftOf(Member.askedMessage({ ...reply, type: parts.type ?? "text" }))
    return { channel, content } satisfies PendingMessage
  }
  const { mediaId: named = null, ...draft } = parts
  const mediaId = named === null ? null : yield* uploadedIdOf(named)
  const content = yield* Effect.fromResult(composedReply(channel, recipient, { ...draft, mediaId }))
  return { channel, content } satisfies PendingMessage
})

/** A scheduled send as members see it: with a plus before its number. */
const memberItem = (send: PendingSend) => scheduledItem(send, send.recipient)

const changeAsMember = Effect.fnUntraced(
  function* (
    requester: Requester,
    { params, payload: { sendAt = null, ...parts } }: OfOne & { readonly payload: typeof MemberChange.Type }
  ) {
    const id = yield* scheduledIdOf(params.scheduledId)
    const message = yield* memberMessage(yield* getScheduled(requester.access, id), parts)
    return ok(memberItem(yield* changed(requester, id, message, sendAt)))
  },
  (answer, _requester, { payload }) => Effect.catchTags(answer, fileRefusals(payload.type ?? "mediaId")),
  Effect.catchTags(contentFailures)
)

export const SessionScheduledGroup = groupOf(session, {
  list: Data(
    Schema.Struct({
      scheduledMessages: Schema.Array(ScheduledItem).annotate({
        description: "Those that are not sent yet, the soonest first, then those that ended, the last first"
      }),
      ...pageFields
    })
  ).annotate({
    examples: [ok({ scheduledMessages: [scheduledExample], total: 1, page: 1, limit: 20, hasNext: false })]
  }),
  change: MemberChange,
  visible:
    " An agent with the scope assigned gets those in their own and in unassigned conversations, and those that they scheduled outside of conversations.",
  description: "Messages that were sent with `sendAt`, of all channels and both interfaces"
})

export const sessionLayer = HttpApiBuilder.group(sessionApi(SessionScheduledGroup), "scheduled", (handlers) =>
  handlers.handleAll({
    list: inSession(
      Effect.fnUntraced(function* ({ access }, { query }) {
        const page = pageOf(query)
        const found = yield* listScheduled(access, scheduledFilter(query), page)
        return ok({ scheduledMessages: found.rows.map(memberItem), ...pageFacts(found, page) })
      })
    ),
    get: inSession(get(memberItem)),
    change: inSession(changeAsMember),
    cancel: inSession(cancel(memberItem))
  })
)
