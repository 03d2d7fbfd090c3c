import { DateTime, Effect, Option, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { addNote, listNotes, removeNote } from "../../../app/conversations/notes.ts"
import { NoteId, UserId } from "../../../domain/Ids.ts"
import {
  type MentionUnseen,
  NoteNotFound,
  maxMentions,
  maxNotes,
  noteLimit
} from "../../../domain/conversations/Note.ts"
import type { MemberUnknownAt } from "../../../domain/conversations/Team.ts"
import type { ShownNote } from "../../../ports/conversations/ConversationStore.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { pageFacts, pageFields, pageOf, pageQuery, timestamp } from "../interfaces/pagination.ts"
import { RequiredText, Text, idIn, idOr, optional, within } from "../interfaces/requestFields.ts"
import { Conflict, Forbidden, NotFound, invalidField } from "../interfaces/session/Failures.ts"
import { Access, IdempotencyGuard, sessionApi } from "../interfaces/session/middleware.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"
import { conversationRefusals } from "./conversationRefusals.ts"
import { Assignee, ConversationIdText, conversationIdOf, exampleAssignee } from "./ConversationViews.ts"

const id = NoteId.annotate({ description: "The note's id" })

const note = {
  id,
  text: Schema.String.annotate({ description: "What it says" }),
  author: Schema.NullOr(Assignee).annotate({
    description: "The user who wrote it, also after they left the organization; null for the service role"
  }),
  mentions: Schema.optionalKey(
    Schema.Array(UserId).annotate({ description: "The user ids of the members it mentions; present if there are some" })
  ),
  createdAt: timestamp("When it was written")
}

export const noteItem = ({ author, note: { createdAt, id, mentions, text } }: ShownNote) => ({
  id,
  text,
  author: author === null ? null : { id: author.id, name: author.name, email: author.email },
  ...(mentions.length > 0 && { mentions }),
  createdAt: DateTime.formatIso(createdAt)
})

const example = {
  id: NoteId.make("0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a3c"),
  text: "Called back; wants the blue one",
  author: exampleAssignee,
  createdAt: "2026-11-21T10:00:00.000Z"
}

const NotePage = Data(
  Schema.Struct({
    notes: Schema.Array(Schema.Struct(note).annotate({ identifier: "Note", description: "A note of a conversation" })),
    ...pageFields
  })
).annotate({ examples: [ok({ notes: [example], total: 1, page: 1, limit: 20, hasNext: false })] })

const AddedNote = Data(Schema.Struct(note)).annotate({ examples: [ok(example)] })

const RemovedNote = Data(Schema.Struct({ id })).annotate({ examples: [ok({ id: example.id })] })

const AddNoteRequest = Schema.Struct({
  text: RequiredText.check(within(noteLimit)).annotate({
    description: `The text, 1 to ${noteLimit.limit} characters`
  }),
  mentions: optional(
    Schema.Array(Text).annotate({
      description: `The user ids of members to notify, at most ${maxMentions}; each sees the conversation`
    })
  )
}).annotate({
  identifier: "AddNoteRequest",
  description: "What to note",
  examples: [{ text: example.text }]
})

const path = { conversationId: ConversationIdText }

/** Endpoints of notes (contract: Notes of a conversation). */
export const NotesGroup = HttpApiGroup.make("notes")
  .add(
    HttpApiEndpoint.get("list", "/conversations/:conversationId/notes", {
      params: path,
      query: pageQuery,
      success: NotePage,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List the notes of a conversation")
      .annotate(OpenApi.Description, "The newest first. The person whom the conversation is with does not see them."),
    HttpApiEndpoint.post("add", "/conversations/:conversationId/notes", {
      params: path,
      payload: AddNoteRequest,
      success: AddedNote.pipe(HttpApiSchema.status(201)),
      error: [Forbidden, NotFound, Conflict]
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Summary, "Add a note to a conversation")
      .annotate(
        OpenApi.Description,
        `At most ${maxNotes} for each conversation. \`conversation.note_added\` is dispatched, without the text, and mentioned members get a notification.`
      ),
    HttpApiEndpoint.delete("remove", "/conversations/:conversationId/notes/:noteId", {
      params: { ...path, noteId: Schema.String.annotate({ description: "The note's id" }) },
      success: RemovedNote,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Remove a note")
      .annotate(
        OpenApi.Description,
        "For its author, and for those who manage the organization. `conversation.note_removed` is dispatched."
      )
  )
  .annotate(OpenApi.Title, "Notes")
  .annotate(OpenApi.Description, "What members write about a conversation for each other")

export const tooManyNotes = refusal(
  "There are too many notes",
  new Conflict({ error: `The conversation has ${maxNotes} notes; remove one first` })
)

export const noteNotFound = refusal("No note has the id", new NotFound({ error: "Note not found" }))

export const noteOfAnother = refusal(
  "The note is another member's",
  new Forbidden({ error: "Only the author of a note, or a member who manages the organization, removes it" })
)

export const mentionUnknown = refusalFor(
  "A mentioned user is not a member",
  ({ index }: Pick<MemberUnknownAt, "index">) => invalidField(`mentions[${index}]`, "not a member of the organization"),
  { index: 0 }
)

export const mentionUnseen = refusalFor(
  "A mentioned member does not see the conversation",
  ({ index }: Pick<MentionUnseen, "index">) =>
    invalidField(`mentions[${index}]`, "the member does not see this conversation"),
  { index: 0 }
)

export const tooManyMentions = refusal(
  "The note mentions too many members",
  invalidField("mentions", `Expected at most ${maxMentions} members`)
)

const userIdIn = idIn(UserId)

const noteIdOf = idOr(NoteId, () => new NoteNotFound())

export const layer = HttpApiBuilder.group(sessionApi(NotesGroup), "notes", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ params, query }) {
      const page = pageOf(query)
      const id = yield* conversationIdOf(params.conversationId)
      const found = yield* listNotes(yield* Access, id, page)
      return ok({ notes: found.rows.map(noteItem), ...pageFacts(found, page) })
    }, Effect.catchTags(conversationRefusals)),
    add: Effect.fnUntraced(
      function* ({ params, payload }) {
        const id = yield* conversationIdOf(params.conversationId)
        const mentions = (payload.mentions ?? []).map((text) => Option.getOrNull(userIdIn(text)))
        return ok(noteItem(yield* addNote(yield* Access, id, payload.text, mentions)))
      },
      Effect.catchTags({
        ...conversationRefusals,
        MemberUnknownAt: mentionUnknown,
        MentionUnseen: mentionUnseen,
        TooManyMentions: tooManyMentions,
        TooManyNotes: tooManyNotes
      })
    ),
    remove: Effect.fnUntraced(
      function* ({ params }) {
        const id = yield* conversationIdOf(params.conversationId)
        const noteId = yield* noteIdOf(params.noteId)
        return ok({ id: (yield* removeNote(yield* Access, id, noteId)).id })
      },
      Effect.catchTags({
        ...conversationRefusals,
        NoteNotFound: noteNotFound,
        NoteOfAnother: noteOfAnother
      })
    )
  })
)
