import { Effect, Layer, Option, Struct } from "effect"
import type { Note } from "../../../domain/conversations/Note.ts"
import type { ConversationId, OrganizationId } from "../../../domain/Ids.ts"
import { offsetOf } from "../../../domain/text/Page.ts"
import { ConversationNotes, type ShownNote } from "../../../ports/conversations/ConversationStore.ts"
import { newest } from "../newest.ts"
import type { State } from "../State.ts"
import { World } from "../World.ts"

/** The notes of the conversation, newest first. */
const notesOf = ({ notes }: State, organizationId: OrganizationId, conversationId: ConversationId) =>
  notes
    .filter((stored) => stored.organizationId === organizationId && stored.conversationId === conversationId)
    .toSorted(newest(({ createdAt }) => createdAt))

const view = ({ users }: State, note: Note): ShownNote => {
  const author = users.find(({ id }) => id === note.authorId)
  return { note, author: author === undefined ? null : Struct.pick(author, ["id", "name", "email"]) }
}

export const layer = Layer.effect(
  ConversationNotes,
  Effect.map(World, ({ read, step }) =>
    ConversationNotes.of({
      list: (organizationId, conversationId, page) =>
        read("ConversationNotes.list", (state) => {
          const all = notesOf(state, organizationId, conversationId)
          const rows = all.slice(offsetOf(page), offsetOf(page) + page.limit)
          return { rows: rows.map((note) => view(state, note)), total: all.length }
        }),
      find: (organizationId, conversationId, id) =>
        read("ConversationNotes.find", (state) =>
          Option.fromUndefinedOr(notesOf(state, organizationId, conversationId).find((note) => note.id === id))
        ),
      count: (organizationId, conversationId) =>
        read("ConversationNotes.count", (state) => notesOf(state, organizationId, conversationId).length),
      add: (note) =>
        step("ConversationNotes.add", (state) => [Effect.void, { ...state, notes: [...state.notes, note] }]),
      remove: (organizationId, conversationId, id) =>
        step("ConversationNotes.remove", (state) => {
          const gone = notesOf(state, organizationId, conversationId).find((note) => note.id === id)
          const notes = state.notes.filter((note) => note !== gone)
          return [Effect.succeed(gone !== undefined), { ...state, notes }]
        })
    })
  )
)
