import { defineConfig } from "vitest/config"

/** On the oldest Postgres that is supported: what the stores promise, that the schema is created, and how plans are made. */
const onOldestServer = [
  "test/contract/server.test.ts",
  "test/deliveries/order.test.ts",
  "test/inbound/laws.server.test.ts",
  "test/postgres/**/*Plans.test.ts",
  "test/postgres/database/database.test.ts",
  "test/postgres/contacts/deepContacts.test.ts",
  "test/postgres/webhooks/eventFeed.test.ts",
  "test/postgres/webhooks/outboxReads.test.ts",
  "test/postgres/database/lookups.test.ts",
  "test/postgres/migrate.test.ts",
  "test/postgres/contacts/searchScope.test.ts"
]

/** Here only, since all suites of the stores take three quarters of a minute. */
const onOldestServerOnly = ["test/contract/lentPool.test.ts", "test/postgres/oldestServer.test.ts"]

/**
 * Long suites that run with `npm run thorough` only: the contracts of all stores and the laws of reports on the embedded
 * database, and its start in a folder; real waits of the send pace; a receiver that never catches up; reports over ten
 * million messages; defects that the published laws must find; and histories of the simulation on both stores, and over
 * broken rules.
 */
const thoroughOnly = [
  "test/app/webhooks/delivery/endlessBacklog.test.ts",
  "test/contract/embedded.test.ts",
  "test/inbound/laws.embedded.test.ts",
  "test/meta/emulatedPace.test.ts",
  "test/postgres/embedded/embeddedPostgres.test.ts",
  "test/postgres/reports/reportSpeed.test.ts",
  "test/simulation/differential.test.ts",
  "test/simulation/mutations.test.ts",
  "test/testing/laws/inbound.test.ts"
]

/** Generated cases, of which `npm test` runs a part: those that use `cases` of `test/support/effort.ts`. */
const withCases = [
  "test/app/webhooks/delivery/catchingUp.test.ts",
  "test/app/webhooks/delivery/consumerLaws.test.ts",
  "test/app/webhooks/delivery/order.test.ts",
  "test/app/webhooks/delivery/outage.test.ts",
  "test/domain/inbound/takeInbound.test.ts",
  "test/http/developer/developerFuzz.test.ts",
  "test/http/fastpath/fastRoutes.test.ts",
  "test/http/session/sessionFuzz.test.ts",
  "test/inbound/fixtures.test.ts",
  "test/inbound/laws.{memory,server}.test.ts",
  "test/meta/inbound/total.test.ts",
  "test/postgres/embedded/pgliteStream.test.ts",
  "test/streams/streamLaw.memory.test.ts",
  "test/tenancy/tenancy.test.ts"
]

/**
 * Processes are killed, connections cut, a pooler stopped, sessions lost: these wait for what is noticed only after a while.
 * Races between processes over one database are repeated many times.
 */
const withFaults = [
  "test/e2e/faults.test.ts",
  "test/e2e/frozenDatabase.test.ts",
  "test/e2e/failover.test.ts",
  "test/postgres/connections/failover.test.ts",
  "test/e2e/kill.test.ts",
  "test/deliveries/crashes.test.ts",
  "test/deliveries/order.test.ts",
  "test/postgres/database/inboundCrashes.test.ts",
  "test/postgres/embedded/embeddedCrashes.test.ts",
  "test/postgres/pooler/pgBouncer.test.ts",
  "test/postgres/sends/pendingSendKills.test.ts",
  "test/postgres/campaigns/campaignKills.test.ts",
  "test/postgres/**/*Races.test.ts",
  "test/postgres/connections/lentSessions.test.ts",
  "test/shards/clusterShards.test.ts"
]

/** The service in processes of its own. `npm test` runs a few of these: a send, a webhook, the command, and a crash-safe key. */
const inProcesses = ["test/e2e/!(idempotency|inbound|production).test.ts", "test/limits/sharedProcesses.test.ts"]

/** Where nothing runs beside: how long others wait, and what a restart behind nginx loses while the machine keeps up. */
const alone = ["test/hostile/**/*.test.ts", "test/deploy/nginx.test.ts"]

/** OpenAPI documents and files of `deploy`: checked with packages of `scripts/package.json`, and run as they are. */
const documents = [
  "test/http/openapi/documentLint.test.ts",
  "test/http/openapi/openapiFetch.test.ts",
  "test/deploy/deploySchemas.test.ts",
  "test/deploy/processes.test.ts"
]

export default defineConfig({
  test: {
    globalSetup: ["test/support/globalSetup.ts"],
    // For a machine whose load is ten times its cores: a limit ends a test that hangs, and measures nothing.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Loading Effect takes half a second of processor time, in each file if they were apart: a quarter of all there is.
    isolate: false,
    // One more than there are cores on a small machine: tests with processes of their own mostly wait for them.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: "all",
          include: ["test/**/*.test.ts"],
          exclude: [
            ...onOldestServerOnly,
            ...thoroughOnly,
            ...alone,
            "test/browser/**",
            ...inProcesses,
            ...withFaults,
            ...documents
          ],
          provide: { server: "server", effort: "short" }
        }
      },
      // `npm run e2e`.
      {
        extends: true,
        test: {
          name: "e2e",
          include: inProcesses,
          exclude: withFaults,
          provide: { server: "server", effort: "thorough" }
        }
      },
      // `npm run thorough`.
      {
        extends: true,
        test: {
          name: "thorough",
          include: [...thoroughOnly, ...withCases],
          provide: { server: "server", effort: "thorough" }
        }
      },
      // `npm run faults`.
      {
        extends: true,
        test: {
          name: "faults",
          include: withFaults,
          provide: { server: "server", effort: "thorough" }
        }
      },
      // `npm run documents`.
      {
        extends: true,
        test: { name: "documents", include: documents, provide: { server: "server", effort: "thorough" } }
      },
      // `npm run hostile`. Another program of the machine may still take its time once; a defect does so each time.
      {
        extends: true,
        test: {
          name: "hostile",
          include: alone,
          provide: { server: "server", effort: "thorough" },
          retry: 2,
          maxWorkers: 1
        }
      },
      {
        extends: true,
        test: {
          name: "screenshots",
          include: ["test/browser/screenshots.ts", "test/browser/sentPictures.ts"],
          globalSetup: ["test/browser/support/browserSetup.ts"]
        }
      },
      // `npm run test:browser`: one service and one browser serve all journeys, one after the other.
      {
        extends: true,
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          globalSetup: ["test/browser/support/browserSetup.ts"],
          provide: { server: "server", effort: "thorough" },
          // A browser has many processes, and another program of the machine may take their time once.
          retry: 1,
          maxWorkers: 1
        }
      },
      // `npm run oldest`.
      {
        extends: true,
        test: {
          name: "oldest",
          include: [...onOldestServer, ...onOldestServerOnly],
          provide: { server: "oldest", effort: "thorough" }
        }
      }
    ]
  }
})
