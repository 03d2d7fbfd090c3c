import { Schema } from "effect"

/**
 * An event as it was recorded, its data as text. Made of plain values, which are what others are told. Its ids are those
 * of columns: whoever is told of it does not look once more whether they are UUIDs.
 */
export const RecordedEvent = Schema.Struct({
  organizationId: Schema.String.pipe(Schema.brand("OrganizationId")),
  id: Schema.String.pipe(Schema.brand("EventId")),
  type: Schema.String,
  conversationId: Schema.NullOr(Schema.String.pipe(Schema.brand("ConversationId"))),
  occurredAtMillis: Schema.Int,
  dataJson: Schema.String
})
export type RecordedEvent = typeof RecordedEvent.Type

/** What a statement tells of what it has put into the log of deliveries (`tellRecorded`): null when that is nothing. */
export const RecordedAnswer = Schema.Struct({
  /** The transaction that it was. */
  transaction: Schema.String,
  /** Which of what happened were wanted, from 1. The other lists are of those. */
  places: Schema.NullOr(Schema.Array(Schema.Int)),
  sequences: Schema.NullOr(Schema.Array(Schema.Int)),
  /**
   * The transaction that recorded last in the conversation before this one; `0`, which is none and long over, when it is
   * the first. Null when that is not known.
   */
  previous: Schema.NullOr(Schema.Array(Schema.NullOr(Schema.String))),
  /** Which state of the subscription wanted it (`xmin` of its row). */
  versions: Schema.NullOr(Schema.Array(Schema.String))
})
export type RecordedAnswer = typeof RecordedAnswer.Type

/** What a statement has recorded, which is all that its transaction records. Null stands where nothing happened. */
export const Recording = Schema.Struct({ events: Schema.Array(Schema.NullOr(RecordedEvent)), answer: RecordedAnswer })
export type Recording = typeof Recording.Type
