import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import type { Conversation, Message } from "../../console/inbox/conversationTypes.ts"
import { conversationHref, listHref, listInput } from "../../console/inbox/inboxFilters.ts"
import { commandOf } from "../../console/inbox/inboxKeys.ts"
import {
  type MessageRun,
  withChanged,
  withNewer,
  withNewest,
  withOlder
} from "../../console/inbox/thread/mergeMessages.ts"
import { sendAgain } from "../../console/inbox/thread/sendAgain.ts"

/** A message by its position in the conversation: 1 is the oldest. */
interface One {
  readonly id: string
  readonly version: number
}

const run = (from: number, to: number, version = 0, hasNewer = false): MessageRun<One> => ({
  messages: Array.from({ length: from - to + 1 }, (_, index) => ({ id: String(from - index), version })),
  hasOlder: to > 1,
  hasNewer
})

const Size = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 40 }))

describe("merging of loaded messages", () => {
  it.prop(
    "loaded messages are contiguous, unique and newest first, in any order of loads",
    { part: Size, loads: Schema.Array(Schema.Literals(["newest", "older", "arrived", "many arrived"])) },
    ({ loads, part }) => {
      let last = part
      const newest = () => run(last, Math.max(1, last - part + 1))
      let known = newest()
      for (const load of loads) {
        if (load === "arrived") last += 1
        if (load === "many arrived") last += part + 1
        if (load === "newest") known = withNewest(known, newest())
        const oldest = Number(known.messages.at(-1)?.id)
        if (load === "older" && known.hasOlder) {
          known = withOlder(known, run(oldest - 1, Math.max(1, oldest - part)))
        }
      }
      known = withNewest(known, newest())
      const ids = known.messages.map(({ id }) => Number(id))
      assert.deepStrictEqual(
        ids,
        ids.map((_, index) => last - index)
      )
      assert.strictEqual(known.hasOlder, ids.at(-1) !== 1)
    }
  )

  it.prop(
    "messages loaded around an old message are contiguous until they reach the end",
    { part: Size, target: Size, loads: Schema.Array(Schema.Literals(["older", "newer", "arrived"])) },
    ({ loads, part, target }) => {
      let last = 40
      const part0 = (from: number, to: number) => run(Math.min(last, from), Math.max(1, to), 0, from < last)
      let known = part0(target + Math.floor((part - 1) / 2), target - part)
      for (const load of loads) {
        const newest = Number(known.messages[0]?.id)
        const oldest = Number(known.messages.at(-1)?.id)
        if (load === "arrived") last += 1
        if (load === "older" && known.hasOlder) known = withOlder(known, part0(oldest - 1, oldest - part))
        if (load === "newer" && known.hasNewer) {
          known = withNewer(known, part0(newest + part, newest + 1))
          if (!known.hasNewer) known = withNewest(known, run(last, Math.max(1, last - part + 1)))
        }
      }
      const ids = known.messages.map(({ id }) => Number(id))
      const [first = 0] = ids
      assert.deepStrictEqual(
        ids,
        ids.map((_, index) => first - index)
      )
      assert.include(ids, target)
      assert.strictEqual(known.hasOlder, ids.at(-1) !== 1)
      if (first < 40) assert.isTrue(known.hasNewer)
    }
  )

  it("loaded messages are replaced by their current versions", () => {
    const merged = withNewest(run(10, 3), run(11, 6, 1))
    assert.deepStrictEqual(
      merged.messages.map(({ id, version }) => `${id} ${version}`),
      ["11 1", "10 1", "9 1", "8 1", "7 1", "6 1", "5 0", "4 0", "3 0"]
    )
    assert.strictEqual(
      withChanged(merged, [
        { id: "4", version: 2 },
        { id: "99", version: 2 }
      ]).messages[7]?.version,
      2
    )
  })
})

describe("keyboard shortcuts of the inbox", () => {
  const pressed = (key: string, change: object = {}) => ({
    key,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    defaultPrevented: false,
    ...change
  })
  const within = (name: string) => ({
    closest: (selector: string) => (selector.split(", ").includes(name) ? {} : null)
  })

  it.each([
    [pressed("j"), null, "next"],
    [pressed("Enter"), null, "open"],
    [pressed("?"), within("main"), "help"],
    [pressed("r"), within("textarea"), null],
    [pressed("e"), within("[role=dialog]:not(.toast)"), null],
    [pressed("e"), within(".toast"), "close"],
    [pressed("Escape"), within(".toast"), null],
    [pressed("Enter"), within("button"), null],
    [pressed("a"), within("a"), "assign"],
    [pressed("u"), null, "unread"],
    [pressed("k", { ctrlKey: true }), within("textarea"), "search"],
    [pressed("K", { metaKey: true }), null, "search"],
    [pressed("r", { ctrlKey: true }), null, null],
    [pressed("j", { defaultPrevented: true }), null, null],
    [pressed("x"), null, null]
  ] as const)("the key %j on the target %j runs the command %s", (key, target, command) => {
    assert.strictEqual(commandOf(key, target), command)
  })
})

