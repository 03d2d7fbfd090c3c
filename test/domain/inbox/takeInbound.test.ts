import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import { conversationsIn, messagesIn } from "../../../src/testing/inbound/given.ts"
import { emptyInbox } from "../../../src/domain/inbound/InboxState.ts"
import { eventsPicture, listed, messageEvents, picture, unreadIn } from "../../../src/testing/inbound/picture.ts"
import { Picks, type Rules, shuffled, Story } from "../../../src/testing/inbound/story.ts"
import { beforeStory, reportsOf } from "../../../src/testing/inbound/storyReports.ts"
import { announced, minute, run, take } from "../../../src/testing/inbound/world.ts"

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

/** Two taps without an id may look the same. */
const isOfMessage = (event: Schema.Json) => JSON.stringify(event).includes("message_id")

describe("takeInbound", () => {
  it.prop(
    "comes to the same in any order and with any repetition",
    told,
    (given) => {
      const { other, straight } = both(given, strict)
      assert.strictEqual(straight.merges.length + other.merges.length, 0)
      assert.deepStrictEqual(picture(other), picture(straight))
      assert.deepStrictEqual(eventsPicture(other), eventsPicture(straight))
    },
    many
  )

  it.prop(
    "comes to the same when people turn out to be one person",
    told,
    (given) => {
      const { other, straight } = both(given, loose)
      assert.deepStrictEqual(picture(other), picture(straight))
      assert.deepStrictEqual(messageEvents(other), messageEvents(straight))
    },
    many
  )

  it.prop(
    "comes to the same when a message fails and arrives",
    told,
    (given) => {
      const { other, straight } = both(given, { isLoose: true, isContradictory: true })
      assert.deepStrictEqual(picture(other), picture(straight))
    },
    many
  )

  it.prop(
    "announces nothing twice",
    told,
    (given) => {
      const events = messageEvents(both(given, loose).other).filter(isOfMessage)
      assert.strictEqual(new Set(events.map((event) => JSON.stringify(event))).size, events.length)
    },
    many
  )

  it.prop(
    "announces as the latest what stands in the end",
    told,
    (given) => {
      const { other } = both(given, loose)
      const reactions = announced(other).flatMap((event) =>
        event.type === "message.reaction" && event.data.latest ? [event.data] : []
      )
      for (const { message } of messagesIn(other)) {
        for (const by of ["business", "contact"] as const) {
          const own = reactions.filter(
            ({ from, message_id }) =>
              message_id === message.platformMessageId && (by === "business") === (from === null)
          )
          const standing = message.annotations.reactions?.find((reaction) => reaction.by === by)
          assert.strictEqual(own.at(-1)?.emoji, standing?.reaction)
        }
      }
    },
    many
  )

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

  it.prop(
    "counts what is unread",
    told,
    (given) => {
      const { other } = both(given, loose)
      for (const held of conversationsIn(other)) {
        assert.strictEqual(unreadIn(other, held), unreadIn(other, { ...held, isRecounted: true }))
      }
    },
    many
  )
})
