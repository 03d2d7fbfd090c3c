import { Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  changeSavedReply,
  createSavedReply,
  listSavedReplies,
  removeSavedReply,
  renderSavedReply
} from "../../../app/conversations/savedReplies.ts"
import { replyVariables, type ReplyVariableUnknown } from "../../../domain/conversations/renderReply.ts"
import {
  maxPersonalReplies,
  maxSharedReplies,
  ReplyLanguage,
  ReplyShortcut,
  SavedReplyNotFound,
  shortcutOf,
  type TooManySavedReplies
} from "../../../domain/conversations/SavedReply.ts"
import { SavedReplyId } from "../../../domain/Ids.ts"
import type { Interface, InterfaceGuards, Prefix, Requester } from "../interfaces/Interface.ts"
import { conflict, invalidField, notFound, nothingToChange, Refusals, Refused } from "../interfaces/Refusal.ts"
import { developer, inDeveloper } from "../interfaces/developer/developer.ts"
import { developerApi } from "../interfaces/developer/middleware.ts"
import { ok } from "../interfaces/envelope.ts"
import { pageFacts, pageOf, pageQuery } from "../interfaces/pagination.ts"
import { Text, idOr } from "../interfaces/requestFields.ts"
import { sessionApi } from "../interfaces/session/middleware.ts"
import { inSession, session } from "../interfaces/session/session.ts"
import { uploadedIdOf } from "../media/askedFile.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"
import { conversationIdOf } from "./ConversationViews.ts"
import {
  Answer,
  ChangeRequest,
  CreateRequest,
  fileView,
  RemovedReply,
  RenderedReply,
  RenderRequest,
  ReplyPage,
  replyView,
  shortcutRule
} from "./SavedReplyViews.ts"
import { conversationForbidden } from "./conversationRefusals.ts"

const shortcutRefused = refusal("The shortcut is none", invalidField("shortcut", `Expected ${shortcutRule}`))
const languageRefused = refusal(
  "The language is none",
  invalidField("language", "Expected a language such as en or pt_BR")
)
const fileRefused = refusal(
  "The file is not uploaded, or belongs to a message",
  invalidField("mediaId", "Expected the id of an uploaded file that was not sent yet, or of a backend's file")
)
const replyNotFound = refusal("No reply has the id", notFound("Saved reply not found"))
const shortcutTaken = refusal(
  "Another reply has the shortcut",
  conflict("A saved reply with this shortcut and language already exists")
)
const tooManyReplies = refusalFor(
  "There are too many replies",
  ({ shared }: Pick<TooManySavedReplies, "shared">) =>
    conflict(
      shared
        ? `The organization has ${maxSharedReplies} shared replies; delete one first`
        : `You have ${maxPersonalReplies} replies; delete one first`
    ),
  { shared: true }
)
const replyProtected = refusal(
  "The reply is shared, and the caller does not manage the organization",
  new Refused("Forbidden", { text: "Only members who manage the organization change shared replies" })
)
const variableUnknown = refusalFor(
  "A variable of the text does not exist",
  ({ name }: Pick<ReplyVariableUnknown, "name">) =>
    invalidField("text", `unknown variable {{${name}}}`, `Use one of ${replyVariables.join(", ")}`),
  { name: "contact.nickname" }
)

const conversationUnknown = refusal("The conversation does not exist", notFound("Conversation not found"))

const params = { replyId: Schema.String.annotate({ description: "The reply's id, a UUID" }) }

const listQuery = {
  ...pageQuery,
  prefix: Schema.optionalKey(
    Text.check(Schema.isMaxLength(32, { expected: "at most 32 characters" })).annotate({
      description: "The beginning of the shortcut"
    })
  ),
  language: Schema.optionalKey(
    ReplyLanguage.annotate({ description: "Replies in this language, and those of no language" })
  )
}

