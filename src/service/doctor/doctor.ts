import { Cause, Effect, Exit, FileSystem, Layer, Option, Path } from "effect"
import { type Check, Doctor, ok, problem, warning } from "../../adapters/cli/operator/doctorCommand.ts"
import type { ExtraCa } from "../../adapters/outbound/WebhookAgent.ts"
import { examineServer } from "../../adapters/postgres/database/examineServer.ts"
import { explainFailure } from "../../adapters/settings/explainFailure.ts"
import type { DemoRefused, PlatformMissing } from "../../adapters/settings/runMode.ts"
import { type Settings, settings } from "../../adapters/settings/Settings.ts"
import { commandWorld, trustedBy, urlsOf } from "../commandWorld.ts"
import { settingsForCommand } from "../stores.ts"
import { databaseCheck } from "./databaseCheck.ts"
import { failedCheck, machineChecks } from "./machineChecks.ts"
import { serverChecks } from "./serverChecks.ts"
import { storeChecks } from "./storeChecks.ts"

/** The checks of a running service, with its stores and platforms. */
export const inService = (settings: Settings, graphUrl: string, ca: ExtraCa) =>
  Layer.effect(
    Doctor,
    Effect.map(storeChecks(settings, ca), (stored) =>
      Doctor.of({ checks: [...machineChecks(settings, graphUrl), ...serverChecks(settings), ...stored] })
    )
  )

/** Returns why the stores cannot be opened; null if they can. Opening them would migrate or create the database. */
const obstacleOf = Effect.fnUntraced(function* ({ databaseSchema, databaseUrl, dataDir }: Settings) {
  if (Option.isSome(databaseUrl)) {
    const facts = yield* Effect.option(examineServer(databaseUrl.value, Option.getOrUndefined(databaseSchema)))
    return Option.isSome(facts) && facts.value.access === "read-write" && facts.value.pending.length === 0
      ? null
      : warning("stores", "not looked at", "Mend the database first, and run `parley migrate`")
  }
  const folder = (yield* Path.Path).join(dataDir, "postgres")
  return (yield* (yield* FileSystem.FileSystem).exists(folder))
    ? null
    : ok("database", `embedded; the first start makes it in ${folder}`)
})

const storesCheck = (settings: Settings) =>
  Effect.gen(function* () {
    const obstacle = yield* obstacleOf(settings)
    if (obstacle !== null) return [obstacle]
    const world = yield* Effect.exit(Layer.build(commandWorld))
    if (Exit.isFailure(world)) {
      return [problem("stores", explainFailure(world.cause), "Mend this first, and run `parley doctor` again")]
    }
    const checks = yield* Effect.provideContext(
      Effect.flatMap(trustedBy(settings), (ca) => storeChecks(settings, ca)),
      world.value
    )
    return (yield* Effect.forEach(checks, ({ findings }) => findings)).flat()
  }).pipe(Effect.scoped)

const checksHere = Effect.gen(function* () {
  const services = yield* Effect.context<FileSystem.FileSystem | Path.Path>()
  const settings = yield* settingsForCommand
  const { graphUrl } = yield* urlsOf(settings)
  const stores: Check = {
    name: "stores, webhooks and tokens",
    findings: storesCheck(settings).pipe(
      Effect.catchCause((cause) => failedCheck("stores", cause).findings),
      Effect.provideContext(services)
    )
  }
  return [...machineChecks(settings, graphUrl), ...databaseCheck(settings), ...serverChecks(settings), stores]
})

/** The checks of settings that select neither the demo nor a platform: those that need no platform. */
const checksWithoutMode = (refused: PlatformMissing | DemoRefused) =>
  Effect.map(settings, (read) => [
    failedCheck("settings", Cause.fail(refused)),
    ...databaseCheck(read),
    ...serverChecks(read)
  ])

/** Checks of a separate process. A failed check does not stop the others. */
export const here = Layer.effect(
  Doctor,
  checksHere.pipe(
    Effect.catchTag(["PlatformMissing", "DemoRefused"], checksWithoutMode),
    Effect.catchCause((cause) => Effect.succeed([failedCheck("settings", cause)])),
    Effect.map((checks) => Doctor.of({ checks }))
  )
)
