import { Effect } from "effect"
import { dirname, join } from "node:path"
import { start } from "./service.ts"
import { shared } from "../shared.ts"

/** The command as the published package has it, beside the packages that it needs; gives the path of its script. */
export const installedCommand: Effect.Effect<string> = shared("command")

/** The service as `start` has it, but of the installed command: it is there in two thirds of the time. */
export const startInstalled = Effect.fnUntraced(function* (
  env: Readonly<Record<string, string>>,
  args: ReadonlyArray<string> = [],
  input: string | null = null
) {
  const script = yield* installedCommand
  // Beside the script: no other run can use its compiled code.
  return yield* start({ NODE_COMPILE_CACHE: join(dirname(script), "compiled"), ...env }, args, script, input)
})
