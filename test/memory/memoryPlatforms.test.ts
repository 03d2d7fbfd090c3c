import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as MemoryPlatforms from "../../src/adapters/memory/MemoryPlatforms.ts"

/** The ports whose adapters call a platform, a receiver or a store of files. */
const ports = [
  "AccountCheck",
  "DirectMessages",
  "MediaSource",
  "MediaStore",
  "MediaUpload",
  "Profiles",
  "TagSync",
  "TemplateCatalogue",
  "WebhookSender",
  "WhatsApp"
]

describe("the platforms in memory", () => {
  it.effect("are all of them, so that nothing leaves the process", () =>
    Effect.gen(function* () {
      const given = yield* Layer.build(Layer.provide(MemoryPlatforms.layer, Memory.layer()))
      assert.includeMembers(
        [...given.mapUnsafe.keys()],
        ports.map((port) => `effect-parley/ports/${port}`)
      )
    })
  )
})
