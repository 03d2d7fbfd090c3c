import { assert, describe, it } from "vitest"
import type { Failure } from "../../../console/api/Failure.ts"
import {
  attachmentAddress,
  addressProblem,
  isSendable,
  kindOfAddress,
  textUse
} from "../../../console/inbox/compose/composition.ts"
import { Drafts, maxDrafts } from "../../../console/inbox/compose/Drafts.ts"
import {
  again,
  maxOutgoing,
  type Outgoing,
  sendRequest,
  settled,
  whatsAppRecipient,
  whatsAppRequest,
  withOutgoing
} from "../../../console/inbox/compose/Outgoing.ts"
import { withoutShown } from "../../../console/inbox/compose/withoutShown.ts"
import type { Message } from "../../../console/inbox/conversationTypes.ts"

const outgoing: Outgoing = {
  id: "1",
  key: "first",
  conversationId: "c",
  movedFrom: null,
  target: { channel: "whatsapp" },
  content: { kind: "text", text: "Hello" },
  replyTo: null,
  state: "sending",
  messageId: null,
  after: null,
  otherFailed: [],
  failure: null
}

/** A message of the thread. */
const message: Message = {
  id: "m",
  waMessageId: "",
  conversationId: "c",
  direction: "outbound",
  type: "text",
  content: { text: "Hello" },
  status: "failed",
  timestamp: "2026-11-24T12:00:00.000Z",
  senderId: null
}

const failure = (fields: Partial<Failure>): Failure => ({
  kind: "refused",
  message: "",
  status: null,
  code: null,
  fix: null,
  details: null,
  requestId: null,
  retryAfter: null,
  ...fields
})

const after = (fields: Partial<Failure>) => settled(outgoing, { failure: failure(fields) })
const next = (one: Outgoing) => again(one, () => "second", "n")

