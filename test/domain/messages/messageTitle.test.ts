import { assert, describe, it } from "@effect/vitest"
import { defaultPayload, maxTitleLength, messageTitle } from "../../../src/domain/messages/messenger/MessengerRules.ts"
import { TextPieces } from "../../../testing/arbitraries/textPieces.ts"

const runs = 1_000

describe("messageTitle", () => {
  it("has at most 20 characters", () => {
    assert.strictEqual(maxTitleLength, 20)
  })

  it.each([
    ["Yes", "Yes"],
    [" Yes ", " Yes "],
    ["12345678901234567890", "12345678901234567890"],
    ["123456789012345678901", "12345678901234567890"],
    ["1234567890123456789👍🏽", "1234567890123456789"],
    ["123456789012345678👍🏽!", "123456789012345678👍🏽"],
    ["", null],
    ["   ", null],
    [null, null],
    [undefined, null],
    [`${" ".repeat(20)}Yes`, null],
    [`a${"\u0301".repeat(20)}`, `a${"\u0301".repeat(19)}`]
  ])("returns for %j the title %j", (given, shown) => {
    assert.strictEqual(messageTitle(given), shown)
  })

  it.prop(
    "returns the beginning of the text, and the same again for its own result",
    { pieces: TextPieces },
    ({ pieces }) => {
      const given = pieces.join("")
      const title = messageTitle(given)
      if (title === null) return
      assert.isTrue(given.startsWith(title))
      assert.isAtMost(Array.from(title).length, maxTitleLength)
      assert.strictEqual(messageTitle(title), title)
    },
    { arbitrary: { runs } }
  )
})

describe("defaultPayload", () => {
  it.each([
    ["Yes", "YES"],
    ["Book a table", "BOOK_A_TABLE"],
    [" a  b ", "_A__B_"],
    ["straße", "STRASSE"],
    ["snake_case", "SNAKE_CASE"],
    ["a title that is longer than twenty characters", "A_TITLE_THAT_IS_LONGER_THAN_TWENTY_CHARACTERS"],
    ["tab\there", "TAB\tHERE"],
    ["😀 ok", "😀_OK"]
  ])("of %j is %j", (title, payload) => {
    assert.strictEqual(defaultPayload(title), payload)
  })

  it.prop(
    "has no spaces, converts each character separately, and leaves its own result unchanged",
    { one: TextPieces, other: TextPieces },
    ({ one, other }) => {
      const payload = defaultPayload(one.join(""))
      assert.notInclude(payload, " ")
      assert.strictEqual(defaultPayload(payload), payload)
      assert.strictEqual(
        defaultPayload(`${one.join("")} ${other.join("")}`),
        `${payload}_${defaultPayload(other.join(""))}`
      )
    },
    { arbitrary: { runs } }
  )
})
