import { DateTime, Effect, Option } from "effect"
import type { AuditAction, AuditFields } from "../../domain/access/AuditEntry.ts"
import { mayManage, type SessionAccess } from "../../domain/access/SessionAccess.ts"
import { ContactNotFound } from "../../domain/contacts/Contact.ts"
import { checkReplyText, renderReply } from "../../domain/conversations/renderReply.ts"
import {
  changeableReply,
  hasRoomForReply,
  maySeeReply,
  replyOwner,
  type SavedReply,
  SavedReplyNotFound,
  SharedReplyProtected,
  shortcutOf,
  shortcutPrefix,
  ShortcutTaken,
  TooManySavedReplies
} from "../../domain/conversations/SavedReply.ts"
import { type ConversationId, SavedReplyId, type UserId } from "../../domain/Ids.ts"
import { FileNotFound } from "../../domain/media/SentFile.ts"
import type { PageRequest } from "../../domain/text/Page.ts"
import { MediaLibrary } from "../../ports/media/MediaLibrary.ts"
import { Memberships } from "../../ports/access/Memberships.ts"
import { ContactStore } from "../../ports/contacts/ContactStore.ts"
import { SavedReplyStore } from "../../ports/conversations/SavedReplyStore.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { recordAudit } from "../access/auditLog.ts"
import { shownConversation } from "./shownConversation.ts"

/** The fields of a reply in an audit entry. */
const fieldsOf = (reply: SavedReply | null): AuditFields | null =>
  reply === null ? null : { language: reply.language, mediaId: reply.mediaId, shortcut: reply.shortcut }

const isSameReply = (one: SavedReply, other: SavedReply): boolean =>
  one.shortcut === other.shortcut &&
  one.language === other.language &&
  one.mediaId === other.mediaId &&
  one.text === other.text

/** The content of a reply. */
export interface ReplyContent extends Pick<SavedReply, "shortcut" | "text" | "language"> {
  /** The uploaded file that is sent with the text; none if absent. */
  readonly mediaId?: SavedReply["mediaId"]
}

/** A page of the caller's replies and the shared ones, by shortcut. `prefix`: only shortcuts that begin with it. */
export const listSavedReplies = Effect.fnUntraced(function* (
  access: SessionAccess,
  { language, prefix }: { readonly language: string | null; readonly prefix: string | null },
  page: PageRequest
) {
  const beginning = prefix === null || prefix.trim() === "" ? null : shortcutPrefix(prefix)
  const filter = { ownerId: replyOwner(access), prefix: beginning, language }
  return yield* (yield* SavedReplyStore).list(access.organizationId, filter, page)
}, spanned("listSavedReplies"))

/** Makes the file of a reply one that stays and that any message may send (contract: Files of saved replies). */
const requireFile = Effect.fnUntraced(function* ({ mediaId, organizationId }: SavedReply) {
  if (mediaId === null) return
  if (!(yield* (yield* MediaLibrary).share(organizationId, mediaId))) return yield* new FileNotFound()
})

/** Checks that the owner has no other reply with the shortcut in the language. */
const requireFreeShortcut = Effect.fnUntraced(function* ({
  id,
  language,
  organizationId,
  ownerId,
  shortcut
}: SavedReply) {
  const same = yield* (yield* SavedReplyStore).withShortcut(organizationId, ownerId, shortcut)
  if (same.some((other) => other.id !== id && other.language === language)) return yield* new ShortcutTaken()
})

/** Runs a change of replies. Changes of one organization take turns, so shortcuts and limits hold exactly. */
const inTurn = Effect.fnUntraced(function* <A, E, R>(
  { organizationId }: SessionAccess,
  change: Effect.Effect<A, E, R>
) {
  const { lock } = yield* Memberships
  const { atomically } = yield* Transaction
  return yield* atomically(Effect.andThen(lock(organizationId), change))
})

/**
 * Records a change of a shared reply (contract: Entries of saved replies and sign-ins). A reply of one member is no
 * setting of the organization, and its text is never recorded.
 */
const recordReply = Effect.fnUntraced(function* (
  action: AuditAction,
  before: SavedReply | null,
  after: SavedReply | null
) {
  const reply = after ?? before
  if (reply === null || reply.ownerId !== null || (before !== null && after !== null && isSameReply(before, after)))
    return
  yield* recordAudit(
    reply.organizationId,
    action,
    { id: reply.id, name: reply.shortcut },
    { before: fieldsOf(before), after: fieldsOf(after) }
  )
})

