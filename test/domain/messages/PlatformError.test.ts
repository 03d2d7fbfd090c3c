import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  isToNobody,
  isTransient,
  PlatformNotReached,
  PlatformOutcomeUnknown,
  PlatformRejected,
  titleOf
} from "../../../src/domain/messages/PlatformError.ts"

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
  ])("returns for %i %j the title %j", (code, message, title) => {
    assert.strictEqual(titleOf(code, message), title)
  })

  it.prop("extracts the title from the platform's own text", { code: Code, title: Title }, ({ code, title }) => {
    assert.strictEqual(titleOf(code, `(#${code}) ${title}`), title)
  })

  it.prop("never returns an empty title", { code: Code, message: Title }, ({ code, message }) => {
    assert.notStrictEqual(titleOf(code, message), "")
  })
})

describe("an unreachable recipient", () => {
  const isRefused = (code: number, subcode: number | null = null) =>
    isToNobody(new PlatformRejected({ code, title: "", message: "", subcode, details: null }))

  it.each([
    [131021, null],
    [131026, null],
    [131030, null],
    [551, null],
    [551, 1545041],
    [200, 1545041],
    [200, 2018028],
    [100, 2018001]
  ])("is a failure in which the platform does not know the recipient (%d, %j)", (code, subcode) => {
    assert.isTrue(isRefused(code, subcode))
  })

  it.each([
    [0, null],
    [10, 2018278],
    [100, null],
    [100, 33],
    [190, 463],
    [200, null],
    [131047, null],
    [131049, null],
    [131050, null],
    [132001, null]
  ])("is not a failure in which the platform refuses the message or the sender (%d, %j)", (code, subcode) => {
    assert.isFalse(isRefused(code, subcode))
  })
})

describe("a temporary failure", () => {
  const rejected = (code: number) =>
    new PlatformRejected({ code, title: "", message: "", subcode: null, details: null })

  it("is an unreachable platform or an unknown outcome", () => {
    assert.isTrue(isTransient(new PlatformNotReached({ detail: "connection refused" })))
    assert.isTrue(isTransient(new PlatformOutcomeUnknown({ reason: "connection lost", detail: "" })))
  })

  it.each([1, 2, 1200, 131000, 131016, 131057])("is an outage reported by the platform (%d)", (code) => {
    assert.isTrue(isTransient(rejected(code)))
  })

  it.each([4, 17, 32, 341, 613, 80001, 80002, 80006, 80007, 80008, 130429, 131048, 131056, 133016])(
    "is a report of too many requests to the platform (%d)",
    (code) => {
      assert.isTrue(isTransient(rejected(code)))
    }
  )

  it.each([0, 3, 10, 33, 100, 104, 190, 200, 368, 551, 131005, 131026, 131031, 131047, 131049, 132001, 132015])(
    "is not a rejected request or caller (%d)",
    (code) => {
      assert.isFalse(isTransient(rejected(code)))
    }
  )
})
