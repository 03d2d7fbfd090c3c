import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import {
  assignConversation,
  closeConversation,
  conversationAccounts,
  getConversation,
  listConversations,
  readConversation,
  reopenConversation,
  unassignConversation,
  unreadConversation
} from "../../../app/conversations/conversations.ts"
import { contactSearch } from "../../../domain/contacts/ContactSearch.ts"
import { ContactId, UserId } from "../../../domain/Ids.ts"
import { NotAMember } from "../../../domain/access/SessionAccess.ts"
import { ok } from "../shared/envelope.ts"
import { idOr } from "../shared/idIn.ts"
import { pageOf } from "../shared/pagination.ts"
import { SessionApi } from "./Api.ts"
import { conversationIdOf } from "./ConversationIdText.ts"
import { conversationRefusals } from "./sendRefusals.ts"
import { conversationDetails, conversationItem } from "./ConversationViews.ts"
import { Conflict, notAMember } from "./Failures.ts"
import { assignedConversation, changedConversation, closedConversation } from "./ConversationsGroup.ts"
import { pageFacts } from "./pages.ts"
import { Access } from "./SessionAuth.ts"

const memberIdOf = idOr(UserId, () => new NotAMember())

const anotherOpen = () => new Conflict({ error: "Conversation is closed and another one is open" })

export const layer = HttpApiBuilder.group(SessionApi, "conversations", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ query }) {
      const page = pageOf(query)
      const { assignee, channel = null, contactId = null, search = "", status = null } = query
      const filter = {
        channel,
        status,
        assigneeId: assignee === undefined ? null : UserId.make(assignee.toLowerCase()),
        contactId: contactId === null ? null : ContactId.make(contactId.toLowerCase()),
        search: contactSearch(search, "name, phone and email")
      }
      const access = yield* Access
      const found = yield* listConversations(access, filter, page)
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
    close: Effect.fnUntraced(function* ({ params, payload }) {
      const id = yield* conversationIdOf(params.conversationId)
      return ok(closedConversation(yield* closeConversation(yield* Access, id, payload?.resolution ?? null)))
    }, Effect.catchTags(conversationRefusals)),
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
