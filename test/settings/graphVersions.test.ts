import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { defaultGraphVersion, graphVersionSupport } from "../../src/adapters/settings/graphVersion.ts"

describe("versions of the Graph API", () => {
  it.each([
    ["v23.0", "2026-10-07", "available", "2027-10-08"],
    ["v23.0", "2026-10-08", "ends soon", "2027-10-08"],
    ["v23.0", "2027-10-07", "ends soon", "2027-10-08"],
    ["v23.0", "2027-10-08", "ended", "2027-10-08"],
    ["v9.0", "2026-11-28", "ended", null],
    ["v20.0", "2026-11-28", "ended", "2026-09-24"],
    ["v26.0", "2026-11-28", "available", null],
    ["v99.0", "2026-11-28", "unknown", null]
  ])("graph version: %s on %s is %s", (version, day, state, lastDay) => {
    const at = DateTime.makeUnsafe(`${day}T00:00:00.000Z`)
    assert.deepStrictEqual(graphVersionSupport(version, at), { state, lastDay })
  })

  it("graph version: the default is the newest known version, and it is available", () => {
    assert.strictEqual(defaultGraphVersion, "v26.0")
    const at = DateTime.makeUnsafe("2026-11-28T00:00:00.000Z")
    assert.strictEqual(graphVersionSupport(defaultGraphVersion, at).state, "available")
  })
})
