import { assert, describe, it } from "@effect/vitest"
import { UserId } from "../../../src/domain/Ids.ts"
import { type ReportedConversation, conversationFacts } from "../../../src/domain/reports/conversationFacts.ts"

const ada = UserId.make("00000000-0000-4000-8000-00000000000a")

const question = (at: number) => ({ id: `q${at}`, at, isInbound: true, memberId: null })
const answer = (at: number) => ({ id: `a${at}`, at, isInbound: false, memberId: ada })
const turn = (at: number, isClosed: boolean) => ({ at, isClosed, memberId: isClosed ? ada : null })

const conversation = (changes: Partial<ReportedConversation>): ReportedConversation => ({
  createdAt: 0,
  hiddenAt: null,
  turns: [],
  messages: [],
  ...changes
})

/** The facts as short texts. */
const factsOf = (...[changed, former]: Parameters<typeof conversationFacts>) =>
  conversationFacts(changed, former).map(
    ({ at, measure, memberId, value }) => `${at} ${measure} ${value}${memberId === null ? "" : " by Ada"}`
  )

const began = ["0 opened 1", "0 open 1"]

describe("facts of a conversation", () => {
  it("the first answer counts from the first question, later ones from the first question after an answer", () => {
    const messages = [
      answer(1),
      question(10),
      question(20),
      answer(50),
      answer(55),
      question(60),
      question(61),
      answer(90)
    ]
    assert.deepStrictEqual(factsOf(conversation({ messages: messages.toReversed() })), [
      ...began,
      "10 waiting 1",
      "50 firstResponse 40 by Ada",
      "50 waiting -1",
      "60 waiting 1",
      "90 laterResponse 30 by Ada",
      "90 waiting -1"
    ])
  })

  it("a close ends the wait without a response; the first response still counts from the first question", () => {
    const messages = [question(10), question(200), answer(250), question(300)]
    const turns = [turn(100, true), turn(200, false), turn(400, true)]
    assert.deepStrictEqual(factsOf(conversation({ messages, turns })), [
      ...began,
      "100 closed 1 by Ada",
      "100 open -1",
      "100 resolution 100 by Ada",
      "200 reopened 1",
      "200 open 1",
      "400 closed 1 by Ada",
      "400 open -1",
      "400 resolution 200 by Ada",
      "10 waiting 1",
      "100 waiting -1",
      "200 waiting 1",
      "250 firstResponse 240 by Ada",
      "250 waiting -1",
      "300 waiting 1",
      "400 waiting -1"
    ])
  })

  it("a conversation without a contact is not open and does not wait", () => {
    assert.deepStrictEqual(factsOf(conversation({ messages: [question(10)], hiddenAt: 70 })), [
      ...began,
      "70 open -1",
      "10 waiting 1",
      "70 waiting -1"
    ])
  })

  it("facts of deleted messages stay, and an open wait continues", () => {
    const messages = [question(10), answer(20), question(30), answer(70), question(80)]
    const all = conversation({ messages })
    for (const deleted of messages.keys()) {
      const rest = conversation({ messages: messages.slice(deleted + 1) })
      assert.deepStrictEqual(conversationFacts(rest, conversationFacts(all)), conversationFacts(all), `${deleted}`)
      const more = [...messages.slice(deleted + 1), answer(95)]
      assert.deepStrictEqual(
        conversationFacts(conversation({ messages: more }), conversationFacts(all)),
        conversationFacts(conversation({ messages: [...messages, answer(95)] }))
      )
    }
  })
})
