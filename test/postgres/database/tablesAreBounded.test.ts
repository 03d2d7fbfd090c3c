import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as Database from "../../../src/adapters/postgres/database/Database.ts"
import { storesOn } from "../../support/database/postgresStores.ts"
import { migratedDatabase } from "../../support/database/serverDatabase.ts"

/** How each table is kept from growing with requests. A table that is not here has no bound that anybody knows. */
const bounds: Readonly<Record<string, string>> = {
  account_changes: "the newest 100 of each account; each new one removes those beyond",
  api_keys:
    "at most `maxApiKeys` in use, and the newest `maxEndedApiKeys` others of an organization; each new one removes the rest",
  contact_erasures: "one row of ids and numbers for each contact that was erased",
  erased_keys: "a hash for each identity of erased contacts; those of messages are purged after 400 days",
  channel_accounts: "an operator connects them",
  channel_signups:
    "the newest `maxSignups` of an organization; each new one removes those beyond, and those that expired",
  consumer_events: "gone when handled, with the consumer or organization; dead letters after the retention of events",
  contact_activity: "one row for each contact",
  contact_identities: "some rows for each contact, gone with it",
  contacts: "the business's own data, kept until it deletes them",
  conversation_notes: "at most `maxNotes` of a conversation, or those of the conversations that became it",
  conversation_sequences: "one row for each conversation",
  conversation_totals: "one row for each list of an organization",
  conversations: "the business's own data",
  delivery_attempts: "a table for each day, dropped after the retention of events",
  hash_keys: "one, and one more for each SECRETS_KEY that is lost for good",
  wake_channel: "one row",
  outbox_checkpoints: "one row for each shard",
  endpoint_checkpoints: "one row for each shard",
  event_consumers: "one row for each name that programs chose",
  events: "a table for each day, dropped after the retention of events",
  idempotency_keys: "purged after 24 hours, all of them in each pass",
  inbound_deliveries: "purged after 7 or 30 days, all of them in each pass",
  inbound_parked: "purged after 7 days, all of them in each pass",
  inbound_problems: "gone with their delivery",
  inbox_totals: "one row for each organization",
  media: "some rows for each message, gone with it",
  invitations: "an operator makes them, at most `maxMembers` of an organization",
  labels: "at most `maxLabels` of an organization",
  memberships: "an operator makes them",
  messages: "the business's own data",
  daily_message_counts: "at most one row for each priced message, of a day, account, country, campaign and category",
  campaign_counters: "some counters for each campaign",
  campaign_recipients: "at most `maxCampaignRecipients` of a campaign; gone 90 days after its end",
  campaigns: "at most 100 drafts and 20 active ones of an organization; the others are deleted by callers",
  monthly_usage: "one row for each organization and month",
  notifications: "the newest 200 of each user; each new one removes those beyond",
  organization_settings: "at most one row for each organization",
  organizations: "an operator makes them",
  parley_migrations: "one row for each migration",
  pending_sends:
    "a program records them, and at most `maxScheduledSends` of an organization are scheduled; gone 7 days after the outcome",
  profile_lookups: "one row for each new contact at most, gone when it is looked up",
  rate_calls: "six rows for each organization, each with the calls of a period, at most some 128 entries of a process",
  contact_consents: "the newest changes of each contact and channel",
  receipt_watermarks: "one row for each contact and account",
  refresh_tokens: "gone with their sign-in; each exchange removes those used up",
  report_changes: "gone when folded, by a worker every 10 seconds and before each report",
  report_counters: "some counters for each quarter of an hour with messages or conversations",
  report_conversations: "one row for each conversation",
  conversation_turns: "one row for each close and reopening of a conversation, gone with it",
  request_log_totals: "one row for each organization",
  audit_log: "purged after 400 days, all of them in each pass",
  request_logs: "purged after 30 days, all of them in each pass",
  saved_replies: "at most `maxSharedReplies` of an organization, and `maxPersonalReplies` of each member",
  sign_in_attempts: "each attempt adds at most three rows, and removes up to 100 that say nothing any more",
  sign_ins: "each sign-in removes those of the user that are over",
  team_members: "at most `maxTeamMembers` of each team",
  teams: "at most `maxTeams` of an organization",
  users: "an operator makes them",
  deferred_deliveries: "gone with the last attempt, with the subscription, or with the day of the event",
  webhooks: "one row for each organization"
}

const migrated = Layer.unwrap(
  Effect.map(migratedDatabase, (url) => {
    const database = Database.server(Redacted.make(url))
    return Layer.merge(database, storesOn(database))
  })
)

layer(migrated, { timeout: "3 minutes" })("tables of the database", (it) => {
  it.effect("are all listed with the bound of their size", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust(0)
      const sql = yield* SqlClient.SqlClient
      const tables = yield* sql<{ readonly name: string }>`
        select relname as name from pg_class
        where relkind in ('r', 'p') and relnamespace = 'parley'::regnamespace and not relispartition
        order by relname collate "C"`
      assert.deepStrictEqual(
        tables.map(({ name }) => name),
        Object.keys(bounds).toSorted()
      )
    })
  )
})
