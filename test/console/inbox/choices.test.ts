import { assert, describe, it } from "vitest"
import { cardOf, cardProblem, emptyCard } from "../../../console/inbox/compose/contactCard.ts"
import { isDue, typingPause } from "../../../console/inbox/compose/showTyping.ts"
import {
  draftProblem,
  emptyDraft,
  type InteractiveDraft,
  interactiveContent,
  interactiveOf
} from "../../../console/inbox/interactive/interactiveDraft.ts"
import { cardViews, choicesView } from "../../../console/inbox/thread/choicesView.ts"
import { readContactCards } from "../../../src/domain/messages/ContactCard.ts"
import { readInteractive } from "../../../src/domain/messages/interactive/readInteractive.ts"
import { Result } from "effect"

const buttons: InteractiveDraft = { ...emptyDraft, header: "Visit", body: "How was it?", buttons: ["Great", "Bad"] }
const list: InteractiveDraft = {
  ...emptyDraft,
  kind: "list",
  body: "Which day?",
  footer: "We are closed on Sunday",
  menu: "Days",
  sections: [
    { title: "This week", rows: [{ title: "Friday", description: "Until six" }] },
    { title: "Next week", rows: [{ title: "Monday", description: "" }] }
  ]
}
const link: InteractiveDraft = {
  ...emptyDraft,
  kind: "cta_url",
  body: "Our menu",
  link: "Open",
  url: "https://example.com"
}
const location: InteractiveDraft = {
  ...emptyDraft,
  kind: "location_request_message",
  body: "Where are you?",
  header: "No"
}

describe("interactive messages of the composer", () => {
  it("the form of an interactive message produces what the service accepts, of each kind", () => {
    for (const draft of [buttons, list, link, location]) {
      assert.isNull(draftProblem(draft))
      assert.isTrue(Result.isSuccess(readInteractive(JSON.parse(JSON.stringify(interactiveOf(draft))))))
      assert.deepStrictEqual<unknown>(interactiveContent(draft), interactiveOf(draft))
    }
    assert.notProperty(interactiveOf(location), "header")
  })

  it("the form of an interactive message names the first input that is missing, too long, repeated or no address", () => {
    const cases: ReadonlyArray<readonly [InteractiveDraft, string, string]> = [
      [{ ...buttons, body: " " }, "body.text", "missing"],
      [{ ...buttons, header: "x".repeat(61) }, "header.text", "tooLong"],
      [{ ...buttons, buttons: ["Great", "x".repeat(21)] }, "action.buttons[1].reply.title", "tooLong"],
      [{ ...buttons, buttons: ["Great", "Great"] }, "action.buttons[1].reply.title", "repeated"],
      [{ ...list, menu: "" }, "action.button", "missing"],
      [
        {
          ...list,
          sections: list.sections.map((section, index) => (index === 1 ? { title: "", rows: section.rows } : section))
        },
        "action.sections[1].title",
        "missing"
      ],
      [
        { ...list, sections: [{ title: "", rows: [{ title: "Friday", description: "x".repeat(73) }] }] },
        "action.sections[0].rows[0].description",
        "tooLong"
      ],
      [{ ...link, url: "example.com" }, "action.parameters.url", "address"]
    ]
    for (const [draft, path, reason] of cases) {
      const problem = draftProblem(draft)
      assert.deepStrictEqual([problem?.path, problem?.reason], [path, reason])
      assert.isNull(interactiveContent(draft))
    }
  })

  it("the thread shows the parts of interactive messages, quick replies and cards", () => {
    const view = choicesView({ type: "interactive", content: interactiveOf(buttons) })
    assert.deepStrictEqual([view?.header, view?.body, view?.buttons], ["Visit", "How was it?", ["Great", "Bad"]])
    const menu = choicesView({ type: "interactive", content: interactiveOf(list) })?.menu
    assert.strictEqual(menu?.label, "Days")
    assert.deepStrictEqual(menu?.sections[0], {
      title: "This week",
      rows: [{ title: "Friday", description: "Until six" }]
    })
    assert.strictEqual(choicesView({ type: "interactive", content: interactiveOf(location) })?.kind, "location")
    const quick = { text: "Inside?", quick_replies: [{ title: "Yes" }, { content_type: "user_email" }] }
    assert.deepStrictEqual(choicesView({ type: "quick_replies", content: quick })?.buttons, ["Yes", "user_email"])
    const elements = [{ title: "Tea", subtitle: "Green", buttons: [{ title: "Buy" }] }]
    const cards = choicesView({
      type: "generic_template",
      content: { attachment: { payload: { elements } } }
    })?.cards
    assert.deepStrictEqual([cards?.[0]?.header, cards?.[0]?.body, cards?.[0]?.buttons], ["Tea", "Green", ["Buy"]])
  })

  it("the thread shows no choices for an answer to a message with choices or content of an unknown form", () => {
    assert.isNull(choicesView({ type: "interactive", content: { button_reply: { id: "1", title: "Great" } } }))
    assert.isNull(choicesView({ type: "sticker", content: {} }))
    assert.deepStrictEqual(choicesView({ type: "interactive", content: { action: [] } })?.buttons, [])
    assert.deepStrictEqual(cardViews({ type: "contacts", content: { contacts: "none" } }), [])
  })
})

describe("contact cards of the composer", () => {
  it("the form of a contact card produces a card that the service accepts and the thread shows", () => {
    const draft = { name: " Olga Maria Weber ", phone: "+49 30 123456", email: "olga@example.com", company: "Weber" }
    assert.isNull(cardProblem(draft))
    const card = cardOf(draft)
    assert.deepStrictEqual(card.name, {
      formatted_name: "Olga Maria Weber",
      first_name: "Olga",
      last_name: "Maria Weber"
    })
    assert.isTrue(Result.isSuccess(readContactCards([JSON.parse(JSON.stringify(card))])))
    assert.deepStrictEqual(cardViews({ type: "contacts", content: JSON.parse(JSON.stringify({ contacts: [card] })) }), [
      { name: "Olga Maria Weber", company: "Weber", phones: ["+49 30 123456"], emails: ["olga@example.com"] }
    ])
  })

  it("the form of a contact card needs a name, and a number or an e-mail address", () => {
    assert.deepStrictEqual(cardProblem(emptyCard), { field: "name", reason: "missing" })
    assert.deepStrictEqual(cardProblem({ ...emptyCard, name: "Olga" }), { field: "phone", reason: "missing" })
    assert.deepStrictEqual(cardProblem({ ...emptyCard, name: "Olga", phone: "call me" }), {
      field: "phone",
      reason: "invalid"
    })
    assert.deepStrictEqual(cardProblem({ ...emptyCard, name: "Olga", email: "olga" }), {
      field: "email",
      reason: "invalid"
    })
  })
})

describe("typing in the composer", () => {
  it("typing is shown again after the pause, and at once in another conversation", () => {
    assert.isTrue(isDue(null, "a", 0))
    assert.isFalse(isDue({ conversationId: "a", at: 0 }, "a", typingPause - 1))
    assert.isTrue(isDue({ conversationId: "a", at: 0 }, "a", typingPause))
    assert.isTrue(isDue({ conversationId: "a", at: 0 }, "b", 1))
  })
})
