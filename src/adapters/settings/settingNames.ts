import { type Config, ConfigProvider, Effect } from "effect"

/** The variables that settings read, in their order: the settings are read once where none is set. */
export const settingNames = Effect.fnUntraced(function* <A>(settings: Config.Config<A>) {
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
