import { assert, describe, it } from "@effect/vitest"
import { DateTime, Equal, Schema } from "effect"
import { Inbound } from "../../../src/domain/inbound/Inbound.ts"
import { emptyInbox } from "../../../src/domain/inbound/InboxState.ts"
import { takeInbound } from "../../../src/domain/inbound/takeInbound.ts"
import {
  bsuid,
  contactsIn,
  conversationsIn,
  knownByPhone,
  messageReport,
  only,
  person,
  phone,
  pmid,
  reported,
  withTalk
} from "../../../testing/inbound/given.ts"
import { listed } from "../../../testing/inbound/picture.ts"
import { Picks, type Rules, shuffled, Story } from "../../../testing/inbound/story.ts"
import { beforeStory, reportsOf } from "../../../testing/inbound/storyReports.ts"
import { minute, number, run, take } from "../../../testing/inbound/world.ts"
import { lawTests } from "../../../testing/laws/Law.ts"
import { Laws } from "../../../testing/laws/Laws.ts"
import { runner } from "../../support/runner.ts"
import { cases } from "../../support/effort.ts"

const told = { story: Story, picks: Picks, tick: Schema.Literals([0, 1]) }
const many = { arbitrary: { runs: cases(150, 400) } }

const loose: Rules = { isLoose: true, isContradictory: false }

type Told = { readonly [K in keyof typeof told]: (typeof told)[K]["Type"] }

/** A story as it happened, and in another order with repetitions. */
const both = ({ picks, story, tick }: Told, rules: Rules) => {
  const reports = reportsOf(story, rules)
  const before = beforeStory(story)
  return { reports, straight: run(before, reports, tick), other: run(before, shuffled(reports, picks), tick) }
}

const upTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))

/** Something that was said in a second after the first minute, by the person or with a phone of the business. */
const Spoken = Schema.Struct({ second: upTo(5), byBusiness: Schema.Boolean })

const ada = person([phone("16505550000")])

/** So many milliseconds after all of it, within the uncertainty of the clocks. */
const prompt = (place: number) => DateTime.add(minute(1), { milliseconds: 7_000 + place })

lawTests(runner, "takeInbound, by its laws", Laws.inbound, takeInbound, { runs: cases(150, 400) })

describe("takeInbound", () => {
  it.prop(
    "lists late messages by the platform's times, in any order of arrival",
    told,
    (given) => {
      const distinct = new Set(given.story.talk.map(({ at }) => at)).size === given.story.talk.length
      const { other, straight } = both(given, loose)
      if (distinct) assert.deepStrictEqual(listed(other), listed(straight))
    },
    many
  )

  it.prop(
    "lists messages since the last send by the platform's time, the person's first, in any order of arrival",
    { talk: Schema.Array(Spoken).check(Schema.isMinLength(2), Schema.isMaxLength(8)), picks: Picks },
    ({ picks, talk }) => {
      const distinct = talk.filter((one, place) => talk.findIndex((other) => Equal.equals(one, other)) === place)
      const reports = distinct.map(({ byBusiness: echo, second }) =>
        messageReport(number, `${second} ${echo}`, ada, 1 + second / 60, { echo })
      )
      const arrived = shuffled(reports, picks).reduce(
        (state, report, place) => take(state, report, prompt(place)),
        emptyInbox
      )
      const expected = distinct
        .toSorted((one, other) => one.second - other.second || Number(one.byBusiness) - Number(other.byBusiness))
        .map(({ byBusiness, second }) => `${number.id} ${pmid(`${second} ${byBusiness}`)}`)
      assert.deepStrictEqual(listed(arrived), expected)
    },
    many
  )

  it("lists a message that arrives after a send below the send, whatever the platform's second", () => {
    const before = withTalk(emptyInbox, knownByPhone("ada", "16505550000"), number, [
      { platformMessageId: pmid("ours"), createdAt: DateTime.add(minute(1), { milliseconds: 300 }) }
    ])
    const later = (millis: number) => DateTime.add(minute(1), { milliseconds: millis })
    const answered = take(before, messageReport(number, "answer", ada, 1), later(700))
    const next = take(answered, messageReport(number, "next", ada, 1), later(900))
    const ids = listed(next).map((id) => id.replace(`${number.id} `, ""))
    assert.deepStrictEqual(ids, [pmid("ours"), pmid("answer"), pmid("next")])
  })

  it("a handover with two ids of a person concerns the conversation of either, in any order of arrival", () => {
    const number1 = phone("16505550000")
    const preference = Inbound.cases.MarketingPreferred.make({
      ...reported(number, "preference", 2),
      person: person([number1]),
      wanted: true
    })
    const handover = Inbound.cases.ControlChanged.make({
      ...reported(number, "handover", 3),
      person: person([number1, bsuid("US.00")]),
      holder: "agent",
      what: "control_passed",
      values: {}
    })
    const reports = [
      messageReport(number, "m1", person([bsuid("US.00")]), 1),
      { account: number, item: preference },
      { account: number, item: handover }
    ]
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [2, 1, 0]
    ]) {
      const arrived = order.flatMap((place) => reports[place] ?? [])
      const after = run(emptyInbox, arrived, 1)
      assert.lengthOf(contactsIn(after), 1)
      // A handover that comes first waits for the conversation.
      const taken = order[0] === 2 ? take(after, { account: number, item: handover }) : after
      assert.strictEqual(only(conversationsIn(taken)).conversation.status, "ai_handling")
    }
  })
})
