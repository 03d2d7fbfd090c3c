import { DateTime, Schema } from "effect"
import { OutboxCursor } from "../../../ports/webhooks/DeliveryQueue.ts"

/** The position of an event in the outbox: by transaction, then in its conversation, then by its id. */
export const OutboxPosition = Schema.Struct({ commitOrder: Schema.String, sequence: Schema.Int, id: Schema.String })
export type OutboxPosition = typeof OutboxPosition.Type

/**
 * A cursor between two snapshots of the database, as PgQ has it. What `since` shows has been read. What it does not show
 * and `until` shows is being read, in its order, up to and with the row `after`. Without `until` none of it is read yet.
 */
export const SnapshotCursor = Schema.Struct({
  since: Schema.String,
  until: Schema.NullOr(Schema.String),
  after: Schema.NullOr(OutboxPosition),
  /** No event after the cursor has a lower id. Earlier days are not read. */
  floor: Schema.String
})
export type SnapshotCursor = typeof SnapshotCursor.Type

export const decodeCursor = Schema.decodeUnknownEffect(Schema.fromJsonString(SnapshotCursor))

/** Written for each reading, so not by the schema. */
export const cursorText = ({ after, floor, since, until }: SnapshotCursor): OutboxCursor =>
  OutboxCursor.make(
    JSON.stringify({
      since,
      until,
      after: after === null ? null : { commitOrder: after.commitOrder, sequence: after.sequence, id: after.id },
      floor
    })
  )

/** Cursors that are remembered: those of all shards, and of many organizations that lag. */
export const maxRemembered = 256

/**
 * Cursors by their texts. A reading begins where the last one ended. A delivery waits for it, and decoding the cursor takes
 * longer than building the statement. So each cursor is remembered until it is taken.
 */
export const rememberedCursors = () => {
  const known = new Map<OutboxCursor, SnapshotCursor>()
  return {
    textOf: (cursor: SnapshotCursor): OutboxCursor => {
      const text = cursorText(cursor)
      known.set(text, cursor)
      const [oldest] = known.keys()
      if (known.size > maxRemembered && oldest !== undefined) known.delete(oldest)
      return text
    },
    /** Undefined where it is not remembered. */
    take: (text: OutboxCursor): SnapshotCursor | undefined => {
      const cursor = known.get(text)
      known.delete(text)
      return cursor
    }
  }
}

/** Before everything: no transaction has a number as low as the first that is not shown. */
export const beginning: SnapshotCursor = {
  since: "3:3:",
  until: null,
  after: null,
  floor: "00000000-0000-0000-0000-000000000000"
}

/** Ids are generated before their events are recorded, and by clocks that may differ. In milliseconds. */
const longestRecording = 2 * 86_400_000

/** The lowest id that an event recorded from now on can have. */
export const floorAt = (now: DateTime.Utc): string =>
  firstIdAt(DateTime.makeUnsafe(now.epochMilliseconds - longestRecording))

/** The lowest UUID of version 7 that is made at the instant; of instants before 1970, the lowest of all. */
export const firstIdAt = (at: DateTime.Utc): string => {
  const digits = Math.max(0, DateTime.toEpochMillis(at)).toString(16).padStart(12, "0")
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`
}