describe("address of the inbox", () => {
  const me = "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e10"

  it("the inbox address yields only filters that the service accepts", () => {
    assert.deepStrictEqual(listInput({ status: "open", channel: "whatsapp", assignee: "me", page: "3" }, me), {
      page: 3,
      limit: 40,
      status: "open",
      channel: "whatsapp",
      assignee: me,
      search: undefined
    })
    const nothing = {
      page: 1,
      limit: 40,
      status: undefined,
      channel: undefined,
      assignee: undefined,
      search: undefined
    }
    assert.strictEqual(listInput({ search: "x".repeat(201) }, me).search?.length, 200)
    assert.deepStrictEqual(listInput({ search: "  " }, me), nothing)
    assert.deepStrictEqual(listInput({ status: "lost", channel: "sms", assignee: "x", page: "-1" }, me), nothing)
    assert.deepStrictEqual(listInput({ page: "99999999999" }, me), nothing)
  })

  it("the address of a conversation preserves the filters", () => {
    assert.strictEqual(conversationHref("a/b", { status: "open" }), "/inbox/a%2Fb?status=open")
    assert.strictEqual(conversationHref("1", {}), "/inbox/1")
    assert.strictEqual(conversationHref("1", { search: "a b", message: "2" }), "/inbox/1?search=a+b")
    assert.strictEqual(conversationHref("1", { search: "a", message: "2" }, "3"), "/inbox/1?message=3&search=a")
    assert.strictEqual(listHref({ status: "open", message: "2" }), "/inbox?status=open")
    assert.strictEqual(listHref({}), "/inbox")
  })
})

describe("repeated send of a failed message", () => {
  const conversation = {
    channel: "whatsapp",
    contact: { id: "1", name: "", phone: "+15551234567", avatar: null, email: null, labels: [] }
  } satisfies Pick<Conversation, "channel" | "contact">
  const failed = {
    id: "1",
    waMessageId: "",
    conversationId: "1",
    direction: "outbound",
    status: "failed",
    timestamp: "2026-11-24T12:00:00.000Z",
    senderId: null
  } as const
  const text: Message = { ...failed, type: "text", content: { text: "Hello" } }
  const stored = "http://127.0.0.1:8080/api/whatsapp/media/1"

  it("a failed message is sent again unchanged if possible", () => {
    const target = { channel: "whatsapp" } as const
    const again = (message: Message) => sendAgain(message, conversation, null)
    assert.deepStrictEqual(again(text), { target, content: { kind: "text", text: "Hello" }, replyTo: null })
    const url = "https://example.com/a.jpg"
    const image: Message = { ...failed, type: "image", content: { url, mimeType: "", caption: "" } }
    assert.deepStrictEqual(again(image)?.content, { kind: "image", url, caption: "", filename: "" })
    const uploaded: Message = {
      ...failed,
      type: "document",
      content: { url: stored, mimeType: "application/pdf", filename: "menu.pdf" }
    }
    assert.deepStrictEqual(again(uploaded)?.content, {
      kind: "document",
      url: "",
      upload: { mediaId: "1", name: "menu.pdf" },
      caption: "",
      filename: "menu.pdf"
    })
    const location = { latitude: 1, longitude: 2, name: "Here", address: "" }
    const message: Message = { ...failed, type: "location", content: location }
    assert.deepStrictEqual(again(message)?.content, { kind: "location", ...location })
    const components = [{ type: "body", parameters: [{ type: "text", text: "Ada" }] }]
    const template = { name: "hello_world", language: "en_US", components: [...components, { sub_type: "url" }] }
    assert.deepStrictEqual(again({ ...text, content: { text: "[template: hello_world]" }, template })?.content, {
      kind: "template",
      name: "hello_world",
      language: "en_US",
      components,
      preview: "hello_world"
    })
  })

  it("a failed Messenger or Instagram message is sent again with the tag that it needs now", () => {
    const onMessenger = { contact: { ...conversation.contact, phone: "" }, channel: "messenger" } as const
    assert.deepStrictEqual(sendAgain(text, onMessenger, "HUMAN_AGENT"), {
      target: { channel: "messenger", tag: "HUMAN_AGENT" },
      content: { kind: "text", text: "Hello" },
      replyTo: null
    })
    const uploaded: Message = { ...failed, type: "audio", content: { url: stored, mimeType: "audio/mpeg" } }
    assert.deepStrictEqual(sendAgain(uploaded, onMessenger, null)?.content, {
      kind: "audio",
      url: "",
      upload: { mediaId: "1", name: "" },
      caption: "",
      filename: ""
    })
    const location: Message = {
      ...failed,
      type: "location",
      content: { latitude: 1, longitude: 2, name: "", address: "" }
    }
    assert.isNull(sendAgain(location, onMessenger, null))
  })

  it.each([
    ["a message that did not fail", { ...text, status: "read" }, conversation],
    ["a message of the contact", { ...text, direction: "inbound" }, conversation],
    ["a kind without words", { ...text, content: { text: "[reaction]" } }, conversation],
    ["a file at no public address", { ...failed, type: "audio", content: { url: "", mimeType: "" } }, conversation]
  ] satisfies ReadonlyArray<readonly [string, Message, Pick<Conversation, "channel" | "contact">]>)(
    "a failed message cannot be sent again: %s",
    (_, message, of) => {
      assert.isNull(sendAgain(message, of, null))
    }
  )
})
