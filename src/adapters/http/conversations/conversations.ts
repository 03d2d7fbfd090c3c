import { Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  assignConversation,
  getConversation,
  listConversations,
  readConversation,
  reopenConversation,
  unassignConversation,
  unreadConversation,
  conversationAccounts
} from "../../../app/conversations/conversations.ts"
import { resolveConversation } from "../../../app/conversations/handling.ts"
import { shownConversation } from "../../../app/conversations/shownConversation.ts"
import { ContactId, TeamId, UserId } from "../../../domain/Ids.ts"
import { NotAMember } from "../../../domain/access/SessionAccess.ts"
import { contactSearch } from "../../../domain/contacts/ContactSearch.ts"
import { Channel } from "../../../domain/conversations/Channel.ts"
import { ConversationStatus } from "../../../domain/conversations/Conversation.ts"
import { SearchTerm, labelQuery } from "../contacts/ContactAdditions.ts"
import { ok } from "../interfaces/envelope.ts"
import { pageFacts, pageOf, pageQuery } from "../interfaces/pagination.ts"
import { documentedAs, idOr } from "../interfaces/requestFields.ts"
import { BadGateway, Conflict, Forbidden, NotFound, notAMember } from "../interfaces/session/Failures.ts"
import { Access, IdempotencyGuard, sessionApi } from "../interfaces/session/middleware.ts"
import { sessionFailure } from "../interfaces/session/session.ts"
import { withOptionalBody } from "../messages/signs.ts"
import { refusal } from "../openapi/documented.ts"
import { lookupRefusals } from "../sends/sendRefusals.ts"
import {
  AssignConversationRequest,
  AssignedConversation,
  CloseConversationRequest,
  ClosedConversation,
  ReadConversation,
  ReopenedConversation,
  UnassignedConversation,
  UnreadConversation,
  assignedConversation,
  changedConversation,
  closedConversation
} from "./changedConversation.ts"
import { conversationRefusals } from "./conversationRefusals.ts"
import {
  ConversationDetails,
  ConversationIdText,
  ConversationPage,
  conversationDetails,
  conversationIdOf,
  conversationItem,
  priority
} from "./ConversationViews.ts"

const path = { conversationId: ConversationIdText }

