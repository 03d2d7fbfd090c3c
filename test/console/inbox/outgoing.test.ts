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

describe("a message on its way", () => {
  it("is sent, and gone once the thread shows it", () => {
    const sent = settled(outgoing, { value: { vendorMessageId: "m", conversationId: "c" } })
    assert.deepStrictEqual([sent.state, sent.messageId], ["sent", "m"])
    assert.deepStrictEqual(withoutShown([sent, outgoing], [{ ...message, status: "sent" }]), [outgoing])
  })

  it("moves to the conversation that took it, from a closed one", () => {
    const sent = settled(outgoing, { value: { vendorMessageId: "m", conversationId: "d" } })
    assert.deepStrictEqual([sent.conversationId, sent.movedFrom], ["d", "c"])
    assert.isNull(settled(outgoing, { value: { vendorMessageId: "m", conversationId: "c" } }).movedFrom)
  })

  describe("that was refused", () => {
    const refused = after({ status: 502, details: { code: 131_026, title: "Undeliverable" } })
    const template = { name: "hello", language: "en", components: [] }
    const place = { latitude: 1, longitude: 2, name: "Here", address: "" }
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
      ["place", { kind: "location", ...place }, { ...message, type: "location", content: place }]
    ] satisfies ReadonlyArray<readonly [string, Outgoing["content"], Message]>)(
      "is the failed message of the thread that says the same, and no other: a %s",
      (_, content, shown) => {
        const own = { ...refused, content }
        const others: ReadonlyArray<Message> = [
          { ...shown, status: "sent" },
          { ...shown, direction: "inbound" },
          { ...shown, conversationId: "d" },
          { ...message, content: { text: "Else" } }
        ]
        assert.deepStrictEqual(withoutShown([own], others), [own])
        assert.deepStrictEqual(withoutShown([own], [shown]), [])
      }
    )

    it("is not an older one, also if that is loaded later, and each failed message is one send", () => {
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

    it("stays where the thread has no such message: the recipient was refused before it began, or the answer is lost", () => {
      assert.deepStrictEqual(withoutShown([refused], []), [refused])
      const lost = after({ kind: "offline", code: "TIMEOUT" })
      assert.deepStrictEqual(withoutShown([lost], [message]), [lost])
    })
  })

  it("is asked for with the same key when its answer was lost, so that it is not sent twice", () => {
    for (const lost of [
      after({ kind: "offline", code: "TIMEOUT" }),
      after({ status: 409, code: "REQUEST_IN_PROGRESS" }),
      after({ status: 500 })
    ]) {
      assert.strictEqual(lost.state, "lost")
      assert.strictEqual(next(lost).key, "first")
      // The first attempt may be in the thread as a failed message.
      assert.isNull(next(lost).after)
    }
  })

  it("is sent anew with another key when it was refused", () => {
    const refused = after({ status: 502, details: { code: 131_026, title: "Undeliverable" } })
    for (const failed of [refused, after({ status: 503 }), after({ status: 429 })]) {
      assert.strictEqual(failed.state, "failed")
      assert.strictEqual(next(failed).key, "second")
      assert.strictEqual(next(failed).after, "n")
    }
    assert.strictEqual(refused.failure?.details?.title, "Undeliverable")
  })

  it("may have been sent when the platform gave no usable answer", () => {
    assert.strictEqual(after({ status: 502, details: { code: -2, title: "Outcome unknown" } }).state, "doubtful")
    assert.strictEqual(after({ status: 409, code: "OUTCOME_UNKNOWN" }).state, "doubtful")
  })

  it("keeps its place through attempts, and the number of messages is bounded", () => {
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

  it("says what the service expects of each kind, without empty fields", () => {
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

  it("says what Messenger and Instagram expect of each kind, and has no template for them", () => {
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

  it("goes to the number, else to a number or user id of WhatsApp, and to no id of another channel", () => {
    const on = (channel: string, personId: string) => ({ phone: "", channels: [{ channel, personId }] })
    assert.strictEqual(whatsAppRecipient({ phone: "+1555", channels: [] }), "+1555")
    assert.strictEqual(whatsAppRecipient(on("whatsapp", "1555")), "+1555")
    assert.strictEqual(whatsAppRecipient(on("whatsapp", "US.13491208655302741918")), "US.13491208655302741918")
    assert.strictEqual(whatsAppRecipient(on("messenger", "123")), null)
  })
})

describe("what is written", () => {
  it("is measured as the channel does", () => {
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

  it("takes addresses of the web only, and knows files by their endings", () => {
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
    const kept = new Map<string, string>()
    return {
      kept,
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key)
    }
  }

  it("are kept for each conversation and member, over a reload", () => {
    const store = storage()
    new Drafts(store, "ada").keep("c", "Half a ")
    assert.strictEqual(new Drafts(store, "ada").of("c"), "Half a ")
    assert.strictEqual(new Drafts(store, "ada").of("d"), "")
    assert.strictEqual(new Drafts(store, "grace").of("c"), "")
  })

  it("are gone when they are sent, and bounded", () => {
    const store = storage()
    const drafts = new Drafts(store, "ada")
    for (let index = 0; index <= maxDrafts; index++) drafts.keep(`${index}`, "text")
    assert.deepStrictEqual([drafts.of("0"), drafts.of("1")], ["", "text"])
    for (let index = 0; index <= maxDrafts; index++) drafts.keep(`${index}`, "")
    assert.strictEqual(store.kept.size, 0)
  })

  it("survive a storage that is off, full or damaged", () => {
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
