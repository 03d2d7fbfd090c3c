import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as MemoryPlatforms from "../../src/adapters/memory/MemoryPlatforms.ts"

const ports = readdirSync(join(import.meta.dirname, "../../src/ports/platforms")).map((file) => file.replace(".ts", ""))

/** Reads the bytes of a webhook without any call. */
const reads = "InboundReader"

describe("memory platforms", () => {
  it.effect("memory platforms: cover every platform port, so that nothing leaves the process", () =>
    Effect.gen(function* () {
      const given = yield* Layer.build(Layer.provide(MemoryPlatforms.layer, Memory.layer()))
      assert.includeMembers(
        [...given.mapUnsafe.keys()],
        ports.filter((port) => port !== reads).map((port) => `effect-parley/ports/${port}`)
      )
    })
  )
})
