import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { type Cause, DateTime, Effect, Exit, Option } from "effect"
import { statfs } from "node:fs/promises"
import { type Check, type Finding, ok, problem, warning } from "../../adapters/cli/operator/doctorCommand.ts"
import * as GraphAgent from "../../adapters/outbound/GraphAgent.ts"
import { defaultGraphVersion, graphVersionSupport } from "../../adapters/settings/graphVersion.ts"
import { explainFailure } from "../../adapters/settings/explainFailure.ts"
import { readRateCard } from "../../adapters/settings/readRateCard.ts"
import { secretsOf } from "../../adapters/settings/Secrets.ts"
import type { Settings } from "../../adapters/settings/Settings.ts"
import { clockFinding } from "./databaseCheck.ts"

/** Thresholds of free space in the data folder, in MiB, below which a finding is reported. */
const littleSpace = { problem: 100, warning: 1_024 }

/** Deadline of a call to a platform. */
const deadline = "10 seconds"

/** Maximum bytes of a response body that are read: only its headers matter. */
const maxResponseBytes = 1_024

/** Tolerated clock difference: the `Date` of a response is in whole seconds. */
const tolerableSkewMillis = 10_000

/** Remedy for an unreachable platform. */
export const platformRemedy = "Check GRAPH_URL, and that this machine may connect to it"

const settingsFindings = (settings: Settings): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.map(Effect.exit(secretsOf(settings)), (exit) => {
    const mode = Option.isNone(settings.graphUrl) ? "demo mode" : "every variable is valid"
    const secrets = Exit.isSuccess(exit)
      ? ok("settings", mode)
      : problem(
          "settings",
          // A line for each variable, and a row has one line.
          explainFailure(exit.cause).replaceAll("\n", "; "),
          "Set these variables (docs/configuration.md)"
        )
    const isBare = Option.isSome(settings.graphUrl) && Option.isNone(settings.publicUrl)
    return isBare
      ? [
          secrets,
          warning("PUBLIC_URL", "not set", "Set it to the address of the service from outside: events name files by it")
        ]
      : [secrets]
  })

const versionRemedy = `Set GRAPH_VERSION to ${defaultGraphVersion}, or to a newer version that you have tested`

const versionFindings = ({ graphVersion }: Settings): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.map(DateTime.now, (now) => {
    const { lastDay, state } = graphVersionSupport(graphVersion, now)
    if (state === "ended") {
      const found = lastDay === null ? `${graphVersion} has ended` : `${graphVersion} ended on ${lastDay}`
      return [problem("GRAPH_VERSION", found, versionRemedy)]
    }
    if (state === "ends soon") {
      return [warning("GRAPH_VERSION", `${graphVersion} ends on ${lastDay}`, versionRemedy)]
    }
    if (state === "unknown") {
      return [warning("GRAPH_VERSION", `${graphVersion} is newer than the tests of this service`, versionRemedy)]
    }
    return [ok("GRAPH_VERSION", lastDay === null ? graphVersion : `${graphVersion}, until ${lastDay}`)]
  })

const rateCardFindings = ({ rateCard }: Settings): Effect.Effect<ReadonlyArray<Finding>> =>
  Option.match(rateCard, {
    onNone: () => Effect.succeed([]),
    onSome: (file) =>
      Effect.match(Effect.provide(readRateCard(file), NodeFileSystem.layer), {
        onFailure: ({ problems }) => [problem("RATE_CARD", `${file}: ${problems.join("; ")}`, "Correct the file")],
        onSuccess: (card) => [ok("RATE_CARD", `${file}, rates: ${[...card.values()].flat().length}`)]
      })
  })

const diskFindings = ({ dataDir }: Settings): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.tryPromise(() => statfs(dataDir)).pipe(
    Effect.map(({ bavail, bsize }) => Math.floor((bavail * bsize) / (1024 * 1024))),
    Effect.match({
      onFailure: () => [
        problem("disk", `${dataDir} cannot be read`, "Create the folder of DATA_DIR, or correct its permissions")
      ],
      onSuccess: (free) => {
        const found = `${free} MiB free in ${dataDir}`
        const remedy = "Free some space, or move DATA_DIR"
        if (free < littleSpace.problem) return [problem("disk", found, remedy)]
        return [free < littleSpace.warning ? warning("disk", found, remedy) : ok("disk", found)]
      }
    })
  )

const skewOf = (date: unknown, now: DateTime.Utc): number | null =>
  Option.match(typeof date === "string" ? DateTime.make(date) : Option.none(), {
    onNone: () => null,
    onSome: (at) => at.epochMilliseconds - now.epochMilliseconds
  })

/** Any answer of the platform will do: without a token it refuses. */
const platformFindings = (url: string, isDemo: boolean): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    const { request } = yield* GraphAgent.GraphAgent
    const call = { method: "GET", url, headers: {}, body: null, deadline, maxResponseBytes } as const
    const answer = yield* Effect.exit(request(call))
    if (Exit.isFailure(answer)) {
      return [
        problem(
          "platform",
          `${url}: ${explainFailure(answer.cause)}`,
          isDemo ? "Start the demo: `parley demo`" : platformRemedy
        )
      ]
    }
    const skew = skewOf(answer.value.headers["date"], yield* DateTime.now)
    return [
      ok("platform", `${url} answers`),
      ...(skew === null ? [] : [clockFinding("clock of the platform", skew, tolerableSkewMillis)])
    ]
  }).pipe(Effect.provide(GraphAgent.layer))

/** Settings, disk and platform: what needs no database. */
export const machineChecks = (settings: Settings, graphUrl: string): ReadonlyArray<Check> => [
  { name: "settings", findings: settingsFindings(settings) },
  { name: "version of the platform", findings: versionFindings(settings) },
  { name: "rate card", findings: rateCardFindings(settings) },
  { name: "disk", findings: diskFindings(settings) },
  { name: "platform", findings: platformFindings(graphUrl, Option.isNone(settings.graphUrl)) }
]

/** A check whose finding is that it could not be made. */
export const failedCheck = (name: string, cause: Cause.Cause<unknown>): Check => ({
  name,
  findings: Effect.succeed([problem(name, explainFailure(cause), "Mend this first, and run `parley doctor` again")])
})
