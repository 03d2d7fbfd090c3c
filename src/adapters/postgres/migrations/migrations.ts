import { Effect } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { initial } from "./0001_initial.ts"
import { developerInterface } from "./0002_developer_interface.ts"
import { signIns } from "./0003_sign_ins.ts"
import { sessionInterface } from "./0004_session_interface.ts"
import { inbound } from "./0005_inbound.ts"
import { media } from "./0006_media.ts"
import { channelHealth } from "./0007_channel_health.ts"
import { profiles } from "./0008_profiles.ts"
import { deliveryAttempts } from "./0009_delivery_attempts.ts"
import { discardedMedia } from "./0010_discarded_media.ts"
import { deliveryLog } from "./0011_delivery_log.ts"
import { contactChanges } from "./0012_contact_changes.ts"
import { shortTerms } from "./0013_short_terms.ts"
import { previousSecrets } from "./0014_previous_secrets.ts"
import { messageReceipts } from "./0015_message_receipts.ts"
import { countedLater } from "./0016_counted_later.ts"
import { handedOver } from "./0017_handed_over.ts"
import { messagePreviews } from "./0018_message_previews.ts"
import { keyIds } from "./0019_key_ids.ts"
import { deliveryWords } from "./0021_delivery_words.ts"
import { withoutTermCounts } from "./0022_without_term_counts.ts"

/** Forward only. A migration that has run somewhere is never changed: what it got wrong, a later one mends. */
const loader = Migrator.fromRecord({
  "0001_initial": initial,
  "0002_developer_interface": developerInterface,
  "0003_sign_ins": signIns,
  "0004_session_interface": sessionInterface,
  "0005_inbound": inbound,
  "0006_media": media,
  "0007_channel_health": channelHealth,
  "0008_profiles": profiles,
  "0009_delivery_attempts": deliveryAttempts,
  "0010_discarded_media": discardedMedia,
  "0011_delivery_log": deliveryLog,
  "0012_contact_changes": contactChanges,
  "0013_short_terms": shortTerms,
  "0014_previous_secrets": previousSecrets,
  "0015_message_receipts": messageReceipts,
  "0016_counted_later": countedLater,
  "0017_handed_over": handedOver,
  "0018_message_previews": messagePreviews,
  "0019_key_ids": keyIds,
  "0021_delivery_words": deliveryWords,
  "0022_without_term_counts": withoutTermCounts
})

const table = "parley_migrations"

/** The migrations that the database has not had yet; none on a database that is up to date. */
export const pending = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly migration_id: number }>`select migration_id from ${sql(table)}`
  const done = new Set(rows.map((row) => row.migration_id))
  return (yield* loader).filter(([id]) => !done.has(id)).map(([id, name]) => `${id}_${name}`)
})

/** Instances that start together take turns: the table is locked for the run. */
const run = Migrator.make({})({ loader, table })

const hasTable = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly there: boolean }>`select to_regclass(${table}) is not null as there`
  return row?.there === true
})

/** Asked for by itself: the database would log it as an error that a new one has no table yet. */
const isUpToDate = Effect.flatMap(hasTable, (there) =>
  there ? Effect.map(pending, (waiting) => waiting.length === 0) : Effect.succeed(false)
)

/** Brings the database up to date. Most starts find that it is, by two questions and without a lock. */
export const migrate = Effect.flatMap(isUpToDate, (done) => (done ? Effect.void : Effect.asVoid(run)))
