import { Cause, Clock, Config, Effect, Option, Runtime, Schema } from "effect"
import { exitCodeOf } from "../adapters/cli/operator/OperatorError.ts"
import { version } from "../adapters/outbound/userAgent.ts"
import { serverVersion } from "../adapters/postgres/database/examineServer.ts"
import { explainFailure } from "../adapters/settings/explainFailure.ts"
import { logging } from "../adapters/settings/logging.ts"
import type { Settings } from "../adapters/settings/Settings.ts"

/** The failure of a start that a log line has reported. */
export class StartReported extends Schema.TaggedError<StartReported>()("StartReported", { exitCode: Schema.Int }) {
  override readonly [Runtime.errorExitCode] = this.exitCode
  override readonly [Runtime.errorReported] = false
}

/** Logs why a start or a running service failed, and fails with an error that is not printed again. */
const failureLine = (cause: Cause.Cause<unknown>): Effect.Effect<never, StartReported> =>
  Effect.andThen(
    Effect.logFatal(`effect-parley failed: ${explainFailure(cause)}`),
    Effect.fail(new StartReported({ exitCode: exitCodeOf(cause) }))
  )

/** The valid values of `LOG_FORMAT`: the settings themselves may be what fails. */
const format = Effect.map(
  Effect.orElseSucceed(Config.option(Config.Literals(["pretty", "json"], "LOG_FORMAT")), () => Option.none()),
  Option.getOrElse(() => (process.stdout.isTTY ? "pretty" : "json"))
)

/** Failures are log lines if these are JSON. Else the command prints them as text. */
export const withFailureLine = <A, E, R>(program: Effect.Effect<A, E, R>): Effect.Effect<A, E | StartReported, R> =>
  Effect.catchCause(program, (cause) =>
    Effect.flatMap(format, (format): Effect.Effect<never, E | StartReported> =>
      format === "pretty" || Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause)
        : Effect.provide(failureLine(cause), logging({ logFormat: Option.some("json"), logLevel: "Info" }, false))
    )
  )

/** Longest wait for the version of the database's server. A start without its server fails after this line. */
const versionPatience = "2 seconds"

const postgresVersion = ({ databaseUrl }: Settings): Effect.Effect<string> =>
  Option.match(databaseUrl, {
    onNone: () => Effect.succeed("embedded"),
    onSome: (url) =>
      serverVersion(url).pipe(
        Effect.timeout(versionPatience),
        Effect.catchCause(() => Effect.succeed("unknown"))
      )
  })

/** Logs one line with the versions at the start, and one at the end. */
export const withLifeLines =
  (mode: "demo" | "production", settings: Settings) =>
  <A, E, R>(program: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.gen(function* () {
      const startedAt = yield* Clock.currentTimeMillis
      const versions = {
        version,
        node: process.versions.node,
        postgres: yield* postgresVersion(settings),
        graphVersion: settings.graphVersion
      }
      yield* Effect.logInfo("effect-parley starts", { mode, ...versions })
      const stopped = Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.logInfo("effect-parley stopped", { uptimeSeconds: Math.round((now - startedAt) / 1_000) })
      )
      return yield* Effect.onExit(program, (exit) =>
        exit._tag === "Success" || Cause.hasInterruptsOnly(exit.cause) ? stopped : Effect.void
      )
    })
