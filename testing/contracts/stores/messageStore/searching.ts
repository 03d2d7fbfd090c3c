import { Effect } from "effect"
import { withMessage } from "../../../../src/domain/inbound/InboxState.ts"
import { MessageId, type OrganizationId, UserId } from "../../../../src/domain/Ids.ts"
import {
  maxExcerptLead,
  maxExcerptLength,
  maxSearchedLength,
  messageExcerpt,
  messageSearch
} from "../../../../src/domain/messages/messageSearch.ts"
import { ContactStore } from "../../../../src/ports/contacts/ContactStore.ts"
import { type FoundMessages, type MessageSearch, MessageStore } from "../../../../src/ports/messages/MessageStore.ts"
import { SendLedger } from "../../../../src/ports/sends/SendLedger.ts"
import { seconds } from "../../../given/era.ts"
import { givenSender, phoneOf, uuid } from "../../../given/given.ts"
import { givenTalk, savedTalk } from "../../../given/givenTalk.ts"
import { changed, messageKey, saidIn } from "../../../given/inbox.ts"
import { sendOff } from "../../../given/sendOff.ts"
import { givenConversations } from "../inbox/savingMessages.ts"
import type { StorePorts } from "../../StorePorts.ts"
import { assert } from "../../assert.ts"
import type { Tests } from "../../Suite.ts"

type Sender = Effect.Success<ReturnType<typeof givenSender>>

const search = Effect.fnUntraced(function* (id: OrganizationId, fragment: string, query: Partial<MessageSearch> = {}) {
  const pattern = messageSearch(fragment) ?? assert.fail("the fragment is blank")
  const all = { pattern, visibleTo: null, before: null, examined: 1_000, limit: 100 }
  return yield* (yield* MessageStore).search(id, { ...all, ...query })
})

const idsFound = (...args: Parameters<typeof search>) =>
  Effect.map(search(...args), ({ rows }) => rows.map(({ message }) => message.id))

/** A send with this content. */
const givenSend = Effect.fnUntraced(function* (
  { id, intent }: Sender,
  content: { readonly [name: string]: string },
  type = "text"
) {
  const send = yield* intent({ type, content })
  yield* sendOff(id, send)
  return send.messageId
})

/** Texts with a fragment, some of which have special characters. */
const texts = [
  "See you at EIGHT",
  "50% off_now",
  "50 percent offXnow",
  "a\\b and a/b",
  "C:\\%temp%",
  "why? [maybe] (so) {2} ^1 $5 a|b x*y+z .",
  'it\'s "quoted" -- drop table messages;',
  "Ünïcödé ÄÖÜ straße",
  "λόγος ΛΟΓΟΣ",
  "漢字 \u{1F680} rocket",
  "two\nlines",
  "***:literal",
  "(?i)flags"
]

/** Fragments with the texts that they match. */
const fragments: ReadonlyArray<readonly [fragment: string, found: ReadonlyArray<number>]> = [
  ["eight", [0]],
  ["  See You  ", [0]],
  ["%", [1, 4]],
  ["f_n", [1]],
  ["50", [1, 2]],
  ["\\", [3, 4]],
  ["a\\b", [3]],
  ["?", [5, 12]],
  ["[MAYBE] (so) {2} ^1 $5 A|B X*Y+z .", [5]],
  ["'", [6]],
  ['"Quoted" --', [6]],
  ["üNÏCÖDÉ äöü", [7]],
  ["SS", [6]],
  ["STRAß", [7]],
  ["λόγοσ λογος", [8]],
  ["漢字 \u{1F680}", [9]],
  ["\u{1F680}", [9]],
  ["two\nLINES", [10]],
  ["***:LITERAL", [11]],
  ["(?I)", [12]],
  ["nobody said this", []]
]

