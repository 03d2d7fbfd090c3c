import { DateTime, Effect, Option } from "effect"
import { maySeeAs, type SessionAccess } from "../../domain/access/SessionAccess.ts"
import type { Conversation } from "../../domain/conversations/Conversation.ts"
import {
  maxMentions,
  maxNotes,
  MentionUnseen,
  type Note,
  NoteNotFound,
  removedBy,
  TooManyMentions,
  TooManyNotes
} from "../../domain/conversations/Note.ts"
import { knownMembers } from "../../domain/conversations/Team.ts"
import { noteAdded, noteRemoved } from "../../domain/webhooks/conversationEvents.ts"
import { type ConversationId, EventId, NoteId, NotificationId, type UserId } from "../../domain/Ids.ts"
import type { PageRequest } from "../../domain/text/Page.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { ConversationNotes, type ShownNote } from "../../ports/conversations/ConversationStore.ts"
import { EventLog } from "../../ports/webhooks/EventLog.ts"
import { Memberships, Notifier } from "../../ports/access/Memberships.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { memberIdsOf } from "../access/members.ts"
import { lockedConversation, shownConversation } from "./shownConversation.ts"

/** A page of the notes of a conversation, the newest first. */
export const listNotes = Effect.fnUntraced(function* (access: SessionAccess, id: ConversationId, page: PageRequest) {
  yield* shownConversation(access, id)
  return yield* (yield* ConversationNotes).list(access.organizationId, id, page)
}, spanned("listNotes"))

/** The mentioned members, each once. They belong to the organization and see the conversation. */
const checkedMentions = Effect.fnUntraced(function* (
  conversation: Conversation,
  requested: ReadonlyArray<UserId | null>
) {
  if (requested.length === 0) return []
  if (requested.length > maxMentions) return yield* new TooManyMentions()
  const roster = yield* (yield* Memberships).list(conversation.organizationId)
  const mentions = yield* Effect.fromResult(knownMembers(memberIdsOf(roster), requested))
  const memberships = new Map(
    roster.flatMap((entry) => (entry._tag === "Joined" ? [[entry.user.id, entry.membership] as const] : []))
  )
  const index = requested.findIndex((userId) => {
    const membership = userId === null ? undefined : memberships.get(userId)
    return membership !== undefined && !maySeeAs(membership, conversation)
  })
  return index === -1 ? mentions : yield* new MentionUnseen({ index })
})

/**
 * Adds a note to the conversation, records an event and notifies the members that it mentions. `mentions` has null for a
 * text that is not an id.
 */
export const addNote = Effect.fnUntraced(function* (
  access: SessionAccess,
  id: ConversationId,
  text: string,
  mentions: ReadonlyArray<UserId | null> = []
) {
  const { organizationId } = access
  const ids = yield* IdSource
  const events = yield* EventLog
  const members = yield* Memberships
  const notes = yield* ConversationNotes
  const { notify } = yield* Notifier
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      const conversation = yield* lockedConversation(access, id)
      const mentioned = yield* checkedMentions(conversation, mentions)
      if ((yield* notes.count(organizationId, id)) >= maxNotes) return yield* new TooManyNotes()
      const at = yield* DateTime.now
      const authorId = access.membership?.userId ?? null
      const note: Note = {
        id: NoteId.make(yield* ids.uuid),
        organizationId,
        conversationId: id,
        text,
        authorId,
        mentions: mentioned,
        createdAt: at
      }
      yield* notes.add(note)
      for (const userId of mentioned.filter((one) => one !== authorId)) {
        yield* notify({
          id: NotificationId.make(yield* ids.uuid),
          organizationId,
          userId,
          type: "note.mentioned",
          conversationId: id,
          createdAt: at,
          readAt: null
        })
      }
      yield* events.append(noteAdded(EventId.make(yield* ids.uuid), note))
      const member = authorId === null ? Option.none() : yield* members.find(organizationId, authorId)
      return { note, author: Option.getOrNull(Option.map(member, ({ user }) => user)) } satisfies ShownNote
    })
  )
}, spanned("addNote"))

/** Removes a note of the caller, or any if the caller manages the organization, and announces that to the members. */
export const removeNote = Effect.fnUntraced(function* (access: SessionAccess, id: ConversationId, noteId: NoteId) {
  const { organizationId } = access
  const ids = yield* IdSource
  const events = yield* EventLog
  const notes = yield* ConversationNotes
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      yield* lockedConversation(access, id)
      const found = yield* notes.find(organizationId, id, noteId)
      const note = yield* Effect.fromOption(found).pipe(Effect.mapError(() => new NoteNotFound()))
      yield* Effect.fromResult(removedBy(access, note))
      yield* notes.remove(organizationId, id, noteId)
      yield* events.append(noteRemoved(EventId.make(yield* ids.uuid), note, yield* DateTime.now))
      return note
    })
  )
}, spanned("removeNote"))
