import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import {
  composeButtons,
  composeElements,
  composeQuickReplies
} from "../../../../src/domain/messages/messenger/composeParts.ts"
import type {
  ButtonDraft,
  ElementDraft,
  MessagePartInvalid,
  QuickReplyDraft
} from "../../../../src/domain/messages/messenger/MessengerDraft.ts"
import { messengerRules } from "../../../../src/domain/messages/messenger/MessengerRules.ts"
import { TextPieces } from "../../../../testing/arbitraries/textPieces.ts"

const { instagram, messenger } = messengerRules

const shown = <Parts>(composed: Result.Result<Parts, MessagePartInvalid>) =>
  Result.match(composed, {
    onSuccess: (parts): unknown => parts,
    onFailure: ({ field, problem }): unknown => ({ field, problem })
  })
const buttons = (first: ButtonDraft, ...rest: ReadonlyArray<ButtonDraft>) =>
  shown(composeButtons([first, ...rest], "buttons", messenger))
const elements = (first: ElementDraft, ...rest: ReadonlyArray<ElementDraft>) =>
  shown(composeElements([first, ...rest], "elements", messenger))
const replies = (first: QuickReplyDraft, ...rest: ReadonlyArray<QuickReplyDraft>) =>
  shown(composeQuickReplies([first, ...rest], "quickReplies", messenger))

const empty = (field: string) => ({ field, problem: { _tag: "Empty" } })
const tooMany = (field: string, limit: number) => ({ field, problem: { _tag: "TooMany", limit } })
const notOneOf = (field: string, ...supported: ReadonlyArray<string>) => ({
  field,
  problem: { _tag: "NotOneOf", supported }
})

const url = "https://example.com/a"
const link = { type: "web_url", title: "Menu", url }
const tap = { type: "postback", title: "Cancel", payload: "CANCEL" }
const call = { type: "phone_number", title: "Call", payload: "+15551234567" }

describe("composeButtons", () => {
  it("composes each of the three types", () => {
    assert.deepStrictEqual(buttons(link, { ...tap, url: "unused" }, call), [
      { _tag: "WebUrl", title: "Menu", url },
      { _tag: "Postback", title: "Cancel", payload: "CANCEL" },
      { _tag: "PhoneNumber", title: "Call", number: "+15551234567" }
    ])
  })

  it.each<readonly [ButtonDraft, unknown]>([
    [{}, notOneOf("buttons[1].type", "web_url", "postback", "phone_number")],
    [{ ...link, type: "share" }, notOneOf("buttons[1].type", "web_url", "postback", "phone_number")],
    [{ ...link, type: "" }, notOneOf("buttons[1].type", "web_url", "postback", "phone_number")],
    [{ ...link, title: null }, empty("buttons[1].title")],
    [{ ...link, title: " ", url: null }, empty("buttons[1].title")],
    [{ ...link, url: null, payload: "P" }, empty("buttons[1].url")],
    [{ ...link, url: " " }, empty("buttons[1].url")],
    [{ ...tap, payload: "", url }, empty("buttons[1].payload")],
    [{ type: "phone_number", title: "Call" }, empty("buttons[1].payload")]
  ])("refuses %j", (draft, refusal) => {
    assert.deepStrictEqual(buttons(link, draft), refusal)
  })

  it("accepts at most three, and names the first excess one", () => {
    assert.deepStrictEqual(buttons(link, link, link, link, {}), tooMany("buttons[3]", 3))
    const composed = { _tag: "WebUrl", title: "Menu", url }
    assert.deepStrictEqual(buttons(link, link, link), [composed, composed, composed])
  })

  it("refuses a phone number on Instagram", () => {
    assert.deepStrictEqual(
      shown(composeButtons([link, call], "buttons", instagram)),
      notOneOf("buttons[1].type", "web_url", "postback")
    )
    assert.deepStrictEqual(shown(composeButtons([link], "buttons", instagram)), buttons(link))
  })

  it("truncates only titles", () => {
    const long = "a title that is much too long"
    assert.deepStrictEqual(buttons({ type: "postback", title: long, payload: long }), [
      { _tag: "Postback", title: "a title that is much", payload: long }
    ])
  })
})

