import { Cause, Effect, Option } from "effect"
import { type Check, ok, problem, warning } from "../../adapters/cli/operator/doctorCommand.ts"
import { defaultConnections } from "../../adapters/postgres/connections/connectionSizes.ts"
import { examineServer, type ServerFacts, supportedVersions } from "../../adapters/postgres/database/examineServer.ts"
import { explainFailure } from "../../adapters/settings/explainFailure.ts"
import type { Settings } from "../../adapters/settings/Settings.ts"

/** Maximum clock difference without a finding: retries are early or late by the difference. */
const tolerableSkewMillis = 2_000

const versionFinding = ({ version }: ServerFacts) => {
  const { newest, oldest } = supportedVersions
  const found = `PostgreSQL ${version}`
  if (version < oldest) return problem("database version", found, `Upgrade the server to version ${oldest} or newer`)
  return version > newest
    ? warning("database version", found, `The service is tested up to version ${newest}`)
    : ok("database version", found)
}

const poolerFindings = ({ maxConnections, poolsTransactions }: ServerFacts, connectionsOfProcess: number) => [
  poolsTransactions
    ? problem(
        "pooler",
        "a pooler pools transactions",
        "Set its pool_mode to session, or let DATABASE_URL lead to the server itself"
      )
    : ok("pooler", "each connection has a session of its own"),
  maxConnections < connectionsOfProcess
    ? warning(
        "connections",
        `the server allows ${maxConnections}`,
        `Raise max_connections: a process uses up to ${connectionsOfProcess}`
      )
    : ok("connections", `the server allows ${maxConnections}`)
]

const accessFinding = ({ access }: ServerFacts) => {
  switch (access) {
    case "read-write":
      return ok("writes", "the server accepts writes")
    case "standby":
      return problem(
        "writes",
        "the server is a standby and refuses writes",
        "Let DATABASE_URL lead to the primary, or promote this server with pg_ctl promote"
      )
    case "read-only":
      return problem(
        "writes",
        "the server is read-only and refuses writes",
        "Set default_transaction_read_only to off for the server, the database and the user of DATABASE_URL"
      )
  }
}

/** A clock beside this machine's. */
export const clockFinding = (what: string, skewMillis: number, tolerance = tolerableSkewMillis) =>
  Math.abs(skewMillis) > tolerance
    ? warning(what, `${(skewMillis / 1000).toFixed(1)} s away from this machine`, "Keep all clocks in step with NTP")
    : ok(what, "in step")

/** The server of `DATABASE_URL`, and the way to it. The embedded database is opened by the check of the stores. */
export const databaseCheck = ({ databaseConnections, databaseSchema, databaseUrl }: Settings): ReadonlyArray<Check> =>
  Option.isNone(databaseUrl)
    ? []
    : [
        {
          name: "database",
          findings: examineServer(databaseUrl.value, Option.getOrUndefined(databaseSchema)).pipe(
            Effect.map((facts) => [
              ok("database", "answers"),
              accessFinding(facts),
              versionFinding(facts),
              ...poolerFindings(
                facts,
                Option.getOrElse(databaseConnections, () => defaultConnections)
              ),
              facts.pending.length === 0
                ? ok("schema", "up to date")
                : warning(
                    "schema",
                    `migrations pending: ${facts.pending.join(", ")}`,
                    "Run `parley migrate`, or start the service"
                  ),
              clockFinding("clock of the database", facts.clockSkewMillis)
            ]),
            Effect.catchCause((cause) =>
              Effect.succeed([
                problem(
                  "database",
                  explainFailure(Cause.fail(Cause.squash(cause))),
                  "Correct DATABASE_URL, or start the server"
                )
              ])
            )
          )
        }
      ]
