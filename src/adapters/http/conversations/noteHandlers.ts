import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { addNote, listNotes, removeNote } from "../../../app/conversations/notes.ts"
import { NoteNotFound } from "../../../domain/conversations/Note.ts"
import { NoteId } from "../../../domain/Ids.ts"
import { ok } from "../interfaces/envelope.ts"
import { idOr } from "../interfaces/idIn.ts"
import { pageOf } from "../interfaces/pagination.ts"
import { SessionApi } from "../interfaces/session/Api.ts"
import { conversationIdOf } from "./ConversationIdText.ts"
import { Conflict, Forbidden, noteOfAnother, NotFound, tooManyNotes } from "../interfaces/session/Failures.ts"
import { conversationRefusals } from "../sends/sessionSendFailures.ts"
import { pageFacts } from "../interfaces/session/pages.ts"
import { Access } from "../interfaces/session/SessionAuth.ts"
import { noteItem } from "./notes.ts"

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