describe("composeQuickReplies", () => {
  it("uses the title as the payload of a reply without one", () => {
    const title = "The table by the window, please"
    assert.deepStrictEqual(replies({ title }, { title, payload: "Own one", imageUrl: url }), [
      { title: "The table by the win", payload: "THE_TABLE_BY_THE_WINDOW,_PLEASE", imageUrl: null },
      { title: "The table by the win", payload: "Own one", imageUrl: url }
    ])
    for (const payload of [null, "", "  "]) {
      assert.deepStrictEqual(replies({ title: "Yes", payload, imageUrl: payload }), [
        { title: "Yes", payload: "YES", imageUrl: null }
      ])
    }
  })

  it("refuses a reply without a title", () => {
    assert.deepStrictEqual(replies({ title: "Yes" }, { payload: "NO" }), empty("quickReplies[1].title"))
  })

  it.prop(
    "sends the full payload even if the visible title is truncated",
    { pieces: TextPieces, payload: Schema.NonEmptyString },
    ({ payload, pieces }) => {
      const title = `a${pieces.join("")}`
      const replyOf = (draft: QuickReplyDraft) => {
        const composed = composeQuickReplies([draft], "q", messenger)
        return Result.isSuccess(composed) && "title" in composed.success[0] ? composed.success[0] : undefined
      }
      const [own, made] = [replyOf({ title, payload }), replyOf({ title })]
      if (own === undefined || made === undefined) return assert.isTrue(title.length > 900 || payload.length > 900)
      assert.strictEqual(made.payload, title.toUpperCase().split(" ").join("_"))
      if (payload.trim() !== "") assert.strictEqual(own.payload, payload)
      assert.strictEqual(own.title, made.title)
    }
  )
})

describe("composeElements", () => {
  it("composes cards with and without their parts", () => {
    assert.deepStrictEqual(
      elements(
        { title: "Bare", subtitle: "", imageUrl: null, defaultAction: null, buttons: [] },
        {
          title: "A title of a card is not truncated",
          subtitle: "below",
          imageUrl: url,
          defaultAction: { type: "web_url", url },
          buttons: [tap]
        },
        { title: "Type left out", defaultAction: { url } }
      ),
      [
        { title: "Bare", subtitle: null, imageUrl: null, defaultUrl: null, buttons: [] },
        {
          title: "A title of a card is not truncated",
          subtitle: "below",
          imageUrl: url,
          defaultUrl: url,
          buttons: [{ _tag: "Postback", title: "Cancel", payload: "CANCEL" }]
        },
        { title: "Type left out", subtitle: null, imageUrl: null, defaultUrl: url, buttons: [] }
      ]
    )
  })

  it.each<readonly [ElementDraft, unknown]>([
    [{}, empty("elements[1].title")],
    [{ title: " ", buttons: [{}] }, empty("elements[1].title")],
    [{ title: "Card", defaultAction: {} }, empty("elements[1].defaultAction.url")],
    [
      { title: "Card", defaultAction: { type: "postback", url } },
      notOneOf("elements[1].defaultAction.type", "web_url")
    ],
    [{ title: "Card", buttons: [tap, { ...tap, title: "" }] }, empty("elements[1].buttons[1].title")],
    [{ title: "Card", buttons: [tap, tap, tap, tap] }, tooMany("elements[1].buttons[3]", 3)]
  ])("refuses %j", (draft, refusal) => {
    assert.deepStrictEqual(elements({ title: "Card" }, draft), refusal)
  })

  it("accepts at most ten, and names the first excess one", () => {
    const card = { title: "Card" }
    const nine = Array.from({ length: 9 }, () => card)
    assert.deepStrictEqual(elements(card, ...nine, card), tooMany("elements[10]", 10))
    const composed = { title: "Card", subtitle: null, imageUrl: null, defaultUrl: null, buttons: [] }
    assert.deepStrictEqual(
      elements(card, ...nine),
      Array.from({ length: 10 }, () => composed)
    )
  })

  it("refuses a phone number in a card on Instagram", () => {
    assert.deepStrictEqual(
      shown(composeElements([{ title: "Card", buttons: [call] }], "elements", instagram)),
      notOneOf("elements[0].buttons[0].type", "web_url", "postback")
    )
  })
})
