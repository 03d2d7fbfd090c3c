import { assert, describe, it } from "@effect/vitest"
import { NodeServices } from "@effect/platform-node"
import { Effect, FileSystem, Path, Schema } from "effect"
import { givenOrganization } from "../../testing/given/given.ts"
import { givenContact } from "../../testing/given/givenContact.ts"
import { unzippedTexts } from "../erasure/unzipped.ts"
import { operate, operated, operatorWorld } from "./operatorScene.ts"

const Exported = Schema.Struct({ contactId: Schema.String, file: Schema.String })

describe("parley contact export", () => {
  it.effect("writes an archive once, for its owner only, and refuses unknown and erased contacts", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped()
      const file = (yield* Path.Path).join(folder, "ada.zip")
      const { id } = yield* givenOrganization()
      const contact = yield* givenContact(id, { name: "Ada" })
      const flags = ["--organization", id, "--contact", contact.id]
      const answer = yield* operated(Exported, ["contact", "export", file, ...flags])
      assert.deepStrictEqual(answer, { contactId: contact.id, file })
      assert.include(unzippedTexts(yield* files.readFile(file)).get("contact.json") ?? "", '"name": "Ada"')
      assert.strictEqual((yield* files.stat(file)).mode & 0o777, 0o600)

      const again = yield* operate(["contact", "export", file, ...flags])
      assert.include(again.error, "cannot be written")
      const relative = yield* operate(["contact", "export", "ada.zip", ...flags])
      assert.include(relative.error, "whole path")
      yield* operate(["contact", "erase", "--confirm", ...flags])
      const erased = yield* operate(["contact", "export", `${file}.2`, ...flags])
      assert.include(erased.error, "The contact was erased")
      const { id: other } = yield* givenOrganization()
      const unknown = yield* operate(["contact", "export", `${file}.3`, "--organization", other, ...flags.slice(2)])
      assert.include(unknown.error, "no such contact")
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer), Effect.provide(operatorWorld("external")))
  )
})
