import { DateTime, Effect, Schema } from "effect"
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
import { ContactId, TeamId, UserId } from "../../../domain/Ids.ts"
import { NotAMember } from "../../../domain/access/SessionAccess.ts"
import { contactSearch } from "../../../domain/contacts/ContactSearch.ts"
import { Channel } from "../../../domain/conversations/Channel.ts"
import { type Conversation, ConversationStatus } from "../../../domain/conversations/Conversation.ts"
import type { Member } from "../../../ports/access/Memberships.ts"
import { SearchTerm, labelQuery } from "../contacts/ContactAdditions.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { pageFacts, pageOf, pageQuery, timestamp } from "../interfaces/pagination.ts"
import { RequiredText, Text, documentedAs, idOr, optional } from "../interfaces/requestFields.ts"
import { BadGateway, Conflict, Forbidden, NotFound, notAMember } from "../interfaces/session/Failures.ts"
import { Access, IdempotencyGuard, sessionApi } from "../interfaces/session/middleware.ts"
import { sessionFailure } from "../interfaces/session/session.ts"
import { withOptionalBody } from "../messages/signs.ts"
import { refusal } from "../openapi/documented.ts"
import { resolveConversation } from "../../../app/conversations/handling.ts"
import { shownConversation } from "../../../app/conversations/shownConversation.ts"
import { lookupRefusals } from "../sends/sendRefusals.ts"
import { conversationRefusals } from "./conversationRefusals.ts"
import {
  Assignee,
  ConversationDetails,
  ConversationIdText,
  ConversationPage,
  conversationDetails,
  conversationIdOf,
  conversationItem,
  exampleAssignee,
  exampleId,
  id,
  longestResolution,
  priority,
  status,
  updatedAt
} from "./ConversationViews.ts"

/** The response for a closed conversation. `closedAt` and `closedBy` are always set. */
export const closedConversation = ({ closedAt, closedBy, id, updatedAt }: Conversation) => ({
  id,
  status: "closed" as const,
  closedAt: DateTime.formatIso(closedAt ?? updatedAt),
  closedBy: closedBy ?? ""
})

const ClosedConversation = Data(
  Schema.Struct({
    id,
    status: Schema.Literal("closed").annotate({ description: "Always closed" }),
    closedAt: timestamp("When it was closed; the first time, when it was closed before"),
    closedBy: Schema.String.annotate({ description: "The user who closed it, or service_role" })
  })
).annotate({
  examples: [
    ok({ id: exampleId, status: "closed", closedAt: "2026-11-21T10:00:00.000Z", closedBy: exampleAssignee.id })
  ]
})

/** A conversation after its assignment. */
export const assignedConversation = ({ id, status, updatedAt }: Conversation, assignee: Member["user"]) => ({
  id,
  assigneeId: assignee.id,
  assignee,
  status,
  updatedAt: DateTime.formatIso(updatedAt)
})

const AssignedConversation = Data(
  Schema.Struct({
    id,
    assigneeId: UserId.annotate({ description: "The user who looks after it" }),
    assignee: Assignee,
    status: status.annotate({ description: "open" }),
    updatedAt
  })
).annotate({
  examples: [
    ok({
      id: exampleId,
      assigneeId: exampleAssignee.id,
      assignee: exampleAssignee,
      status: "open",
      updatedAt: "2026-11-21T10:00:00.000Z"
    })
  ]
})

/** A conversation after its status or its assignee changed. */
export const changedConversation = ({ assigneeId, id, status, updatedAt }: Conversation) => ({
  id,
  status,
  assigneeId,
  updatedAt: DateTime.formatIso(updatedAt)
})

const ReopenedConversation = Data(
  Schema.Struct({
    id,
    status: status.annotate({ description: "open, or as it was when it was not closed" }),
    assigneeId: Schema.NullOr(UserId).annotate({ description: "The assigned user, as before; null when unassigned" }),
    updatedAt
  })
).annotate({
  examples: [
    ok({ id: exampleId, status: "open", assigneeId: exampleAssignee.id, updatedAt: "2026-11-21T10:00:00.000Z" })
  ]
})

const UnassignedConversation = Data(
  Schema.Struct({
    id,
    status: status.annotate({ description: "As before" }),
    assigneeId: Schema.Null.annotate({ description: "Always null" }),
    updatedAt
  })
).annotate({
  examples: [ok({ id: exampleId, status: "open", assigneeId: null, updatedAt: "2026-11-21T10:00:00.000Z" })]
})

const ReadConversation = Data(
  Schema.Struct({ id, unreadCount: Schema.Literal(0).annotate({ description: "Always 0" }) })
).annotate({ examples: [ok({ id: exampleId, unreadCount: 0 })] })

const UnreadConversation = Data(
  Schema.Struct({
    id,
    unreadCount: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)).annotate({
      description: "Unread messages; 1 when all had been read"
    })
  })
).annotate({ examples: [ok({ id: exampleId, unreadCount: 1 })] })

const CloseConversationRequest = Schema.Struct({
  resolution: optional(
    Text.check(Schema.isMaxLength(longestResolution, { expected: `at most ${longestResolution} characters` })).annotate(
      {
        description: `How the conversation was resolved, at most ${longestResolution} characters`
      }
    )
  )
}).annotate({
  identifier: "CloseConversationRequest",
  description: "May be left out as a whole",
  examples: [{ resolution: "Refunded" }]
})

const AssignConversationRequest = Schema.Struct({
  userId: RequiredText.annotate({ description: "The user to assign; a member of the organization" })
}).annotate({
  identifier: "AssignConversationRequest",
  description: "The member to assign",
  examples: [{ userId: "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e10" }]
})

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
