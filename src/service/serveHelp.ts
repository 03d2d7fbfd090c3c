import { Config, Effect } from "effect"
import { settingNames } from "../adapters/settings/settingNames.ts"
import { settings } from "../adapters/settings/Settings.ts"
import { demoExposed } from "../emulator/exposure.ts"
import { windowMode } from "../emulator/person/Windows.ts"

/** Everything that a start reads from the environment. */
const read = Config.all({ settings, demoExposed, windowMode })

/** The variables of `parley serve`, in the order of the settings. */
export const variables = settingNames(read)

const isSet = (name: string) => Effect.match(Config.String(name), { onFailure: () => false, onSuccess: () => true })

/** The section of the help that lists every variable, and which of them are set here; never a value. */
export const serveHelp = Effect.gen(function* () {
  const lines = yield* Effect.forEach(yield* variables, (name) =>
    Effect.map(isSet(name), (set) => `  ${set ? `${name} (set)` : name}`)
  )
  return ["", "VARIABLES", ...lines, "", "docs/configuration.md of the package says what each of them means."].join(
    "\n"
  )
})
