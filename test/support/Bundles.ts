import { Context, Effect, FileSystem, Layer, Path } from "effect"

/** Loaded when it is needed: few runs need it. */
const bundler = Effect.tryPromise(() => import("../../bundle.ts"))

/** A folder that finds the packages, and is gone with the run. */
const besidePackages = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: "parley-bundle-" })
  yield* fs.writeFileString(path.join(folder, "package.json"), '{"type":"module"}')
  yield* fs.symlink(path.join(import.meta.dirname, "../../node_modules"), path.join(folder, "node_modules"))
  return folder
})

/** The command as the published package has it, made of the sources as they are now. */
export class Command extends Context.Service<Command, { readonly script: string }>()("test/Command") {
  static readonly layer = Layer.effect(
    Command,
    Effect.gen(function* () {
      const path = yield* Path.Path
      const folder = path.join(yield* besidePackages, "dist/bin")
      const { bundle } = yield* bundler
      yield* Effect.tryPromise(() => bundle(folder))
      return { script: path.join(folder, "parley.js") }
    })
  )
}

/** The process that delivers, of which tests start and kill many. */
export class Delivering extends Context.Service<Delivering, { readonly script: string }>()("test/Delivering") {
  static readonly layer = Layer.effect(
    Delivering,
    Effect.gen(function* () {
      const path = yield* Path.Path
      const folder = yield* besidePackages
      const { bundleScript } = yield* bundler
      yield* Effect.tryPromise(() => bundleScript("test/deliveries/delivering.ts", folder, "delivering.js"))
      return { script: path.join(folder, "delivering.js") }
    })
  )
}
