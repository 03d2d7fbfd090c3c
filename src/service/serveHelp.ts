import { Config, ConfigProvider, Effect } from "effect"
import { type SettingRow, settingTable } from "../adapters/settings/settingTable.ts"
import { settings } from "../adapters/settings/Settings.ts"
import { demoExposed } from "../../emulator/exposure.ts"
import { windowMode } from "../../emulator/person/Windows.ts"

/** The variables that settings read, in their order: the settings are read once where none is set. */
const settingNames = Effect.fnUntraced(function* <A>(settings: Config.Config<A>) {
  const names = new Set<string>()
  const recording = ConfigProvider.make((path) =>
    Effect.sync(() => {
      names.add(path.join("_"))
      return undefined
    })
  )
  yield* Effect.ignore(settings.parse(recording))
  return Array.from(names)
})

/** The configuration that a start reads from the environment. */
const read = Config.all({ settings, demoExposed, windowMode })

/** The variables of `parley serve`, in the order of the settings. */
export const variables = settingNames(read)

const isSet = (name: string) => Effect.match(Config.String(name), { onFailure: () => false, onSuccess: () => true })

/** Characters of a line of the help. */
const width = 110
const indentation = "      "

/** Markdown as plain text: links and code without their marks. */
const plain = (markdown: string): string =>
  markdown.replaceAll(/\[([^[\]]{1,100})\]\([^()]{1,200}\)/g, "$1").replaceAll("`", "")

const wrapped = (text: string): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = indentation
  for (const word of text.split(" ")) {
    if (line !== indentation && line.length + word.length + 1 > width) {
      lines.push(line)
      line = indentation
    }
    line += line === indentation ? word : ` ${word}`
  }
  return [...lines, line]
}

const section = Effect.fnUntraced(function* ({ defaults, meaning, names }: SettingRow) {
  const heads = yield* Effect.forEach(names, (name) =>
    Effect.map(isSet(name), (set) => `  ${set ? `${name} (set)` : name}`)
  )
  return [...heads, ...wrapped(`Default: ${plain(defaults)}. ${plain(meaning)}`)]
})

/** The section of the help with the default and meaning of every variable, and which of them are set here; never a value. */
export const serveHelp = Effect.gen(function* () {
  const sections = yield* Effect.forEach(settingTable, section)
  return ["", "VARIABLES", ...sections.flat(), "", "docs/configuration.md of the package says the same."].join("\n")
})
