import { assert, describe, it } from "@effect/vitest"
import { DateTime, Schema } from "effect"
import {
  type Edited,
  type Said,
  withDeletion,
  withEdit,
  withReaction
} from "../../../src/domain/messages/messageAfterwards.ts"
import type { Reaction } from "../../../src/domain/messages/Message.ts"

const beginning = DateTime.makeUnsafe("2026-11-20T12:00:00.007Z")
const second = (seconds: number) => DateTime.add(beginning, { seconds })

const upTo = (maximum: number) => Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }))

/** One thing that happens to a message; equal keys are one report. */
const Step = Schema.Struct({
  what: Schema.Literals(["liked", "answered", "edited", "deleted"]),
  at: upTo(3),
  number: Schema.NullOr(upTo(2)),
  type: Schema.Literals(["text", "image"]),
  reaction: Schema.NullOr(Schema.Literals(["love", "wow"]))
})
type Step = typeof Step.Type
const Steps = Schema.Array(Step).check(Schema.isMaxLength(8))

const Begun = Schema.Struct({ type: Schema.Literals(["text", "image"]) })
const url = "https://parley.example/media/1"
const begun = ({ type }: typeof Begun.Type): Said => ({
  type,
  content: type === "image" ? { url, caption: "secret" } : { text: "secret" },
  annotations: {}
})

const reactionOf = (step: Step): Reaction => ({
  by: step.what === "liked" ? "contact" : "business",
  reaction: step.reaction,
  at: second(step.at),
  key: JSON.stringify(step)
})

const editOf = (step: Step): Edited => ({
  number: step.number,
  at: second(step.at),
  key: JSON.stringify(step),
  type: step.type,
  content: step.type === "image" ? { caption: JSON.stringify(step) } : { text: JSON.stringify(step) }
})

const after = (message: Said, step: Step): Said => {
  if (step.what === "deleted") return withDeletion(message, second(step.at))
  return step.what === "edited" ? withEdit(message, editOf(step)) : withReaction(message, reactionOf(step))
}
const fold = (message: Said, steps: ReadonlyArray<Step>) => steps.reduce(after, message)

describe("reactions, edits and deletions of a message", () => {
  it.prop(
    "have the same result in any order and with repetitions",
    { message: Begun, one: Steps, other: Steps },
    ({ message, one, other }) => {
      const once = fold(begun(message), [...one, ...other])
      assert.deepStrictEqual(fold(begun(message), [...other, ...one].toReversed()), once)
      assert.deepStrictEqual(fold(begun(message), [...other, ...one, ...other]), once)
      assert.deepStrictEqual(fold(once, one), once)
    },
    { arbitrary: { runs: 500 } }
  )

  it.prop("leave no content of a deleted message, in any order", { message: Begun, steps: Steps }, (told) => {
    const deletions = told.steps.filter(({ what }) => what === "deleted")
    const { annotations, content, type } = fold(begun(told.message), told.steps)
    if (deletions.length === 0) return assert.isUndefined(annotations.deletedAt)
    assert.strictEqual(type, "text")
    assert.deepStrictEqual(content, { text: "This message was deleted", deleted: true })
    assert.isUndefined(annotations.edit)
    assert.deepStrictEqual(annotations.deletedAt, second(Math.min(...deletions.map(({ at }) => at))))
    assert.notInclude(JSON.stringify({ annotations, content }), "secret")
  })

  it.prop("include one reaction of each side, the latest", { message: Begun, steps: Steps }, ({ message, steps }) => {
    const { annotations } = fold(begun(message), steps)
    for (const by of ["business", "contact"] as const) {
      const told = steps.filter(({ what }) => what === (by === "contact" ? "liked" : "answered")).map(reactionOf)
      const own = (annotations.reactions ?? []).filter((reaction) => reaction.by === by)
      assert.strictEqual(own.length, told.length === 0 ? 0 : 1)
      for (const { at } of told) assert.isTrue(own.every((kept) => DateTime.isGreaterThanOrEqualTo(kept.at, at)))
    }
  })

  it.prop(
    "include the original content of an edited message",
    { message: Begun, steps: Steps },
    ({ message, steps }) => {
      const { annotations, content, type } = fold(begun(message), steps)
      if (annotations.edit === undefined) return
      const first = begun(message)
      assert.deepStrictEqual(annotations.edit.original, { type: first.type, content: first.content })
      assert.strictEqual(content["url"], type === "image" && first.type === "image" ? url : undefined)
    }
  )
})

const edit = (number: number | null, at: number, text: string): Edited => ({
  number,
  at: second(at),
  key: text,
  type: "text",
  content: { text }
})

describe("withEdit", () => {
  it("returns the content of the edit with the highest number, for any times", () => {
    const edits = [edit(1, 9, "first"), edit(2, 3, "second")]
    for (const told of [edits, edits.toReversed()]) {
      assert.deepStrictEqual(told.reduce(withEdit<Said>, begun({ type: "text" })), {
        type: "text",
        content: { text: "second" },
        annotations: {
          edit: {
            number: 2,
            at: second(3),
            key: "second",
            earlier: [{ at: second(9), key: "first" }],
            original: { type: "text", content: { text: "secret" } }
          }
        }
      })
    }
  })

  it("returns the latest edit if edits have no number, and of two at the same time the one with the later key", () => {
    const edits = [edit(null, 1, "a"), edit(null, 2, "b"), edit(null, 2, "c")]
    for (const told of [edits, edits.toReversed()]) {
      assert.deepStrictEqual(told.reduce(withEdit<Said>, begun({ type: "text" })).content, { text: "c" })
    }
  })

  it("leaves a file at its address, even after an edit to another type", () => {
    const image = begun({ type: "image" })
    const caption: Edited = {
      ...edit(2, 2, "b"),
      type: "image",
      content: { caption: "b", url: "https://dying.example" }
    }
    assert.deepStrictEqual(withEdit(image, caption).content, { caption: "b", url })
    assert.deepStrictEqual(withEdit(withEdit(image, edit(1, 1, "a")), caption).content, { caption: "b", url })
    const answer = { ...image, content: { ...image.content, reply_to: { message_id: "wamid.A" } } }
    assert.deepStrictEqual<object>(withEdit(answer, caption).content, {
      caption: "b",
      url,
      reply_to: { message_id: "wamid.A" }
    })
  })
})

describe("withReaction", () => {
  const liked = (reaction: string | null, at: number): Reaction => ({
    by: "contact",
    reaction,
    at: second(at),
    key: `${reaction} ${at}`
  })

  it("stores the removal of a reaction", () => {
    const steps = [liked("love", 1), liked(null, 2)]
    for (const told of [steps, steps.toReversed()]) {
      const { annotations } = told.reduce(withReaction<Said>, begun({ type: "text" }))
      const earlier = [{ at: second(1), key: "love 1" }]
      assert.deepStrictEqual(annotations, { reactions: [{ ...liked(null, 2), earlier }] })
    }
  })

  it("leaves the content and the other side's reaction", () => {
    const ours: Reaction = { ...liked("wow", 5), by: "business" }
    const both = [liked("love", 1), ours].reduce(withReaction<Said>, begun({ type: "image" }))
    assert.deepStrictEqual(both, { ...begun({ type: "image" }), annotations: { reactions: [ours, liked("love", 1)] } })
  })
})
