import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { titleOf } from "../../src/domain/PlatformError.ts"

const Code = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 999_999 }))
const Title = Schema.String.check(Schema.isPattern(/^[A-Za-z][^\0]{0,40}$/))

describe("titleOf", () => {
  it.each([
    [131026, "(#131026) Message undeliverable", "Message undeliverable"],
    [100, "(#100) Invalid parameter", "Invalid parameter"],
    [
      132000,
      "(#132000) Number of parameters does not match the expected number of params",
      "Number of parameters does not match the expected number of params"
    ],
    [131047, "Message failed to send because more than 24 hours have passed", "Re-engagement message"],
    [190, "Error validating access token: Session has expired", "Access token has expired"],
    [0, "Something", "AuthException"],
    [131026, "(#131026)", "Message undeliverable"],
    [424242, "Nobody has documented this", "Nobody has documented this"],
    [424242, "(#424242) nor this\nof two lines", "nor this\nof two lines"],
    [424242, "", ""],
    [100, "see (#100) Invalid parameter", "Invalid parameter"]
  ])("calls %i %j %j", (code, message, title) => {
    assert.strictEqual(titleOf(code, message), title)
  })

  it.prop("takes the title out of the platform's own text", { code: Code, title: Title }, ({ code, title }) => {
    assert.strictEqual(titleOf(code, `(#${code}) ${title}`), title)
  })

  it.prop("always has something to say", { code: Code, message: Title }, ({ code, message }) => {
    assert.notStrictEqual(titleOf(code, message), "")
  })
})
