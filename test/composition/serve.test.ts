import { assert, describe, it } from "@effect/vitest"
import { asksToServe } from "../../src/service/serve.ts"

describe("the requested roles", () => {
  it.each([[[]], [["serve"]]])("%j is the service alone", (args) => {
    assert.isTrue(asksToServe(args))
  })

  it.each([[["--help"]], [["serve", "--help"]], [["serve", "serve"]], [["listen"]], [["key", "create"]], [[""]]])(
    "%j is more than the service",
    (args) => {
      assert.isFalse(asksToServe(args))
    }
  )
})
