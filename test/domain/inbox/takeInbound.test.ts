import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { emptyInbox } from "../../../src/domain/inbound/InboxState.ts"
import { takeInbound } from "../../../src/domain/inbound/takeInbound.ts"
import { listed } from "../../../src/testing/inbound/picture.ts"
import { Picks, type Rules, shuffled, Story } from "../../../src/testing/inbound/story.ts"
import { beforeStory, reportsOf } from "../../../src/testing/inbound/storyReports.ts"
import { minute, run, take } from "../../../src/testing/inbound/world.ts"
import { lawTests } from "../../../src/testing/laws/Law.ts"
import { Laws } from "../../../src/testing/laws/Laws.ts"
import { runner } from "../../support/runner.ts"

const told = { story: Story, picks: Picks, tick: Schema.Literals([0, 1]) }
const many = { arbitrary: { runs: 400 } }

const strict: Rules = { isLoose: false, isContradictory: false }
const loose: Rules = { isLoose: true, isContradictory: false }

type Told = { readonly [K in keyof typeof told]: (typeof told)[K]["Type"] }

/** A story as it happened, and in another order with repetitions. */
const both = ({ picks, story, tick }: Told, rules: Rules) => {
  const reports = reportsOf(story, rules)
  const before = beforeStory(story)
  return { reports, straight: run(before, reports, tick), other: run(before, shuffled(reports, picks), tick) }
}

/** So many milliseconds after the first minute: within the uncertainty of the clocks of what is said now. */
const prompt = (place: number) => DateTime.add(minute(0), { milliseconds: 9_000 + place })

lawTests(runner, "takeInbound, by its laws", Laws.inbound, takeInbound, { runs: 400 })

describe("takeInbound", () => {
  it.prop(
    "lists what it learned of late by the platform's times, in any order of arrival",
    told,
    (given) => {
      const distinct = new Set(given.story.talk.map(({ at }) => at)).size === given.story.talk.length
      const { other, straight } = both(given, loose)
      if (distinct) assert.deepStrictEqual(listed(other), listed(straight))
    },
    many
  )

  it.prop(
    "lists what it learned of promptly in the order of arrival",
    told,
    ({ picks, story }) => {
      const talk = story.talk.map((talked) => ({ ...talked, isReported: 1, what: "text" as const, at: 0 }))
      const reports = shuffled(reportsOf({ ...story, talk, remarks: [] }, strict), picks)
      const messages = reports.filter(({ item }) => item._tag === "MessageReceived")
      const arrived = messages.reduce((state, report, place) => take(state, report, prompt(place)), emptyInbox)
      const expected = messages.flatMap(({ account, item }) =>
        item._tag === "MessageReceived" ? [`${account.id} ${item.platformMessageId}`] : []
      )
      assert.deepStrictEqual(listed(arrived), [...new Set(expected)])
    },
    many
  )
})