/** Endpoints of conversations (contract: Session conversations). */
export const ConversationsGroup = HttpApiGroup.make("conversations")
  .add(
    HttpApiEndpoint.get("list", "/conversations", {
      query: {
        ...pageQuery,
        status: Schema.optionalKey(ConversationStatus.annotate({ description: "Only those with this status" })),
        channel: Schema.optionalKey(Channel.annotate({ description: "Only those on this channel" })),
        assignee: Schema.optionalKey(
          UserId.annotate({ description: "Only those that this user looks after; the user's UUID" })
        ),
        contactId: Schema.optionalKey(
          ContactId.annotate({ description: "Only those with this contact; the contact's UUID" })
        ),
        team: Schema.optionalKey(TeamId.annotate({ description: "Only those of this team; the team's UUID" })),
        label: Schema.optionalKey(labelQuery),
        search: Schema.optionalKey(SearchTerm),
        priority: Schema.optionalKey(priority.annotate({ description: "Only those with this priority" })),
        snoozed: Schema.optionalKey(
          Schema.Literals(["true", "false"])
            .check(documentedAs(Schema.Boolean))
            .annotate({ description: "true: only snoozed ones; false: only those that are not snoozed" })
        ),
        sort: Schema.optionalKey(
          Schema.Literals(["updated", "priority"]).annotate({
            description:
              "updated: the last updated first, which is the default; priority: the highest priority first, of one priority the last updated"
          })
        )
      },
      success: ConversationPage
    })
      .annotate(OpenApi.Summary, "List conversations")
      .annotate(
        OpenApi.Description,
        "The last updated first; with a search, those whose contact has the term as a part of the name, phone number or e-mail address. An agent with the scope assigned gets their own and the unassigned conversations."
      ),
    HttpApiEndpoint.get("get", "/conversations/:conversationId", {
      params: path,
      success: ConversationDetails,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a conversation")
      .annotate(OpenApi.Description, "One conversation, with the whole contact, the assignee and how it began."),
    HttpApiEndpoint.post("close", "/conversations/:conversationId/close", {
      params: path,
      payload: [CloseConversationRequest, HttpApiSchema.NoContent],
      success: ClosedConversation,
      error: [Forbidden, NotFound, BadGateway]
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Transform, withOptionalBody)
      .annotate(OpenApi.Summary, "Close a conversation")
      .annotate(
        OpenApi.Description,
        "AI handling stops, and `conversation.closed` is dispatched. A thread of Messenger or Instagram that another app passed to this one is released. To close it again changes nothing: the first time counts."
      ),
    HttpApiEndpoint.post("assign", "/conversations/:conversationId/assign", {
      params: path,
      payload: AssignConversationRequest,
      success: AssignedConversation,
      error: [Forbidden, NotFound, Conflict]
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Summary, "Assign a conversation")
      .annotate(
        OpenApi.Description,
        "The user is notified, and `conversation.assigned` is dispatched if they did not have it. A closed conversation is opened again, unless the contact has another open one."
      ),
    HttpApiEndpoint.post("unassign", "/conversations/:conversationId/unassign", {
      params: path,
      success: UnassignedConversation,
      error: [Forbidden, NotFound]
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Summary, "Take a conversation from its assignee")
      .annotate(
        OpenApi.Description,
        "All members may see the conversation then. `conversation.assigned` is dispatched without an assignee. Its status stays. A conversation without an assignee stays as it is."
      ),
    HttpApiEndpoint.post("reopen", "/conversations/:conversationId/reopen", {
      params: path,
      success: ReopenedConversation,
      error: [Forbidden, NotFound, Conflict]
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Summary, "Open a closed conversation again")
      .annotate(
        OpenApi.Description,
        "Its assignee stays, and `conversation.opened` is dispatched. A conversation that is not closed stays as it is."
      ),
    HttpApiEndpoint.post("read", "/conversations/:conversationId/read", {
      params: path,
      success: ReadConversation,
      error: [Forbidden, NotFound]
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Summary, "Mark a conversation as read")
      .annotate(
        OpenApi.Description,
        "Messages that the service has learned of so far are read, and `conversation.read` is dispatched if some were unread. The person is not told."
      ),
    HttpApiEndpoint.post("unread", "/conversations/:conversationId/unread", {
      params: path,
      success: UnreadConversation,
      error: [Forbidden, NotFound]
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Summary, "Mark a conversation as unread")
      .annotate(
        OpenApi.Description,
        "At least one message counts as unread, for all members, until one of them reads the conversation or the business writes in it. `conversation.unread` is dispatched if all had been read. The person is not told."
      )
  )
  .annotate(OpenApi.Title, "Conversations")
  .annotate(OpenApi.Description, "Conversations with contacts, and their assignment")

const memberIdOf = idOr(UserId, () => new NotAMember())

export const anotherOpen = refusal(
  "It cannot be opened again",
  new Conflict({ error: "Conversation is closed and another one is open" })
)

export const layer = HttpApiBuilder.group(sessionApi(ConversationsGroup), "conversations", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ query }) {
      const page = pageOf(query)
      const { assignee, channel = null, contactId = null, label = null, search = "", status = null, team } = query
      const { priority: level = null } = query
      const filter = {
        channel,
        status,
        assigneeId: assignee === undefined ? null : UserId.make(assignee.toLowerCase()),
        contactId: contactId === null ? null : ContactId.make(contactId.toLowerCase()),
        priority: level,
        snoozed: query.snoozed === undefined ? null : query.snoozed === "true",
        teamId: team === undefined ? null : TeamId.make(team.toLowerCase()),
        label,
        search: contactSearch(search, "name, phone and email")
      }
      const access = yield* Access
      const found = yield* listConversations(access, filter, page, query.sort)
      const accounts = yield* conversationAccounts(
        access.organizationId,
        found.rows.map(({ conversation }) => conversation)
      )
      const conversations = found.rows.map((row) => conversationItem(row, accounts.get(row.conversation.id)))
      return ok({ conversations, ...pageFacts(found, page) })
    }),
    get: Effect.fnUntraced(function* ({ params }) {
      const id = yield* conversationIdOf(params.conversationId)
      const access = yield* Access
      const detail = yield* getConversation(access, id)
      const accounts = yield* conversationAccounts(access.organizationId, [detail.conversation])
      return ok(conversationDetails(detail, accounts.get(detail.conversation.id)))
    }, Effect.catchTags(conversationRefusals)),
    close: Effect.fnUntraced(
      function* ({ params, payload }) {
        const id = yield* conversationIdOf(params.conversationId)
        const access = yield* Access
        const { channel } = yield* shownConversation(access, id)
        const closed = resolveConversation(access, id, payload?.resolution ?? null)
        return ok(closedConversation(yield* Effect.catchTags(closed, lookupRefusals(channel))))
      },
      Effect.catchTags(conversationRefusals),
      Effect.catchTag("Refused", (refused) => Effect.fail(sessionFailure(refused)))
    ),
    assign: Effect.fnUntraced(
      function* ({ params, payload }) {
        const id = yield* conversationIdOf(params.conversationId)
        const userId = yield* memberIdOf(payload.userId)
        const { assignee, conversation } = yield* assignConversation(yield* Access, id, userId)
        return ok(assignedConversation(conversation, assignee))
      },
      Effect.catchTags({
        ...conversationRefusals,
        NotAMember: notAMember,
        AnotherConversationOpen: anotherOpen
      })
    ),
    unassign: Effect.fnUntraced(function* ({ params }) {
      const id = yield* conversationIdOf(params.conversationId)
      const unassigned = yield* unassignConversation(yield* Access, id)
      return ok({ ...changedConversation(unassigned), assigneeId: null })
    }, Effect.catchTags(conversationRefusals)),
    reopen: Effect.fnUntraced(
      function* ({ params }) {
        const id = yield* conversationIdOf(params.conversationId)
        return ok(changedConversation(yield* reopenConversation(yield* Access, id)))
      },
      Effect.catchTags({ ...conversationRefusals, AnotherConversationOpen: anotherOpen })
    ),
    read: Effect.fnUntraced(function* ({ params }) {
      const id = yield* conversationIdOf(params.conversationId)
      yield* readConversation(yield* Access, id)
      return ok({ id, unreadCount: 0 as const })
    }, Effect.catchTags(conversationRefusals)),
    unread: Effect.fnUntraced(function* ({ params }) {
      const id = yield* conversationIdOf(params.conversationId)
      const { unreadCount } = yield* unreadConversation(yield* Access, id)
      return ok({ id, unreadCount })
    }, Effect.catchTags(conversationRefusals))
  })
)
