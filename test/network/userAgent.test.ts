import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { userAgent } from "../../src/adapters/outbound/userAgent.ts"

const Package = Schema.fromJsonString(Schema.Struct({ name: Schema.String, version: Schema.String }))

it("the user agent names the package and its version", () => {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8")
  const { name, version } = Schema.decodeUnknownSync(Package)(text)
  assert.strictEqual(userAgent, `${name}/${version}`)
})
