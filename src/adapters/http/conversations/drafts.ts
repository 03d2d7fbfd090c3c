import { DateTime, Effect, Option, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { getDraft, listDrafts, removeDraft, saveDraft } from "../../../app/conversations/drafts.ts"
import { type Draft, DraftMode, draftLimit, maxDrafts } from "../../../domain/conversations/Draft.ts"
import { ConversationId, MessageId } from "../../../domain/Ids.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { pageFacts, pageFields, pageOf, pageQuery, timestamp } from "../interfaces/pagination.ts"
import { RequiredText, idIn, optional, within } from "../interfaces/requestFields.ts"
import { Forbidden, NotFound, invalidField } from "../interfaces/session/Failures.ts"
import { Access, sessionApi } from "../interfaces/session/middleware.ts"
import { refusal } from "../openapi/documented.ts"
import { conversationRefusals } from "./conversationRefusals.ts"
import { ConversationIdText, conversationIdOf } from "./ConversationViews.ts"

const conversationId = ConversationId.annotate({ description: "The conversation's id" })

const mode = DraftMode.annotate({ description: "reply: a message to the contact. note: a note of the members" })

const DraftItem = Schema.Struct({
  conversationId,
  text: Schema.String.annotate({ description: "The text" }),
  mode,
  replyTo: Schema.NullOr(MessageId).annotate({
    description: "The id of the message that it answers; null if it answers none"
  }),
  updatedAt: timestamp("When it was saved last")
}).annotate({ identifier: "Draft", description: "Unsent text of the member in a conversation" })

const draftItem = ({ conversationId, mode, replyTo, text, updatedAt }: Draft): typeof DraftItem.Type => ({
  conversationId,
  text,
  mode,
  replyTo,
  updatedAt: DateTime.formatIso(updatedAt)
})

const example: typeof DraftItem.Type = {
  conversationId: ConversationId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b"),
  text: "Your parcel leaves tomorrow",
  mode: "reply",
  replyTo: null,
  updatedAt: "2026-11-21T10:00:00.000Z"
}

const DraftPage = Data(Schema.Struct({ drafts: Schema.Array(DraftItem), ...pageFields })).annotate({
  examples: [ok({ drafts: [example], total: 1, page: 1, limit: 20, hasNext: false })]
})

const FoundDraft = Data(
  Schema.Struct({ draft: Schema.NullOr(DraftItem).annotate({ description: "The draft; null without one" }) })
).annotate({ examples: [ok({ draft: example })] })

const SavedDraft = Data(DraftItem).annotate({ examples: [ok(example)] })

const RemovedDraft = Data(Schema.Struct({ conversationId })).annotate({
  examples: [ok({ conversationId: example.conversationId })]
})

const SaveDraftRequest = Schema.Struct({
  text: RequiredText.check(within(draftLimit)).annotate({
    description: `The text, 1 to ${draftLimit.limit} characters`
  }),
  mode: optional(mode).annotate({
    description: "reply (default): a message to the contact. note: a note of the members"
  }),
  replyTo: optional(RequiredText.annotate({ description: "The id of the message that it answers" }))
}).annotate({
  identifier: "SaveDraftRequest",
  description: "Unsent text",
  examples: [{ text: example.text }]
})

const params = { conversationId: ConversationIdText }

/** Endpoints of drafts (contract: Drafts of a member). */
export const DraftsGroup = HttpApiGroup.make("drafts")
  .add(
    HttpApiEndpoint.get("list", "/drafts", { query: pageQuery, success: DraftPage, error: Forbidden })
      .annotate(OpenApi.Summary, "List drafts")
      .annotate(OpenApi.Description, "Drafts of the signed-in member, the last changed first."),
    HttpApiEndpoint.get("get", "/conversations/:conversationId/draft", {
      params,
      success: FoundDraft,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get the draft in a conversation")
      .annotate(OpenApi.Description, "The draft of the signed-in member; other members do not see it."),
    HttpApiEndpoint.put("save", "/conversations/:conversationId/draft", {
      params,
      payload: SaveDraftRequest,
      success: SavedDraft,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Save the draft in a conversation")
      .annotate(
        OpenApi.Description,
        `Replaces the draft of the signed-in member; the last save wins. A member has at most ${maxDrafts} drafts: a new one replaces the least recently changed.`
      ),
    HttpApiEndpoint.delete("remove", "/conversations/:conversationId/draft", {
      params,
      success: RemovedDraft,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Remove the draft in a conversation")
      .annotate(OpenApi.Description, "Succeeds without a draft, too.")
  )
  .annotate(OpenApi.Title, "Drafts")
  .annotate(OpenApi.Description, "Unsent texts of the signed-in member")

export const noDrafts = refusal(
  "The service role calls, which is no member",
  new Forbidden({ error: "Drafts belong to members; the service role has none" })
)

export const notAMessageId = refusal(
  "The message is named by no id",
  invalidField("replyTo", "not the id of a message")
)

const messageIdIn = idIn(MessageId)

const refusals = { ...conversationRefusals, NoMember: noDrafts }

export const layer = HttpApiBuilder.group(sessionApi(DraftsGroup), "drafts", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(
      function* ({ query }) {
        const page = pageOf(query)
        const found = yield* listDrafts(yield* Access, page)
        return ok({ drafts: found.rows.map(draftItem), ...pageFacts(found, page) })
      },
      Effect.catchTags({ NoMember: noDrafts })
    ),
    get: Effect.fnUntraced(function* ({ params }) {
      const id = yield* conversationIdOf(params.conversationId)
      const found = yield* getDraft(yield* Access, id)
      return ok({ draft: Option.getOrNull(Option.map(found, draftItem)) })
    }, Effect.catchTags(refusals)),
    save: Effect.fnUntraced(function* ({ params, payload }) {
      const id = yield* conversationIdOf(params.conversationId)
      const replyTo = Option.getOrNull(messageIdIn(payload.replyTo ?? ""))
      if (payload.replyTo && replyTo === null) return yield* notAMessageId()
      const { mode, text } = payload
      return ok(draftItem(yield* saveDraft(yield* Access, id, { text, mode: mode ?? "reply", replyTo })))
    }, Effect.catchTags(refusals)),
    remove: Effect.fnUntraced(function* ({ params }) {
      const id = yield* conversationIdOf(params.conversationId)
      yield* removeDraft(yield* Access, id)
      return ok({ conversationId: id })
    }, Effect.catchTags(refusals))
  })
)
