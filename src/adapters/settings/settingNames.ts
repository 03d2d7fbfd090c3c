import { type Config, ConfigProvider, Effect } from "effect"

/** The variables that settings read, in their order: the settings are read once where none is set. */
export const settingNames = <A>(settings: Config.Config<A>): Effect.Effect<ReadonlyArray<string>> =>
  Effect.suspend(() => {
    const names = new Set<string>()
    const recording = ConfigProvider.make((path) =>
      Effect.sync(() => {
        names.add(path.join("_"))
        return undefined
      })
    )
    return Effect.as(Effect.ignore(settings.parse(recording)), names).pipe(Effect.map((all) => [...all]))
  })
