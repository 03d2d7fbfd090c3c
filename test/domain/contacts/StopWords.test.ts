import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import {
  asWord,
  checkStopWords,
  defaultStopWords,
  maxStopWordLength,
  maxStopWords,
  messageChoice,
  wordMeanings
} from "../../../src/domain/contacts/StopWords.ts"

const words = wordMeanings({ optOut: ["STOP", "Dar de baja", "ARRÊT", "STOP_PROMOTIONS"], optIn: ["START"] })

describe("stop words", () => {
  it.each(["STOP", "stop", " Stop. ", "STOP!!!", "¡stop!", "“Stop”", "S\u200bTOP", "dar  de\nbaja", "ARRET", "arrêt…"])(
    "a text that consists of the word opts out: %j",
    (text) => assert.strictEqual(messageChoice(words, { text }), "opted_out")
  )

  it.each(["stop it", "please stop", "don't stop", "stopp", "", "!", "s t o p", `stop${" ".repeat(100)}`])(
    "another text makes no choice: %j",
    (text) => assert.isNull(messageChoice(words, { text }))
  )

  it("a word of the second list opts in", () => {
    assert.strictEqual(messageChoice(words, { text: "start" }), "opted_in")
  })

  it.each([
    { payload: "STOP_PROMOTIONS", text: "No more" },
    { button_reply: { id: "STOP_PROMOTIONS", title: "No more" } },
    { list_reply: { id: "x", title: "Stop" } },
    { text: "No more", quick_reply: { payload: "STOP_PROMOTIONS" } },
    { text: "No more", postback: { title: "No more", payload: "STOP_PROMOTIONS" } }
  ])("the title and the payload of a button are compared: %j", (content) => {
    assert.strictEqual(messageChoice(words, content), "opted_out")
  })

  it("a message in a group makes no choice", () => {
    assert.isNull(messageChoice(words, { text: "stop", group_id: "g1" }))
  })

  it("no message makes a choice without words", () => {
    assert.isNull(messageChoice(wordMeanings(null), { text: "stop" }))
  })

  it.prop("the normalized form of a word is its own normalized form", { text: Schema.String }, ({ text }) => {
    assert.strictEqual(asWord(asWord(text)), asWord(text))
  })

  it("the default words are valid, and no word has two meanings", () => {
    const checked = checkStopWords(defaultStopWords)
    assert.deepStrictEqual(checked, Result.succeed(defaultStopWords))
  })

  const many = Array.from({ length: maxStopWords + 1 }, (_, place) => `w${place}`)

  it.each([
    [{ optOut: many, optIn: [] }, "optOut", "too many"],
    [{ optOut: [], optIn: ["w".repeat(maxStopWordLength + 1)] }, "optIn", "too long"],
    [{ optOut: ["..."], optIn: [] }, "optOut", "empty"],
    [{ optOut: ["STOP"], optIn: ["stop!"] }, "optIn", "in both lists"]
  ] as const)("invalid words are refused with the name of the list: %#", (given, field, reason) => {
    const checked = checkStopWords(given)
    assert.isTrue(Result.isFailure(checked))
    if (Result.isFailure(checked)) assert.deepInclude(checked.failure, { field, reason })
  })

  it("a repeated word is stored once", () => {
    assert.deepStrictEqual(
      checkStopWords({ optOut: ["STOP", " stop "], optIn: [] }),
      Result.succeed({ optOut: ["stop"], optIn: [] })
    )
  })
})
