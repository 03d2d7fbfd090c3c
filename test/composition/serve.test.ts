import { assert, describe, it } from "@effect/vitest"
import { asksToServe } from "../../src/service/serve.ts"

describe("the requested roles", () => {
  it.each([[[]], [["serve"]]])("%j selects the service alone", (args) => {
    assert.isTrue(asksToServe(args))
  })

  it.each([[["--help"]], [["serve", "--help"]], [["serve", "serve"]], [["listen"]], [["key", "create"]], [[""]]])(
    "%j does not select the service alone",
    (args) => {
      assert.isFalse(asksToServe(args))
    }
  )
})
