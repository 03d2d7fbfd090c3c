import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option, Schema } from "effect"
import {
  IdempotencyKey,
  type KeyVerdict,
  type KnownCall,
  type RecordedSend,
  callDeadline,
  keyVerdict,
  maxKeyLength
} from "../../../src/domain/sends/IdempotencyKey.ts"
import { ContactId, ConversationId, MessageId, PlatformMessageId } from "../../../src/domain/Ids.ts"
import { MessageFailure, MessageStatus, expiredFailure } from "../../../src/domain/messages/Message.ts"

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
/** The reason of a refusal, else the tag of the verdict. */
const nameOf = (one: KeyVerdict): string => (one._tag === "KeyRefused" ? one.reason : one._tag)
const verdict = (changes: Partial<KnownCall>, now = at) => nameOf(keyVerdict({ fingerprint: "a" }, known(changes), now))

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

describe("the verdict of an idempotency key", () => {
  it("follows the recorded outcome of a send, for any later status of its message", () => {
    assert.strictEqual(verdict({ send: pending }), "in progress")
    assert.strictEqual(verdict({ send: { ...pending, status: "sent", platformMessageId } }), "Accepted")
    assert.strictEqual(
      verdict({ send: { ...pending, status: "failed", platformMessageId, failure: expiredFailure } }),
      "Accepted"
    )
    assert.strictEqual(verdict({ send: { ...pending, status: "failed", failure: expiredFailure } }), "Failed")
    assert.strictEqual(verdict({ send: pending }, DateTime.add(at, { hours: 23 })), "in progress")
  })

  it("is an unknown outcome after the deadline of a call without an answer", () => {
    const end = DateTime.addDuration(at, callDeadline)
    assert.strictEqual(verdict({}, DateTime.subtract(end, { milliseconds: 1 })), "in progress")
    assert.strictEqual(verdict({}, end), "outcome unknown")
    assert.strictEqual(verdict({ isLost: true }), "outcome unknown")
    assert.strictEqual(verdict({ answer: { status: 201, body: "{}" } }, end), "CallAnswered")
  })

  it.prop(
    "is defined for every stored call, and reveals nothing to another request",
    { one: Known },
    ({ one: { age, send, ...stored } }) => {
      const call = { ...stored, takenAt: at, send: send === null ? null : { ...pending, ...send } }
      const now = DateTime.add(at, { milliseconds: age })
      const name = nameOf(keyVerdict({ fingerprint: "a" }, call, now))
      assert.strictEqual(name === "reused", call.fingerprint === "b")
      if (name === "CallAnswered") assert.isNotNull(call.answer)
      if (name === "Accepted") assert.isNotNull(call.send?.platformMessageId)
      if (name === "in progress" && call.send === null) assert.isBelow(age, 5 * 60 * 1_000)
    }
  )
})

describe("an idempotency key", () => {
  const isKey = (text: string) => Option.isSome(Schema.decodeUnknownOption(IdempotencyKey)(text))

  it.each([" ", "~", "order 17", "k".repeat(maxKeyLength)])("can be %j", (text) => {
    assert.isTrue(isKey(text))
  })

  it.each(["", "a\nb", "a\u0000", "é", "\u007f", "k".repeat(maxKeyLength + 1)])("cannot be %j", (text) => {
    assert.isFalse(isKey(text))
  })
})