/** Searching messages by a part of their text. */
export const searching = (it: Tests<StorePorts>) => {
  it.effect("messages, searching: a fragment matches in any case, and otherwise literally", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const ids = yield* Effect.forEach(texts, (text) => givenSend(sender, { text }))
      for (const [fragment, found] of fragments) {
        const expected = found.toReversed().map((index) => ids[index])
        assert.deepStrictEqual(yield* idsFound(sender.id, fragment), expected, fragment)
      }
    })
  )

  it.effect("messages, searching: found messages and their excerpts equal the domain's", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const kinds = [
        ...texts.map((text) => ({ type: "text", content: { text } })),
        ...texts.map((text) => ({
          type: "image",
          content: { url: "/maybe", caption: `${"word ".repeat(40)}${text}` }
        })),
        { type: "maybe", content: { template: "eight" } }
      ]
      const sent = yield* Effect.forEach(kinds, ({ content, type }) =>
        Effect.map(givenSend(sender, content, type), (messageId) => ({ content, messageId, type }))
      )
      for (const [fragment] of fragments) {
        const pattern = messageSearch(fragment) ?? assert.fail("the fragment is blank")
        const expected = sent.toReversed().flatMap(({ messageId, ...message }) => {
          const excerpt = messageExcerpt(message, pattern)
          return excerpt === null ? [] : [{ messageId, excerpt }]
        })
        const { rows } = yield* search(sender.id, fragment)
        assert.deepStrictEqual(
          rows.map(({ excerpt, message }) => ({ messageId: message.id, excerpt })),
          expected,
          fragment
        )
      }
    })
  )

  it.effect("messages, searching: a result has its conversation and contact", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const send = yield* sender.intent({ type: "text", content: { text: "See you" }, contact: { name: "Ada" } })
      const { contactId, conversationId } = yield* sendOff(sender.id, send)
      const { channel, status } = send.conversation
      assert.deepStrictEqual(yield* search(sender.id, "see"), {
        rows: [
          {
            message: { id: send.messageId, direction: "outbound", createdAt: send.at },
            excerpt: "See you",
            conversation: { id: conversationId, channel, status, assigneeId: null },
            contact: { id: contactId, name: "Ada", phone: send.contact.phone }
          }
        ],
        next: null
      })
    })
  )

  it.effect("messages, searching: texts and captions match, other kinds by their preview, with a snippet", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const long = `${"word ".repeat(400)}needle${" word".repeat(400)}`
      const content = { url: "https://example.com/a.jpg", caption: `The Needle. ${"y".repeat(300)}` }
      const asText = yield* givenSend(sender, { text: long })
      const asCaption = yield* givenSend(sender, content, "image")
      const asPlace = yield* givenSend(sender, { template: "x" }, "needle")
      const { rows } = yield* search(sender.id, "NEEDLE")
      assert.deepStrictEqual(
        rows.map(({ message }) => message.id),
        [asPlace, asCaption, asText]
      )
      const [index, caption, text] = rows.map(({ excerpt }) => excerpt)
      assert.strictEqual(index, "[needle]")
      assert.strictEqual(caption, `${content.caption.slice(0, maxExcerptLength)}…`)
      assert.match(text ?? "", /^…(?:word ){7}needle(?: word)+ wor?d?…$|^…(?:word ){7}needle.*…$/)
      assert.isAtMost((text ?? "").length, maxExcerptLength + 2)
      assert.isAtMost((text ?? "").indexOf("needle"), maxExcerptLead + 1)
      // Longer than any channel delivers: its beginning is searched, counted in characters.
      const endless = `${"\u{1F680}".repeat(maxSearchedLength - 6)}thread, and hay`
      const asEndless = yield* givenSend(sender, { text: endless })
      assert.deepStrictEqual(yield* idsFound(sender.id, "\u{1F680}thread"), [asEndless])
      assert.deepStrictEqual(yield* idsFound(sender.id, "thread,"), [])
      // The address is not searched.
      assert.deepStrictEqual(yield* idsFound(sender.id, "example.com"), [])
    })
  )

  it.effect(
    "messages, searching: pending, deleted and foreign messages, and those of deleted contacts, do not match",
    () =>
      Effect.gen(function* () {
        const sender = yield* givenSender()
        const globex = yield* givenSender()
        const expected = yield* givenSend(sender, { text: "kept needle" })
        const gone = yield* sender.intent({ phone: phoneOf(1), type: "text", content: { text: "needle" } })
        const { contactId } = yield* sendOff(sender.id, gone)
        const waiting = yield* sender.intent({ type: "text", content: { text: "needle" } })
        yield* (yield* SendLedger).reserve(sender.id, waiting)
        assert.deepStrictEqual(yield* idsFound(sender.id, "needle"), [gone.messageId, expected])
        yield* (yield* ContactStore).remove(sender.id, contactId)
        assert.deepStrictEqual(yield* idsFound(sender.id, "needle"), [expected])
        assert.deepStrictEqual(yield* search(globex.id, "needle"), { rows: [], next: null })

        const { at, thread, id } = yield* givenConversations
        const inboxMessage = yield* saidIn(thread, seconds(at, 1), "inbound", { content: { text: "a needle" } })
        yield* changed(id, at, {}, (state) => withMessage(state, inboxMessage))
        assert.deepStrictEqual(yield* idsFound(id, "needle"), [inboxMessage.message.id])
        const deleted = {
          ...inboxMessage,
          message: { ...inboxMessage.message, annotations: { deletedAt: seconds(at, 2) } }
        }
        yield* changed(id, at, { messages: [messageKey(inboxMessage)] }, (state) => withMessage(state, deleted))
        assert.deepStrictEqual(yield* idsFound(id, "needle"), [])
      })
  )

  it.effect("messages, searching: only conversations visible to the user match", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const ada = UserId.make(yield* uuid)
      const grace = UserId.make(yield* uuid)
      const talks = yield* Effect.forEach([ada, grace, null], (assigneeId, index) =>
        Effect.gen(function* () {
          const changes = { phone: phoneOf(index), type: "text", content: { text: "needle" } }
          return yield* savedTalk(yield* givenTalk(sender, changes), { assigneeId })
        })
      )
      for (const visibleTo of [null, ada, grace, UserId.make(yield* uuid)]) {
        const { rows } = yield* search(sender.id, "needle", { visibleTo })
        const visible = talks.filter(
          ({ assigneeId }) => visibleTo === null || assigneeId === null || assigneeId === visibleTo
        )
        assert.deepStrictEqual(
          rows.map(({ conversation }) => conversation.id),
          visible.map(({ id }) => id).toReversed()
        )
      }
    })
  )

  it.effect("messages, searching: a search examines a limited number, and continues until all are examined", () =>
    Effect.gen(function* () {
      const sender = yield* givenSender()
      const ids = yield* Effect.forEach(
        Array.from({ length: 12 }, (_, index) => (index % 5 === 1 ? "needle" : "hay")),
        (text) => givenSend(sender, { text })
      )
      // Newest first: the needles are the messages 11, 6 and 1.
      const expected = [11, 6, 1].map((index) => ids[index])
      for (const examined of [1, 2, 5, 12, 13]) {
        for (const limit of [1, 2, 3, 4]) {
          const found: Array<MessageId> = []
          let before: MessageId | null = null
          let searches = 0
          do {
            const { next, rows }: FoundMessages = yield* search(sender.id, "needle", { before, examined, limit })
            assert.isAtMost(rows.length, limit)
            found.push(...rows.map(({ message }) => message.id))
            before = next
            searches += 1
          } while (before !== null)
          assert.deepStrictEqual(found, expected, `${examined} at once, ${limit} on a page`)
          assert.isAtLeast(searches, Math.ceil(12 / examined))
        }
      }
      const [first] = ids
      assert.deepStrictEqual(yield* search(sender.id, "needle", { before: first ?? null }), { rows: [], next: null })
      // A position among the messages, not a message.
      const before = MessageId.make(yield* uuid)
      assert.deepStrictEqual(yield* idsFound(sender.id, "needle", { before }), expected)
    })
  )
}