/** Adds a reply of the caller, or a shared one for those who manage the organization. A backend adds shared ones only. */
export const createSavedReply = Effect.fnUntraced(function* (
  access: SessionAccess,
  { language, mediaId = null, shortcut, text }: ReplyContent,
  isShared: boolean
) {
  const { organizationId } = access
  const replies = yield* SavedReplyStore
  const ids = yield* IdSource
  const ownerId: UserId | null = isShared ? null : replyOwner(access)
  if (ownerId === null && !mayManage(access)) return yield* new SharedReplyProtected()
  const checked = yield* Effect.fromResult(checkReplyText(text))
  return yield* inTurn(
    access,
    Effect.gen(function* () {
      const at = yield* DateTime.now
      const id = SavedReplyId.make(yield* ids.uuid)
      const reply: SavedReply = {
        id,
        organizationId,
        ownerId,
        shortcut: shortcutOf(shortcut),
        text: checked,
        language,
        mediaId,
        createdAt: at,
        updatedAt: at
      }
      yield* requireFreeShortcut(reply)
      if (!hasRoomForReply(ownerId, yield* replies.count(organizationId, ownerId))) {
        return yield* new TooManySavedReplies({ shared: ownerId === null })
      }
      yield* requireFile(reply)
      yield* replies.add(reply)
      yield* recordReply("saved_reply.created", null, reply)
      return reply
    })
  )
}, spanned("createSavedReply"))

/** The reply, if the caller may change it. */
const changeable = Effect.fnUntraced(function* (access: SessionAccess, id: SavedReplyId) {
  const found = yield* (yield* SavedReplyStore).find(access.organizationId, id)
  if (Option.isNone(found)) return yield* new SavedReplyNotFound()
  return yield* Effect.fromResult(changeableReply(access, found.value))
})

/** Changes a reply. Absent fields stay as they are. */
export const changeSavedReply = Effect.fnUntraced(function* (
  access: SessionAccess,
  id: SavedReplyId,
  { language, mediaId, shortcut, text }: { readonly [Field in keyof ReplyContent]?: ReplyContent[Field] | undefined }
) {
  const replies = yield* SavedReplyStore
  return yield* inTurn(
    access,
    Effect.gen(function* () {
      const present = yield* changeable(access, id)
      const reply: SavedReply = {
        ...present,
        shortcut: shortcut === undefined ? present.shortcut : shortcutOf(shortcut),
        text: text === undefined ? present.text : yield* Effect.fromResult(checkReplyText(text)),
        language: language === undefined ? present.language : language,
        mediaId: mediaId === undefined ? present.mediaId : mediaId,
        updatedAt: DateTime.max(present.updatedAt, yield* DateTime.now)
      }
      yield* requireFreeShortcut(reply)
      if (reply.mediaId !== present.mediaId) yield* requireFile(reply)
      yield* replies.save(reply)
      yield* recordReply("saved_reply.changed", present, reply)
      return reply
    })
  )
}, spanned("changeSavedReply"))

/** Deletes a reply. */
export const removeSavedReply = Effect.fnUntraced(function* (access: SessionAccess, id: SavedReplyId) {
  const { remove } = yield* SavedReplyStore
  return yield* inTurn(
    access,
    Effect.gen(function* () {
      const present = yield* changeable(access, id)
      yield* remove(present.organizationId, id)
      yield* recordReply("saved_reply.deleted", present, null)
    })
  )
}, spanned("removeSavedReply"))

/** The text of a reply for a conversation, where each variable has its value, and its file. Nothing is sent. */
export const renderSavedReply = Effect.fnUntraced(function* (
  access: SessionAccess,
  id: SavedReplyId,
  conversationId: ConversationId
) {
  const { organizationId } = access
  const found = Option.filter(yield* (yield* SavedReplyStore).find(organizationId, id), (reply) =>
    maySeeReply(access, reply)
  )
  if (Option.isNone(found)) return yield* new SavedReplyNotFound()
  const conversation = yield* shownConversation(access, conversationId)
  const contact = yield* (yield* ContactStore).find(organizationId, conversation.contactId)
  if (Option.isNone(contact)) return yield* new ContactNotFound()
  const userId = replyOwner(access)
  const member = userId === null ? Option.none() : yield* (yield* Memberships).find(organizationId, userId)
  const facts = { contact: contact.value, member: Option.getOrNull(Option.map(member, ({ user }) => user)) }
  const { mediaId } = found.value
  const file = mediaId === null ? null : Option.getOrNull(yield* (yield* MediaLibrary).find(organizationId, mediaId))
  return { reply: found.value, text: renderReply(found.value.text, facts), file }
}, spanned("renderSavedReply"))
