import { Effect } from "effect"
import { Command } from "effect/cli"
import { Readiness } from "../../../ports/process/WorkerHealth.ts"
import { answer } from "../output/answer.ts"
import { failed } from "./OperatorError.ts"

/** `parley migrate`. The layer that opens the database migrates it; the command reports whether it is up to date. */
export const migrateCommand = Command.make("migrate", {}, () =>
  Effect.gen(function* () {
    const obstacle = yield* (yield* Readiness).obstacle
    if (obstacle !== null) return yield* failed(`The database is not up to date: ${obstacle}`)
    yield* answer({ upToDate: true })
  })
).pipe(
  Command.withShortDescription("Brings the database up to date, and ends"),
  Command.withDescription(
    "Brings the database up to date, and ends. Each start does the same; this is for deployments that migrate first. It needs DATABASE_URL or DATA_DIR only"
  )
)
