import { DateTime, Effect, Schema } from "effect"
import { LogPlace } from "../../ports/DeliveryQueue.ts"
import { firstIdAt } from "./firstIdAt.ts"

/** Where an event stands in the log: by transaction, then in its conversation, then by its id. */
export const LogRow = Schema.Struct({ turn: Schema.String, sequence: Schema.Int, id: Schema.String })

/**
 * A place in the log of deliveries, as PgQ has them: between two snapshots of the database. What `since` shows has been
 * read, and what the transactions of `seen` have recorded. What else it does not show and `until` shows is being read, in
 * its order, up to and with the row `after`; without `until` nothing of it has been read yet.
 */
export const DeliveryPlace = Schema.Struct({
  since: Schema.String,
  seen: Schema.Array(Schema.String).pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
  until: Schema.NullOr(Schema.String),
  after: Schema.NullOr(LogRow),
  /** No event behind the place has a lower id: it tells which days need not be looked at. */
  floor: Schema.String
})
export type DeliveryPlace = typeof DeliveryPlace.Type

const PlaceText = Schema.fromJsonString(DeliveryPlace)
export const decodePlace = Schema.decodeUnknownEffect(PlaceText)

/** Made often, so not by the schema. */
export const placeText = ({ after, floor, seen, since, until }: DeliveryPlace): LogPlace =>
  LogPlace.make(
    JSON.stringify({
      since,
      seen,
      until,
      after: after === null ? null : { turn: after.turn, sequence: after.sequence, id: after.id },
      floor
    })
  )

/** Before everything: no transaction has a number as low as the first that is not shown. */
export const beginning: DeliveryPlace = {
  since: "3:3:",
  seen: [],
  until: null,
  after: null,
  floor: "00000000-0000-0000-0000-000000000000"
}

/** Ids are made before their events are recorded, and by clocks that may differ. */
const longestRecording = { days: 2 }

/** The lowest id that what is recorded from now on can have. */
export const floorAt = (now: DateTime.Utc): string => firstIdAt(DateTime.subtract(now, longestRecording))
