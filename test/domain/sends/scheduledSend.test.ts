import { assert, describe, it } from "@effect/vitest"
import { DateTime, Result, Schema } from "effect"
import type { MessengerChannel } from "../../../src/domain/conversations/Channel.ts"
import { MediaId } from "../../../src/domain/Ids.ts"
import { MessengerContent, MessageTag } from "../../../src/domain/messages/messenger/MessengerContent.ts"
import { messengerRules } from "../../../src/domain/messages/messenger/MessengerRules.ts"
import { WhatsAppContent, keptContent, messageType } from "../../../src/domain/messages/WhatsAppContent.ts"
import {
  composedPersonal,
  composedReply,
  shownFile,
  readPendingMessage,
  viewOfPending
} from "../../../src/domain/sends/pendingContent.ts"
import { PendingOutcome } from "../../../src/domain/sends/PendingSend.ts"
import { scheduledStatus, sendAtRefusal } from "../../../src/domain/sends/ScheduledSend.ts"

const at = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
const mediaId = MediaId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e20")

/** The content as it is read from the store. */
const stored = (content: unknown): unknown =>
  Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Unknown))(JSON.stringify(content))

/** The value without -0, which JSON has not. */
const inJson = (value: unknown): unknown => {
  if (typeof value === "number") return value + 0
  if (Array.isArray(value)) return value.map(inJson)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inJson(part)]))
}

const channels: ReadonlyArray<MessengerChannel> = ["messenger", "instagram"]

describe("stored content of a send", () => {
  it.prop(
    "scheduled sends: WhatsApp content is read in its stored form",
    { content: WhatsAppContent },
    ({ content }) => {
      assert.deepStrictEqual<unknown>(
        readPendingMessage("whatsapp", stored(content)),
        Result.succeed({ channel: "whatsapp", content: inJson(content) })
      )
      assert.deepStrictEqual<unknown>(viewOfPending("whatsapp", stored(content)), {
        type: messageType(content),
        content: inJson(keptContent(content))
      })
    }
  )

  it("scheduled sends: fields of an interactive message that only the platform knows are preserved", () => {
    const content = {
      _tag: "Interactive",
      interactive: {
        type: "location_request_message",
        body: { text: "Where shall we deliver?" },
        action: { name: "send_location", later: { field: 1 } }
      }
    }
    assert.deepStrictEqual<unknown>(
      readPendingMessage("whatsapp", stored(content)),
      Result.succeed({ channel: "whatsapp", content })
    )
  })

  it.prop(
    "scheduled sends: a composed message is read in its stored form, without composing it again",
    { content: MessengerContent, tag: Schema.NullOr(MessageTag) },
    ({ content, tag }) => {
      for (const channel of channels) {
        for (const type of messengerRules[channel].types) {
          const message = { type, content, tag }
          assert.deepStrictEqual<unknown>(
            readPendingMessage(channel, stored(message)),
            Result.succeed({ channel, content: inJson(message) })
          )
          assert.deepStrictEqual(composedPersonal(channel, message, "4711"), Result.succeed(message))
        }
      }
    }
  )

  it("scheduled sends: a type that the channel does not support is refused", () => {
    const content = MessengerContent.cases.Text.make({ text: "x" })
    const read = readPendingMessage("messenger", { type: "image", content, tag: null })
    assert.strictEqual(Result.isFailure(read) ? read.failure._tag : "", "PendingContentRefused")
    assert.isNull(viewOfPending("messenger", { type: "image", content, tag: null }))
  })

  it("scheduled sends: a draft of another program is composed when it is read", () => {
    assert.deepStrictEqual(viewOfPending("instagram", { text: "Hello", quickReplies: null }), {
      type: "text",
      content: { text: "Hello" }
    })
    assert.isNull(viewOfPending("instagram", { type: "text" }))
  })

  it("scheduled sends: content refers to its uploaded file until the platform has it", () => {
    const draft = { _tag: "FileDraft", kind: "document", mediaId, caption: "Menu", filename: null }
    const whatsApp = Result.getOrThrow(readPendingMessage("whatsapp", stored(draft)))
    assert.deepStrictEqual(shownFile(whatsApp), { mediaId, kind: "document" })
    assert.deepStrictEqual(viewOfPending("whatsapp", draft), {
      type: "document",
      content: { mediaId, caption: "Menu" }
    })
    const reply = Result.getOrThrow(composedReply("messenger", "4711", { type: "file", mediaId, tag: "HUMAN_AGENT" }))
    assert.deepStrictEqual(reply, { type: "file", mediaId, tag: "HUMAN_AGENT" })
    const read = Result.getOrThrow(readPendingMessage("messenger", stored(reply)))
    assert.deepStrictEqual(shownFile(read), { mediaId, kind: "document" })
    for (const refused of [
      { type: "text", mediaId },
      { type: "image", mediaId, attachmentUrl: "https://example.com/a.jpg" },
      { type: "image", mediaId, tag: "OTHER" }
    ]) {
      assert.isTrue(Result.isFailure(composedReply("messenger", "4711", refused)))
    }
  })
})

describe("times and states of scheduled sends", () => {
  it("scheduled sends: a time is in the future, and at most 90 days ahead", () => {
    const refusal = (text: string) => sendAtRefusal(DateTime.makeUnsafe(text), at)?.reason ?? null
    assert.strictEqual(refusal("2026-11-20T12:00:00.000Z"), "not in the future")
    assert.isNull(refusal("2026-11-20T12:00:00.001Z"))
    assert.isNull(refusal("2027-02-18T12:00:00.000Z"))
    assert.strictEqual(refusal("2027-02-18T12:00:00.001Z"), "too far ahead")
  })

  it("scheduled sends: the outcome decides the status, and without one whether an attempt has begun", () => {
    const { Cancelled, NotSent } = PendingOutcome.cases
    assert.strictEqual(scheduledStatus({ begunAt: null, outcome: null }), "scheduled")
    assert.strictEqual(scheduledStatus({ begunAt: at, outcome: null }), "sending")
    assert.strictEqual(scheduledStatus({ begunAt: null, outcome: Cancelled.make({}) }), "cancelled")
    const failed = NotSent.make({ reason: "x", code: null, detail: "y" })
    assert.strictEqual(scheduledStatus({ begunAt: null, outcome: failed }), "failed")
  })
})