/** Endpoints of saved replies (contract: Saved replies; Variables of saved replies; Files of saved replies). */
const groupOf = <P extends Prefix, G extends InterfaceGuards>(on: Interface<P, G>, listed: string) =>
  HttpApiGroup.make("savedReplies")
    .add(
      HttpApiEndpoint.get("list", `${on.prefix}/saved-replies`, { query: listQuery, success: ReplyPage })
        .annotate(OpenApi.Summary, "List saved replies")
        .annotate(OpenApi.Description, `${listed}, by shortcut.`),
      HttpApiEndpoint.post("create", `${on.prefix}/saved-replies`, {
        payload: CreateRequest,
        success: Answer.pipe(HttpApiSchema.status(201))
      })
        .middleware(on.Idempotency)
        .middleware(on.Conflict)
        .annotate(Refusals, [
          shortcutRefused,
          languageRefused,
          fileRefused,
          variableUnknown,
          replyProtected,
          shortcutTaken,
          tooManyReplies
        ])
        .annotate(OpenApi.Summary, "Create a saved reply")
        .annotate(
          OpenApi.Description,
          `At most ${maxSharedReplies} shared ones for each organization, and ${maxPersonalReplies} for each member.`
        ),
      HttpApiEndpoint.patch("change", `${on.prefix}/saved-replies/:replyId`, {
        params,
        payload: ChangeRequest,
        success: Answer
      })
        .middleware(on.NotFound)
        .middleware(on.Conflict)
        .annotate(Refusals, [
          nothingToChange,
          shortcutRefused,
          languageRefused,
          fileRefused,
          variableUnknown,
          replyProtected,
          replyNotFound,
          shortcutTaken
        ])
        .annotate(OpenApi.Summary, "Change a saved reply")
        .annotate(
          OpenApi.Description,
          "Members who manage the organization change shared ones, and each member the own ones."
        ),
      HttpApiEndpoint.delete("remove", `${on.prefix}/saved-replies/:replyId`, { params, success: RemovedReply })
        .middleware(on.NotFound)
        .annotate(Refusals, [replyProtected, replyNotFound])
        .annotate(OpenApi.Summary, "Delete a saved reply")
        .annotate(
          OpenApi.Description,
          "Members who manage the organization delete shared ones, and each member the own ones."
        ),
      HttpApiEndpoint.post("render", `${on.prefix}/saved-replies/:replyId/render`, {
        params,
        payload: RenderRequest,
        success: RenderedReply
      })
        .middleware(on.Idempotency)
        .middleware(on.NotFound)
        .annotate(Refusals, [conversationForbidden, replyNotFound, conversationUnknown])
        .annotate(OpenApi.Summary, "Render a saved reply")
        .annotate(
          OpenApi.Description,
          "The text for the contact of a conversation, with the caller as the member, and the file of the reply. Nothing is sent."
        )
    )
    .annotate(OpenApi.Title, "Saved replies")
    .annotate(OpenApi.Description, "Texts that members send again and again")

const isShortcut = Schema.is(ReplyShortcut)
const isLanguage = Schema.is(ReplyLanguage)

/** The fields of a request, if their forms are right. Absent ones stay undefined. */
const contentOf = Effect.fnUntraced(function* <Shortcut extends string | undefined>(content: {
  readonly shortcut: Shortcut
  readonly language: string | null | undefined
  readonly mediaId: string | null | undefined
}) {
  const { language, mediaId, shortcut } = content
  if (shortcut !== undefined && !isShortcut(shortcutOf(shortcut))) return yield* shortcutRefused()
  if (language !== undefined && language !== null && !isLanguage(language)) return yield* languageRefused()
  return { ...content, mediaId: typeof mediaId === "string" ? yield* uploadedIdOf(mediaId) : mediaId }
})

