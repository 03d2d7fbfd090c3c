import { Arbitrary, Result, Schema } from "effect"
import type { MessengerChannel } from "../../src/domain/conversations/Channel.ts"
import type { composeMessenger } from "../../src/domain/messages/messenger/composeMessenger.ts"
import { MessengerContent } from "../../src/domain/messages/messenger/MessengerContent.ts"
import { defaultPayload, maxTitleLength, messengerRules } from "../../src/domain/messages/messenger/MessengerRules.ts"
import { Arbitraries } from "../arbitraries/Arbitraries.ts"
import { between, inputs } from "./inputs.ts"
import { law } from "./Law.ts"

/** Makes a message of Messenger or Instagram from a caller's draft, or returns the violated rule. */
export type ComposeMessenger = typeof composeMessenger

const channel = Arbitrary.schema(Schema.Literals(["messenger", "instagram"]))
const both = ["messenger", "instagram"] as const satisfies ReadonlyArray<MessengerChannel>

const SomePart = Schema.optionalKey(
  Schema.NullOr(Schema.Union([Schema.String, Schema.Literals(["web_url", "postback", "x"])]))
)
const someParts = <S extends Schema.Constraint>(part: S) => Schema.optionalKey(Schema.NullOr(Schema.Array(part)))
const SomeButton = Schema.Struct({ type: SomePart, title: SomePart, url: SomePart, payload: SomePart })

/** Any possible draft. */
const SomeDraft = Schema.Struct({
  text: SomePart,
  quickReplies: someParts(Schema.Struct({ title: SomePart, payload: SomePart, imageUrl: SomePart })),
  buttonTemplateText: SomePart,
  buttons: someParts(SomeButton),
  elements: someParts(
    Schema.Struct({
      title: SomePart,
      subtitle: SomePart,
      imageUrl: SomePart,
      defaultAction: Schema.optionalKey(Schema.NullOr(Schema.Struct({ type: SomePart, url: SomePart }))),
      buttons: someParts(SomeButton)
    })
  ),
  attachmentUrl: SomePart,
  attachmentType: Schema.optionalKey(Schema.NullOr(Schema.Literals(["image", "file", "x"]))),
  tag: Schema.optionalKey(Schema.NullOr(Schema.Literals(["HUMAN_AGENT", "x"])))
})

/** A text that is not blank in seven of eight cases. */
const Likely = Schema.Literals([
  "Hello",
  "a b",
  "😀",
  "é",
  "https://example.com",
  "+15551234567",
  "long enough to be cut",
  " "
])
const upToFour = <S extends Schema.Constraint>(part: S) => Schema.Array(part).check(Schema.isMaxLength(4))
const LikelyButton = Schema.Struct({
  type: Schema.Literals(["web_url", "postback", "phone_number"]),
  title: Likely,
  url: Likely,
  payload: Likely
})

/** Requests with at most a few mistakes. */
const LikelyDraft = Schema.Struct({
  text: Likely,
  quickReplies: upToFour(Schema.Struct({ title: Likely, payload: Schema.optionalKey(Likely) })),
  buttonTemplateText: Likely,
  buttons: upToFour(LikelyButton),
  elements: upToFour(
    Schema.Struct({
      title: Likely,
      subtitle: Schema.optionalKey(Likely),
      buttons: Schema.optionalKey(upToFour(LikelyButton))
    })
  ),
  attachmentUrl: Likely,
  attachmentType: Schema.Literals(["image", "file"])
})

const isContent = Schema.is(MessengerContent)

/** The length of a text as the channel counts it. */
const sizeOf = (on: MessengerChannel, text: string): number =>
  on === "instagram" ? new TextEncoder().encode(text).length : Array.from(text).length

const longest = { messenger: 2_000, instagram: 1_000 } as const

/** The channel's maximum number of characters, or one less or more. */
const AroundLimit = Schema.Struct({ over: Schema.Literals([-1, 0, 1]) })

export const messengerLaws = [
  law({
    name: "messenger: any text is sent unchanged, unless it is blank",
    inputs: Arbitrary.all({ channel, text: Arbitraries.text }),
    holds: (compose: ComposeMessenger, { channel, text }) => {
      const composed = compose(channel, { to: "24", text })
      if (Result.isFailure(composed)) return text.trim() === "" && composed.failure._tag === "MessagePartMissing"
      const { content } = composed.success
      return text.trim() !== "" && content._tag === "Text" && content.text === text
    }
  }),
  law({
    name: "messenger: exactly texts above the channel's maximum are refused",
    inputs: Arbitrary.all({
      channel,
      unit: Arbitrary.schema(Schema.Literals(["x", "é", "😀"])),
      size: Arbitrary.schema(Schema.Union([between(200, 2_100), AroundLimit]))
    }),
    holds: (compose: ComposeMessenger, { channel, size, unit }) => {
      const most = longest[channel] / sizeOf(channel, unit)
      const text = unit.repeat(typeof size === "number" ? size : most + size.over)
      const isTooLong = sizeOf(channel, text) > longest[channel]
      return Result.isFailure(compose(channel, { to: "24", text })) === isTooLong
    }
  }),
  law({
    name: "messenger: a long title is shortened, and a tap returns the payload",
    inputs: Arbitrary.all({ channel, rest: Arbitraries.text, payload: Arbitraries.text }),
    holds: (compose: ComposeMessenger, { channel, payload, rest }) => {
      const title = `a${rest}`
      const replyOf = (draft: { readonly title: string; readonly payload?: string }) => {
        const composed = compose(channel, { to: "24", type: "quick_replies", text: "?", quickReplies: [draft] })
        if (Result.isFailure(composed) || composed.success.content._tag !== "QuickReplies") return undefined
        const [reply] = composed.success.content.quickReplies
        return "title" in reply ? reply : undefined
      }
      const [own, made] = [replyOf({ title, payload }), replyOf({ title })]
      // A payload or a title may exceed its maximum.
      if (own === undefined || made === undefined) return true
      return (
        Array.from(own.title).length <= maxTitleLength &&
        title.startsWith(own.title) &&
        own.title === made.title &&
        made.payload === defaultPayload(title) &&
        (payload.trim() === "" || own.payload === payload)
      )
    }
  }),
  law({
    name: "messenger: every draft becomes a message or a refusal",
    inputs: inputs({ draft: Schema.Union([LikelyDraft, SomeDraft]) }),
    holds: (compose: ComposeMessenger, { draft }) =>
      both.every((on) =>
        messengerRules[on].types.every((type) => {
          const composed = compose(on, { ...draft, to: "24", type })
          return Result.isSuccess(composed)
            ? isContent(composed.success.content)
            : composed.failure._tag !== "MessageTypeUnknown"
        })
      )
  })
]
