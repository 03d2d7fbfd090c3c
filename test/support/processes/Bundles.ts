import { Context, Effect, FileSystem, Layer, Path } from "effect"
import type * as Bundler from "../../../scripts/bundle.ts"

/** Loaded when it is needed: few runs need it. */
const bundler = Effect.tryPromise(() => import("../../../scripts/bundle.ts"))

/** A folder that finds the packages, and is gone with the run. */
const besidePackages = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "parley-bundle-" })
  yield* fs.writeFileString(path.join(folder, "package.json"), '{"type":"module"}')
  yield* fs.symlink(path.join(import.meta.dirname, "../../../node_modules"), path.join(folder, "node_modules"))
  return folder
})

/** A script at this path in such a folder, made of the sources as they are now. */
const bundled = (at: string, make: (bundler: typeof Bundler, folder: string) => Promise<unknown>) =>
  Effect.gen(function* () {
    const path = yield* Path.Path
    const script = path.join(yield* besidePackages, at)
    const made = yield* bundler
    yield* Effect.tryPromise(() => make(made, path.dirname(script)))
    return { script }
  })

/** The command as the published package has it. */
export class Command extends Context.Service<Command, { readonly script: string }>()("test/Command") {
  static readonly layer = Layer.effect(
    Command,
    bundled("dist/bin/parley.js", ({ bundle }, folder) => bundle(folder))
  )
}

/** The process that delivers, of which tests start and kill many. */
export class Delivering extends Context.Service<Delivering, { readonly script: string }>()("test/Delivering") {
  static readonly layer = Layer.effect(
    Delivering,
    bundled("delivering.js", ({ bundleScript }, folder) =>
      bundleScript("test/deliveries/delivering.ts", folder, "delivering.js")
    )
  )
}