const list = Effect.fnUntraced(function* (
  { access }: Requester,
  {
    query
  }: {
    readonly query: {
      readonly prefix?: string
      readonly language?: string
      readonly page?: number
      readonly limit?: number
    }
  }
) {
  const page = pageOf(query)
  const { language = null, prefix = null } = query
  const found = yield* listSavedReplies(access, { language, prefix }, page)
  return ok({ replies: found.rows.map(replyView), ...pageFacts(found, page) })
})

const contentRefusals = {
  ReplyVariableUnknown: variableUnknown,
  ShortcutTaken: shortcutTaken,
  SharedReplyProtected: replyProtected,
  FileNotFound: fileRefused
}

const create = Effect.fnUntraced(
  function* ({ access }: Requester, { payload }: { readonly payload: typeof CreateRequest.Type }) {
    const { shared, text } = payload
    const {
      language = null,
      mediaId = null,
      shortcut
    } = yield* contentOf({
      shortcut: payload.shortcut,
      language: payload.language,
      mediaId: payload.mediaId
    })
    const reply = yield* createSavedReply(access, { shortcut, text, language, mediaId }, shared === true)
    return ok(replyView(reply))
  },
  Effect.catchTags({ ...contentRefusals, TooManySavedReplies: tooManyReplies })
)

const replyIdOf = idOr(SavedReplyId, () => new SavedReplyNotFound())

interface OfReply {
  readonly params: { readonly replyId: string }
}

const change = Effect.fnUntraced(
  function* ({ access }: Requester, { params, payload }: OfReply & { readonly payload: typeof ChangeRequest.Type }) {
    const content = yield* contentOf({
      shortcut: payload.shortcut ?? undefined,
      language: payload.language,
      mediaId: payload.mediaId
    })
    const request = { ...content, text: payload.text ?? undefined }
    if (Object.values(request).every((field) => field === undefined)) return yield* nothingToChange()
    return ok(replyView(yield* changeSavedReply(access, yield* replyIdOf(params.replyId), request)))
  },
  Effect.catchTags({ ...contentRefusals, SavedReplyNotFound: replyNotFound })
)

const remove = Effect.fnUntraced(
  function* ({ access }: Requester, { params }: OfReply) {
    const id = yield* replyIdOf(params.replyId)
    yield* removeSavedReply(access, id)
    return ok({ id })
  },
  Effect.catchTags({ SavedReplyNotFound: replyNotFound, SharedReplyProtected: replyProtected })
)

const render = Effect.fnUntraced(
  function* ({ access }: Requester, { params, payload }: OfReply & { readonly payload: typeof RenderRequest.Type }) {
    const replyId = yield* replyIdOf(params.replyId)
    const conversationId = yield* conversationIdOf(payload.conversationId)
    const { file, reply, text } = yield* renderSavedReply(access, replyId, conversationId)
    return ok({ id: reply.id, text, file: file === null ? null : fileView(file) })
  },
  Effect.catchTags({
    SavedReplyNotFound: replyNotFound,
    Forbidden: conversationForbidden,
    ConversationNotFound: conversationUnknown,
    ContactNotFound: conversationUnknown
  })
)

export const DeveloperSavedRepliesGroup = groupOf(developer, "The shared replies of the organization")

export const developerLayer = HttpApiBuilder.group(
  developerApi(DeveloperSavedRepliesGroup),
  "savedReplies",
  (handlers) =>
    handlers.handleAll({
      list: inDeveloper(list),
      create: inDeveloper(create),
      change: inDeveloper(change),
      remove: inDeveloper(remove),
      render: inDeveloper(render)
    })
)

export const SessionSavedRepliesGroup = groupOf(session, "The caller's own replies and the shared ones")

export const sessionLayer = HttpApiBuilder.group(sessionApi(SessionSavedRepliesGroup), "savedReplies", (handlers) =>
  handlers.handleAll({
    list: inSession(list),
    create: inSession(create),
    change: inSession(change),
    remove: inSession(remove),
    render: inSession(render)
  })
)
