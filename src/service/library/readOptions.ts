import { type Config, ConfigProvider, Effect, Redacted, Schema } from "effect"
import { explainConfig } from "../../adapters/settings/explainFailure.ts"
import type { SettingsMissing, WeakSecrets } from "../../adapters/settings/Secrets.ts"
import { type Settings, settings } from "../../adapters/settings/Settings.ts"

/** Options that are missing, too weak, or not of their form. Each line names one, and never its value if it is a secret. */
export class OptionsRefused extends Schema.TaggedError<OptionsRefused>()("OptionsRefused", {
  lines: Schema.Array(Schema.String)
}) {
  override get message() {
    return `Options of the service were refused\n${this.lines.join("\n")}`
  }
}

/** The variable of an option: `mediaS3Bucket` is `MEDIA_S3_BUCKET`. */
export const variableOf = (option: string): string => option.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, "_").toUpperCase()

/** The option of a variable. */
const optionOf = (variable: string): string =>
  variable.toLowerCase().replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** A line about variables as one about options: a variable begins it, or has an underscore. */
const withOptions = (line: string): string =>
  line.replaceAll(/\w+/g, (word, at: number) => {
    const isVariable = word.includes("_") || (at === 0 && line.startsWith(": ", word.length))
    if (!isVariable || word !== word.toUpperCase()) return word
    return word === "PARLEY_ROLES" ? "roles" : optionOf(word)
  })

const textOf = (value: unknown): unknown => {
  if (Redacted.isRedacted(value)) return Redacted.value(value)
  return Array.isArray(value) ? value.map(textOf) : value
}

/** The options as the environment would have them. */
const environmentOf = (options: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(options).flatMap(([option, value]) =>
      value === undefined ? [] : [[variableOf(option), textOf(value)]]
    )
  )

/** Removes the line about a whole option if another line names a member of its list. */
const mostExact = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.filter((line) => {
    const name = line.slice(0, line.indexOf(":") + 1)
    return line !== `${name} Expected string` || lines.every((other) => other === line || !other.startsWith(name))
  })

/** The refusal of options, made of the failure that names variables. */
export const refusedOptions = (error: Config.ConfigError | SettingsMissing | WeakSecrets): OptionsRefused => {
  if (error._tag === "SettingsMissing") {
    return new OptionsRefused({ lines: error.variables.map((variable) => `${withOptions(variable)}: required`) })
  }
  const lines = error._tag === "WeakSecrets" ? error.lines : explainConfig(error).split("\n")
  return new OptionsRefused({ lines: mostExact(lines.map(withOptions)) })
}

/** A program that embeds the service has no demo mode, and its paths are its own. */
const ofPrograms = { graphUrl: "https://graph.facebook.com", console: "off" }

/**
 * Reads settings from options, with the same checks as for the environment, which is not read. An option that no
 * setting reads is rejected, because a program without types would not notice the mistake otherwise.
 */
export const readOptions = (options: object): Effect.Effect<Settings, OptionsRefused> =>
  Effect.suspend(() => {
    const provider = ConfigProvider.fromUnknown(environmentOf({ ...ofPrograms, ...options }))
    const knownVariables = new Set<string>()
    const recording = ConfigProvider.make((path) => {
      knownVariables.add(String(path[0]))
      return provider.load(path)
    })
    return Effect.flatMap(Effect.mapError(settings.parse(recording), refusedOptions), (read) => {
      const unknown = Object.keys(options).filter((option) => !knownVariables.has(variableOf(option)))
      return unknown.length === 0
        ? Effect.succeed(read)
        : Effect.fail(new OptionsRefused({ lines: unknown.map((option) => `${option}: no option has this name`) }))
    })
  })
