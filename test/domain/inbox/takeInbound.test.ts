import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { conversationsIn, messagesIn } from "./given.ts"
import { eventsPicture, messageEvents, picture, unreadIn } from "./picture.ts"
import { Picks, type Rules, shuffled, Story } from "./story.ts"
import { beforeStory, reportsOf } from "./storyReports.ts"
import { announced, run } from "./world.ts"

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
