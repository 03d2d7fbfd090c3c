import { DateTime, Effect, Option } from "effect"
import type { SessionAccess } from "../../domain/access/SessionAccess.ts"
import { maxNotes, type Note, NoteNotFound, removedBy, TooManyNotes } from "../../domain/conversations/Note.ts"
import { noteAdded, noteRemoved } from "../../domain/webhooks/conversationEvents.ts"
import { type ConversationId, EventId, NoteId } from "../../domain/Ids.ts"
import type { PageRequest } from "../../domain/text/Page.ts"
import { IdSource } from "../../ports/process/IdSource.ts"
import { ConversationNotes, type ShownNote } from "../../ports/conversations/ConversationStore.ts"
import { EventLog } from "../../ports/webhooks/EventLog.ts"
import { Memberships } from "../../ports/access/Memberships.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { lockedConversation, shownConversation } from "./shownConversation.ts"

/** A page of the notes of a conversation, the newest first. */
export const listNotes = Effect.fnUntraced(function* (access: SessionAccess, id: ConversationId, page: PageRequest) {
  yield* shownConversation(access, id)
  return yield* (yield* ConversationNotes).list(access.organizationId, id, page)
}, spanned("listNotes"))

/** Adds a note to the conversation, and announces that to the members. */
export const addNote = Effect.fnUntraced(function* (access: SessionAccess, id: ConversationId, text: string) {
  const { organizationId } = access
  const ids = yield* IdSource
  const events = yield* EventLog
  const members = yield* Memberships
  const notes = yield* ConversationNotes
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      yield* lockedConversation(access, id)
      if ((yield* notes.count(organizationId, id)) >= maxNotes) return yield* new TooManyNotes()
      const at = yield* DateTime.now
      const authorId = access.membership?.userId ?? null
      const note: Note = {
        id: NoteId.make(yield* ids.uuid),
        organizationId,
        conversationId: id,
        text,
        authorId,
        createdAt: at
      }
      yield* notes.add(note)
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
