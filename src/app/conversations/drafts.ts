import { DateTime, Effect } from "effect"
import { NoMember } from "../../domain/access/Notification.ts"
import type { SessionAccess } from "../../domain/access/SessionAccess.ts"
import type { Draft } from "../../domain/conversations/Draft.ts"
import type { ConversationId, UserId } from "../../domain/Ids.ts"
import type { PageRequest } from "../../domain/text/Page.ts"
import { ConversationDrafts } from "../../ports/conversations/ConversationDrafts.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { shownConversation } from "./shownConversation.ts"

const memberOf = ({ membership }: SessionAccess): Effect.Effect<UserId, NoMember> =>
  membership === null ? Effect.fail(new NoMember()) : Effect.succeed(membership.userId)

/** A page of the drafts of the caller, the last changed first. */
export const listDrafts = Effect.fnUntraced(function* (access: SessionAccess, page: PageRequest) {
  const userId = yield* memberOf(access)
  return yield* (yield* ConversationDrafts).list(access.organizationId, userId, page)
}, spanned("listDrafts"))

/** The draft of the caller in a conversation; none without one. */
export const getDraft = Effect.fnUntraced(function* (access: SessionAccess, id: ConversationId) {
  const userId = yield* memberOf(access)
  yield* shownConversation(access, id)
  return yield* (yield* ConversationDrafts).find(access.organizationId, userId, id)
}, spanned("getDraft"))

/** Stores the draft of the caller in a conversation. The last save wins. */
export const saveDraft = Effect.fnUntraced(function* (
  access: SessionAccess,
  id: ConversationId,
  content: Pick<Draft, "text" | "mode" | "replyTo">
) {
  const userId = yield* memberOf(access)
  yield* shownConversation(access, id)
  const { mode, replyTo, text } = content
  const draft: Draft = {
    organizationId: access.organizationId,
    userId,
    conversationId: id,
    text,
    mode,
    replyTo,
    updatedAt: yield* DateTime.now
  }
  yield* (yield* ConversationDrafts).save(draft)
  return draft
}, spanned("saveDraft"))

/** Removes the draft of the caller in a conversation, if there is one. */
export const removeDraft = Effect.fnUntraced(function* (access: SessionAccess, id: ConversationId) {
  const userId = yield* memberOf(access)
  yield* shownConversation(access, id)
  yield* (yield* ConversationDrafts).remove(access.organizationId, userId, id)
}, spanned("removeDraft"))