describe("outgoing messages", () => {
  it("a sent message is removed from the outgoing messages once the thread shows it", () => {
    const sent = settled(outgoing, { value: { vendorMessageId: "m", conversationId: "c" } })
    assert.deepStrictEqual([sent.state, sent.messageId], ["sent", "m"])
    assert.deepStrictEqual(withoutShown([sent, outgoing], [{ ...message, status: "sent" }]), [outgoing])
  })

  it("an outgoing message of a closed conversation moves to the conversation that received it", () => {
    const sent = settled(outgoing, { value: { vendorMessageId: "m", conversationId: "d" } })
    assert.deepStrictEqual([sent.conversationId, sent.movedFrom], ["d", "c"])
    assert.isNull(settled(outgoing, { value: { vendorMessageId: "m", conversationId: "c" } }).movedFrom)
  })

  describe("refused outgoing messages", () => {
    const refused = after({ status: 502, details: { code: 131_026, title: "Undeliverable" } })
    const template = { name: "hello", language: "en", components: [] }
    const location = { latitude: 1, longitude: 2, name: "Here", address: "" }
    const file = { url: "https://example.com/a.jpg", caption: "", filename: "" }

    it.each([
      ["text", refused.content, message],
      [
        "template",
        { kind: "template", ...template, preview: "" },
        { ...message, content: { text: "[template: hello]" }, template }
      ],
      ["picture", { kind: "image", ...file }, { ...message, type: "image", content: { ...file, mimeType: "" } }],
      [
        "file that was uploaded",
        { kind: "video", url: "", upload: { mediaId: "7", name: "a.mp4" }, caption: "", filename: "" },
        {
          ...message,
          type: "video",
          content: { url: "https://parley.example/api/whatsapp/media/7", mimeType: "video/mp4", caption: "" }
        }
      ],
      ["place", { kind: "location", ...location }, { ...message, type: "location", content: location }]
    ] satisfies ReadonlyArray<readonly [string, Outgoing["content"], Message]>)(
      "a refused outgoing message matches the failed message with the same content only: a %s",
      (_, content, failed) => {
        const own = { ...refused, content }
        const others: ReadonlyArray<Message> = [
          { ...failed, status: "sent" },
          { ...failed, direction: "inbound" },
          { ...failed, conversationId: "d" },
          { ...message, content: { text: "Else" } }
        ]
        assert.deepStrictEqual(withoutShown([own], others), [own])
        assert.deepStrictEqual(withoutShown([own], [failed]), [])
      }
    )

    it("a refused outgoing message matches no older failed message, and each failed message matches one send", () => {
      const before = { ...refused, after: "m" }
      const older = { ...message, id: "a" }
      assert.deepStrictEqual(withoutShown([before], [message, older]), [before])
      assert.deepStrictEqual(withoutShown([before], [{ ...message, id: "n" }, message, older]), [])
      const second = { ...refused, id: "2" }
      const left = withoutShown([refused, second], [message])
      assert.deepStrictEqual(left, [{ ...second, otherFailed: ["m"] }])
      assert.deepStrictEqual(withoutShown(left, [message]), left)
      assert.deepStrictEqual(withoutShown(left, [{ ...message, id: "n" }, message]), [])
    })

    it("a refused outgoing message stays if the thread has no failed message of it", () => {
      assert.deepStrictEqual(withoutShown([refused], []), [refused])
      const lost = after({ kind: "offline", code: "TIMEOUT" })
      assert.deepStrictEqual(withoutShown([lost], [message]), [lost])
    })
  })

  it("a send without a response is retried with the same key, so that nothing is sent twice", () => {
    for (const lost of [
      after({ kind: "offline", code: "TIMEOUT" }),
      after({ status: 409, code: "REQUEST_IN_PROGRESS" }),
      after({ status: 500 })
    ]) {
      assert.strictEqual(lost.state, "lost")
      assert.strictEqual(next(lost).key, "first")
      // The thread may contain the first attempt as a failed message.
      assert.isNull(next(lost).after)
    }
  })

  it("a refused message is sent again with a new key", () => {
    const refused = after({ status: 502, details: { code: 131_026, title: "Undeliverable" } })
    for (const failed of [refused, after({ status: 503 }), after({ status: 429 })]) {
      assert.strictEqual(failed.state, "failed")
      assert.strictEqual(next(failed).key, "second")
      assert.strictEqual(next(failed).after, "n")
    }
    assert.strictEqual(refused.failure?.details?.title, "Undeliverable")
  })

  it("an outgoing message is uncertain if the platform gave no usable response", () => {
    assert.strictEqual(after({ status: 502, details: { code: -2, title: "Outcome unknown" } }).state, "doubtful")
    assert.strictEqual(after({ status: 409, code: "OUTCOME_UNKNOWN" }).state, "doubtful")
  })

  it("an outgoing message preserves its position over attempts, and the number of messages is bounded", () => {
    const other = { ...outgoing, id: "2" }
    assert.deepStrictEqual(
      withOutgoing([outgoing, other], { ...outgoing, state: "failed" }).map(({ id, state }) => [id, state]),
      [
        ["1", "failed"],
        ["2", "sending"]
      ]
    )
    let all: ReadonlyArray<Outgoing> = []
    for (let index = 0; index <= maxOutgoing; index++)
      all = withOutgoing(all, { ...outgoing, id: `${index}`, state: "failed" })
    assert.strictEqual(all.length, maxOutgoing)
    assert.strictEqual(all[0]?.id, "1")
  })

  it("a WhatsApp request has the fields of its kind, without empty ones", () => {
    const file = { url: "https://example.com/a", caption: "", filename: "" }
    assert.deepStrictEqual(whatsAppRequest({ kind: "image", ...file }), {
      type: "image",
      image: { url: file.url }
    })
    assert.deepStrictEqual(whatsAppRequest({ kind: "document", ...file, filename: "a.pdf" }), {
      type: "document",
      document: { url: file.url, filename: "a.pdf" }
    })
    assert.deepStrictEqual(
      whatsAppRequest({ kind: "template", name: "n", language: "en", components: [], preview: "" }),
      { type: "template", template: { name: "n", language: "en" } }
    )
  })

  it("a Messenger or Instagram request has the fields of its kind, and templates have none", () => {
    const file = { url: "https://example.com/a", caption: "", filename: "" }
    const target = { channel: "messenger", tag: null } as const
    const tagged = { channel: "instagram", tag: "HUMAN_AGENT" } as const
    assert.deepStrictEqual(sendRequest(target, { kind: "text", text: "Hello" }), { type: "text", text: "Hello" })
    assert.deepStrictEqual(sendRequest(tagged, { kind: "document", ...file }), {
      type: "file",
      attachmentUrl: file.url,
      tag: "HUMAN_AGENT"
    })
    assert.deepStrictEqual(sendRequest(target, { kind: "audio", ...file }), { type: "audio", attachmentUrl: file.url })
    assert.isNull(sendRequest(target, { kind: "location", latitude: 1, longitude: 2, name: "", address: "" }))
    assert.isNull(sendRequest(target, { kind: "template", name: "n", language: "en", components: [], preview: "" }))
  })

  it("a WhatsApp message is sent to the number, otherwise to a number or user id on WhatsApp", () => {
    const on = (channel: string, personId: string) => ({ phone: "", channels: [{ channel, personId }] })
    assert.strictEqual(whatsAppRecipient({ phone: "+1555", channels: [] }), "+1555")
    assert.strictEqual(whatsAppRecipient(on("whatsapp", "1555")), "+1555")
    assert.strictEqual(whatsAppRecipient(on("whatsapp", "US.13491208655302741918")), "US.13491208655302741918")
    assert.strictEqual(whatsAppRecipient(on("messenger", "123")), null)
  })
})

