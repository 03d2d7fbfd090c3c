import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { addNote, listNotes, removeNote } from "../../../../app/conversations/notes.ts"
import { NoteNotFound } from "../../../../domain/conversations/Note.ts"
import { NoteId } from "../../../../domain/Ids.ts"
import { ok } from "../../shared/envelope.ts"
import { idOr } from "../../shared/idIn.ts"
import { pageOf } from "../../shared/pagination.ts"
import { SessionApi } from "../Api.ts"
import { conversationIdOf } from "../ConversationIdText.ts"
import { Conflict, Forbidden, noteOfAnother, NotFound, tooManyNotes } from "../Failures.ts"
import { conversationRefusals } from "../sendRefusals.ts"
import { pageFacts } from "../pages.ts"
import { Access } from "../SessionAuth.ts"
import { noteItem } from "./NotesGroup.ts"

const noteIdOf = idOr(NoteId, () => new NoteNotFound())

export const layer = HttpApiBuilder.group(SessionApi, "notes", (handlers) =>
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
        return ok(noteItem(yield* addNote(yield* Access, id, payload.text)))
      },
      Effect.catchTags({
        ...conversationRefusals,
        TooManyNotes: () => new Conflict({ error: tooManyNotes })
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
        NoteNotFound: () => new NotFound({ error: "Note not found" }),
        NoteOfAnother: () => new Forbidden({ error: noteOfAnother })
      })
    )
  })
)
