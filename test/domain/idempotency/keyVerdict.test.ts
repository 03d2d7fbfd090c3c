import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option, Schema } from "effect"
import { callDeadline, IdempotencyKey, type KnownCall, maxKeyLength } from "../../../src/domain/sends/IdempotencyKey.ts"
import { keyVerdict } from "../../../src/domain/sends/keyVerdict.ts"
import type { RecordedSend } from "../../../src/domain/sends/RecordedSend.ts"
import { ContactId, ConversationId, MessageId, PlatformMessageId } from "../../../src/domain/Ids.ts"
import { expiredFailure, MessageStatus } from "../../../src/domain/messages/Message.ts"
import { MessageFailure } from "../../../src/domain/messages/MessageFailure.ts"

const at = DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
const id = "00000000-0000-4000-8000-0000000000aa"
const pending: RecordedSend = {
  messageId: MessageId.make(id),
  contactId: ContactId.make(id),
  conversationId: ConversationId.make(id),
  platformMessageId: null,
  status: "pending",
  failure: null
}
const platformMessageId = PlatformMessageId.make("wamid.1")
const known = (changes: Partial<KnownCall> = {}): KnownCall => ({
  fingerprint: "a",
  takenAt: at,
  answer: null,
  isLost: false,
  send: null,
  ...changes
})
const verdict = (changes: Partial<KnownCall>, now = at) => keyVerdict({ fingerprint: "a" }, known(changes), now)._tag

const Known = Schema.Struct({
  fingerprint: Schema.Literals(["a", "b"]),
  isLost: Schema.Boolean,
  answer: Schema.NullOr(Schema.Struct({ status: Schema.Int, body: Schema.String })),
  send: Schema.NullOr(
    Schema.Struct({
      status: MessageStatus,
      failure: Schema.NullOr(MessageFailure),
      platformMessageId: Schema.NullOr(PlatformMessageId)
    })
  ),
  age: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))
})

describe("the verdict of a key", () => {
  it("follows the record of a send, whatever its message became later", () => {
    assert.strictEqual(verdict({ send: pending }), "Running")
    assert.strictEqual(verdict({ send: { ...pending, status: "sent", platformMessageId } }), "Accepted")
    assert.strictEqual(
      verdict({ send: { ...pending, status: "failed", platformMessageId, failure: expiredFailure } }),
      "Accepted"
    )
    assert.strictEqual(verdict({ send: { ...pending, status: "failed", failure: expiredFailure } }), "Failed")
    assert.strictEqual(verdict({ send: pending }, DateTime.add(at, { hours: 23 })), "Running")
  })

  it("gives up a call without an end when its time is over", () => {
    const end = DateTime.addDuration(at, callDeadline)
    assert.strictEqual(verdict({}, DateTime.subtract(end, { milliseconds: 1 })), "Running")
    assert.strictEqual(verdict({}, end), "Lost")
    assert.strictEqual(verdict({ isLost: true }), "Lost")
    assert.strictEqual(verdict({ answer: { status: 201, body: "{}" } }, end), "Answered")
  })

  it.prop(
    "is one for every call that is known, and another request gets nothing of it",
    { one: Known },
    ({ one: { age, send, ...stored } }) => {
      const call = { ...stored, takenAt: at, send: send === null ? null : { ...pending, ...send } }
      const now = DateTime.add(at, { milliseconds: age })
      const { _tag } = keyVerdict({ fingerprint: "a" }, call, now)
      assert.strictEqual(_tag === "Reused", call.fingerprint === "b")
      if (_tag === "Answered") assert.isNotNull(call.answer)
      if (_tag === "Accepted") assert.isNotNull(call.send?.platformMessageId)
      if (_tag === "Running" && call.send === null) assert.isBelow(age, 5 * 60 * 1_000)
    }
  )
})

describe("a key", () => {
  const isKey = (text: string) => Option.isSome(Schema.decodeUnknownOption(IdempotencyKey)(text))

  it.each([" ", "~", "order 17", "k".repeat(maxKeyLength)])("may be %j", (text) => {
    assert.isTrue(isKey(text))
  })

  it.each(["", "a\nb", "a\u0000", "é", "\u007f", "k".repeat(maxKeyLength + 1)])("may not be %j", (text) => {
    assert.isFalse(isKey(text))
  })
})