describe("composed texts and addresses", () => {
  it("the length of a text is measured in the unit of the channel", () => {
    assert.deepStrictEqual(textUse("instagram", "é".repeat(500)), {
      used: 1_000,
      limit: 1_000,
      unit: "bytes",
      isOver: false,
      isNear: true
    })
    assert.strictEqual(textUse("messenger", "😀".repeat(2_000)).isOver, false)
    assert.strictEqual(textUse("messenger", "😀".repeat(2_001)).isOver, true)
    assert.strictEqual(isSendable("whatsapp", " \n"), false)
    assert.strictEqual(isSendable("whatsapp", "x".repeat(4_097)), false)
  })

  it("an attachment address must be a web address, and its extension determines the kind", () => {
    assert.strictEqual(addressProblem("javascript:alert(1)"), "scheme")
    assert.strictEqual(addressProblem("photo.jpg"), "invalid")
    assert.strictEqual(addressProblem(`https://example.com/${"a".repeat(2_048)}`), "tooLong")
    assert.strictEqual(addressProblem(" https://example.com/a.jpg "), null)
    assert.strictEqual(kindOfAddress("https://example.com/a.JPG?x=1"), "image")
    assert.strictEqual(kindOfAddress("https://example.com/a"), "document")
    assert.strictEqual(attachmentAddress("https://example.com/a.mp4"), "https://example.com/a.mp4")
    assert.strictEqual(attachmentAddress("https://example.com/page"), null)
    assert.strictEqual(attachmentAddress("see https://example.com/a.mp4"), null)
  })
})

describe("drafts", () => {
  const storage = () => {
    const items = new Map<string, string>()
    return {
      items,
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key)
    }
  }

  it("drafts are stored per conversation and member, and survive a reload", () => {
    const store = storage()
    new Drafts(store, "ada").keep("c", "Half a ")
    assert.strictEqual(new Drafts(store, "ada").of("c"), "Half a ")
    assert.strictEqual(new Drafts(store, "ada").of("d"), "")
    assert.strictEqual(new Drafts(store, "grace").of("c"), "")
  })

  it("drafts are deleted after the send, and bounded", () => {
    const store = storage()
    const drafts = new Drafts(store, "ada")
    for (let index = 0; index <= maxDrafts; index++) drafts.keep(`${index}`, "text")
    assert.deepStrictEqual([drafts.of("0"), drafts.of("1")], ["", "text"])
    for (let index = 0; index <= maxDrafts; index++) drafts.keep(`${index}`, "")
    assert.strictEqual(store.items.size, 0)
  })

  it("drafts work with disabled, full or damaged storage", () => {
    const off = new Drafts(null, "ada")
    off.keep("c", "text")
    assert.strictEqual(off.of("c"), "text")
    const damaged = { ...storage(), getItem: () => "[[1],{}" }
    assert.strictEqual(new Drafts(damaged, "ada").of("c"), "")
    const full = new Drafts({ ...storage(), setItem: () => assert.fail("full") }, "ada")
    full.keep("c", "text")
    assert.strictEqual(full.of("c"), "text")
  })
})
