import { assert } from "@effect/vitest"
import { Array, Result } from "effect"
import type { MessengerChannel } from "../../../src/domain/conversations/Channel.ts"
import { composeMessenger } from "../../../src/domain/messages/messenger/composeMessenger.ts"
import type { MessengerContent } from "../../../src/domain/messages/messenger/MessengerContent.ts"
import {
  MessagePartInvalid,
  MessageTypeUnknown,
  type MessengerDraft,
  PartProblem
} from "../../../src/domain/messages/messenger/MessengerDraft.ts"
import { Laws } from "../../../testing/laws/Laws.ts"
import type { ComposeMessenger } from "../../../testing/laws/messengerLaws.ts"
import { findsDefects } from "./findsDefects.ts"

/** Our rule for another draft. */
const drafted =
  (change: (draft: MessengerDraft, channel: MessengerChannel) => Partial<MessengerDraft>): ComposeMessenger =>
  (channel, draft) =>
    composeMessenger(channel, { ...draft, ...change(draft, channel) })

/** Our rule with another content. */
const composed =
  (change: (content: MessengerContent) => MessengerContent): ComposeMessenger =>
  (...given) =>
    Result.map(composeMessenger(...given), (message) => ({ ...message, content: change(message.content) }))

/** Our rule, which refuses texts beyond another limit too. */
const refusing =
  (isTooLong: (text: string, channel: MessengerChannel) => boolean): ComposeMessenger =>
  (channel, draft) =>
    isTooLong(draft.text ?? "", channel)
      ? Result.fail(new MessagePartInvalid({ field: "text", problem: PartProblem.cases.Empty.make({}) }))
      : composeMessenger(channel, draft)

const withReplies =
  (
    change: (
      reply: { readonly title: string; readonly payload: string },
      draft: MessengerDraft
    ) => { readonly title?: string; readonly payload?: string }
  ): ComposeMessenger =>
  (channel, draft) =>
    Result.map(composeMessenger(channel, draft), (message) =>
      message.content._tag === "QuickReplies"
        ? {
            ...message,
            content: {
              ...message.content,
              quickReplies: Array.map(message.content.quickReplies, (reply) =>
                "title" in reply ? { ...reply, ...change(reply, draft) } : reply
              )
            }
          }
        : message
    )

const bytes = (text: string) => new TextEncoder().encode(text).length
const limits = { messenger: 2_000, instagram: 1_000 } as const

findsDefects("Messenger", Laws.messenger, [
  ["trims texts", drafted(({ text }) => (typeof text === "string" ? { text: text.trim() } : {}))],
  [
    "composes letters and accents",
    drafted(({ text }) => (typeof text === "string" ? { text: text.normalize("NFC") } : {}))
  ],
  ["repairs texts", drafted(({ text }) => (typeof text === "string" ? { text: text.toWellFormed() } : {}))],
  [
    "sends a blank text",
    drafted(({ text }) => (typeof text === "string" && text.trim() === "" ? { text: `.${text}` } : {}))
  ],
  [
    "cuts texts",
    drafted(({ text }, channel) =>
      typeof text === "string" ? { text: text.slice(0, channel === "instagram" ? 250 : 2_000) } : {}
    )
  ],
  ["has one limit", (_, draft) => composeMessenger("messenger", draft)],
  [
    "counts characters on Instagram",
    refusing((text, channel) => channel === "messenger" && bytes(text) > limits.messenger)
  ],
  ["counts code units", refusing((text, channel) => channel === "messenger" && text.length > limits.messenger)],
  [
    "counts one character too many",
    refusing((text, channel) => channel === "messenger" && globalThis.Array.from(text).length >= limits.messenger)
  ],
  ["counts one byte too many", refusing((text, channel) => channel === "instagram" && bytes(text) >= limits.instagram)],
  [
    "takes the title for the payload",
    drafted(({ quickReplies }) =>
      quickReplies ? { quickReplies: quickReplies.map(({ title }) => ({ title, payload: title })) } : {}
    )
  ],
  [
    "loses the payload",
    drafted(({ quickReplies }) => (quickReplies ? { quickReplies: quickReplies.map(({ title }) => ({ title })) } : {}))
  ],
  [
    "makes the payload of the shown title",
    withReplies(({ payload, title }, { quickReplies }) =>
      quickReplies?.[0]?.payload ? { payload } : { payload: title.toUpperCase().replaceAll(" ", "_") }
    )
  ],
  ["writes payloads in small letters", withReplies(({ payload }) => ({ payload: payload.toLowerCase() }))],
  [
    "shows one character too many",
    withReplies((_, { quickReplies }) => ({
      title: globalThis.Array.from(quickReplies?.[0]?.title ?? "")
        .slice(0, 21)
        .join("")
    }))
  ],
  [
    "shows the end of a title",
    withReplies((_, { quickReplies }) => ({
      title: globalThis.Array.from(quickReplies?.[0]?.title ?? "")
        .slice(-20)
        .join("")
    }))
  ],
  [
    "knows no files on Instagram",
    (channel, draft) =>
      channel === "instagram" && draft.type === "image"
        ? Result.fail(new MessageTypeUnknown({ type: "image", supported: [] }))
        : composeMessenger(channel, draft)
  ],
  [
    "throws for a list that is null",
    (channel, draft) => (draft.buttons === null ? assert.fail("null") : composeMessenger(channel, draft))
  ],
  [
    "throws for a button without a title",
    (channel, draft) =>
      draft.buttons?.some(({ title }) => title === undefined) === true
        ? assert.fail("undefined")
        : composeMessenger(channel, draft)
  ],
  [
    "sends a card without a title",
    composed((content) =>
      content._tag === "GenericTemplate"
        ? { ...content, elements: Array.map(content.elements, (card) => ({ ...card, title: "" })) }
        : content
    )
  ]
])
