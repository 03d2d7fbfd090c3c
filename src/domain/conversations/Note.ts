import { Result, Schema } from "effect"
import { type SessionAccess, mayManage } from "../access/SessionAccess.ts"
import { ConversationId, NoteId, OrganizationId, UserId } from "../Ids.ts"
import type { TextLimit } from "../text/textLimits.ts"

/**
 * A text about a conversation that members write for each other. The person does not see it (contract: Notes of a
 * conversation).
 */
export class Note extends Schema.Opaque<Note>()(
  Schema.Struct({
    id: NoteId,
    organizationId: OrganizationId,
    conversationId: ConversationId,
    text: Schema.NonEmptyString,
    /** Null: the service role wrote it. */
    authorId: Schema.NullOr(UserId),
    /** The members that the note mentions, each once, in the order of their ids. */
    mentions: Schema.Array(UserId),
    createdAt: Schema.DateTimeUtcFromString
  })
) {}

/** The text of one note. */
export const noteLimit: TextLimit = { limit: 4_000, unit: "characters" }

/** Most members that one note mentions. */
export const maxMentions = 20

/** Most notes of a conversation to which one more is added: a merge of two conversations may bring together more. */
export const maxNotes = 500

/** The conversation has as many notes as it may have. */
export class TooManyNotes extends Schema.TaggedError<TooManyNotes>()("TooManyNotes", {}) {}

/** The note mentions more than `maxMentions` members. */
export class TooManyMentions extends Schema.TaggedError<TooManyMentions>()("TooManyMentions", {}) {}

/** The member at this index of the mentions does not see the conversation. */
export class MentionUnseen extends Schema.TaggedError<MentionUnseen>()("MentionUnseen", { index: Schema.Int }) {}

/** The conversation has no such note. */
export class NoteNotFound extends Schema.TaggedError<NoteNotFound>()("NoteNotFound", {}) {}

/** The note is another member's, and the caller does not manage the organization. */
export class NoteOfAnother extends Schema.TaggedError<NoteOfAnother>()("NoteOfAnother", {}) {}

/** The author removes a note, and those who manage the organization do. */
export const removedBy = (access: SessionAccess, note: Note): Result.Result<Note, NoteOfAnother> =>
  mayManage(access) || access.membership?.userId === note.authorId
    ? Result.succeed(note)
    : Result.fail(new NoteOfAnother())
