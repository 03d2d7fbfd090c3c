import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { importMessages } from "../../../src/app/messages/importMessages.ts"
import type { OrganizationId } from "../../../src/domain/Ids.ts"
import { maxImportLineBytes } from "../../../src/domain/messages/PastMessage.ts"
import { ofWhatsApp } from "../../meta/inbound/deliveries.ts"
import { eventsIn, givenInbound, inboundWorld, kept, processed, stamp } from "../inbound/scene.ts"

const ada = "15551234567"

const line = (id: string, more: object = {}): object => ({
  channel: "whatsapp",
  contact: { id: `+${ada}`, name: "Ada" },
  direction: "inbound",
  type: "text",
  text: `text of ${id}`,
  time: "2026-11-20T10:00:00Z",
  platformId: id,
  ...more
})

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Imports the lines in chunks of a few bytes. */
const imported = (organizationId: OrganizationId, lines: ReadonlyArray<object | string>, end = "\n") => {
  const text = lines.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join("\n") + end
  const bytes = bytesOf(text)
  const chunks = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, index) =>
    bytes.slice(index * 7, index * 7 + 7)
  )
  return importMessages(organizationId, Stream.fromIterable(chunks))
}

const nothing = { accepted: 0, duplicates: 0, refused: [], refusedLines: 0, nextLine: null }

describe("an import of messages", () => {
  it.effect("import: messages have their direction, status, author and file, and are not announced", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const answer = line("b", {
        direction: "outbound",
        status: "read",
        author: "Grace",
        time: "2026-11-20T10:05:00+01:00",
        type: "image",
        text: "Here",
        media: { url: "https://files.example.com/1.jpg", mimeType: "image/jpeg" }
      })
      assert.deepStrictEqual(yield* imported(id, [line("a"), answer]), { ...nothing, lines: 2, accepted: 2 })
      const { contacts, conversations, media, messages } = yield* kept(id)
      assert.deepStrictEqual(
        messages.map(({ annotations, content, createdAt, direction, status, type }) => ({
          annotations,
          caption: content["caption"],
          at: createdAt.epochMilliseconds,
          direction,
          status,
          type
        })),
        [
          {
            annotations: { imported: true },
            caption: undefined,
            at: Date.parse("2026-11-20T10:00:00Z"),
            direction: "inbound",
            status: "delivered",
            type: "text"
          },
          {
            annotations: { agent: "Grace", imported: true },
            caption: "Here",
            at: Date.parse("2026-11-20T09:05:00Z"),
            direction: "outbound",
            status: "read",
            type: "image"
          }
        ]
      )
      assert.deepStrictEqual(
        [contacts.map(({ name }) => name), conversations.map(({ unreadCount }) => unreadCount), media.length],
        [["Ada"], [0], 1]
      )
      assert.deepStrictEqual(
        (yield* eventsIn(id)).map(({ type }) => type),
        ["contact.created"]
      )
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("import: a repetition and a live message with the same id add nothing", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* processed(
        ofWhatsApp({ messages: [{ id: "a", from: ada, timestamp: stamp(90), type: "text", text: { body: "live" } }] })
      )
      const lines = [line("a"), line("b"), line("b"), line("c", { platformId: null, externalId: "c" })]
      assert.deepStrictEqual(yield* imported(id, lines), { ...nothing, lines: 4, accepted: 2, duplicates: 2 })
      assert.deepStrictEqual(yield* imported(id, lines), { ...nothing, lines: 4, duplicates: 4 })
      const { messages } = yield* kept(id)
      assert.deepStrictEqual(
        messages.map(({ platformMessageId }) => String(platformMessageId)),
        ["a", "b", "external:c"]
      )
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("import: a refused line is named with its field, and the others are stored", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const lines = [
        "{",
        "7",
        line("a", { contact: { id: "x" } }),
        line("b", { time: "yesterday" }),
        line("c", { text: undefined }),
        line("d", { platformId: null }),
        line("e", { account: "4711" }),
        line("f", { media: { url: "http://files.example.com/1" }, type: "image" }),
        line("g", { text: "\u0000" }),
        "",
        line("h", { text: "x".repeat(maxImportLineBytes) }),
        line("i", { contact: undefined }),
        line("good")
      ]
      const { accepted, refused, refusedLines } = yield* imported(id, lines, "")
      assert.deepStrictEqual([accepted, refusedLines], [1, 11])
      assert.deepStrictEqual(
        refused.map(({ error, field, line: number }) => [number, field, error]),
        [
          [1, "", "Expected JSON"],
          [2, "", "Expected object"],
          [3, "contact.id", "not a phone number"],
          [4, "time", "Expected a time from 2000 on with its zone"],
          [5, "text", "Missing"],
          [6, "platformId", "Give platformId or externalId"],
          [7, "account", "Not a connected account of the channel"],
          [8, "media.url", "Expected an address that begins with https:"],
          [9, "text", "Expected text that can be stored, not only spaces"],
          [11, "", "Expected UTF-8 of at most 64 KiB"],
          [12, "contact", "Missing"]
        ]
      )
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("import: input that breaks off keeps its complete lines, and the rest continues there", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const lines = ["a", "b", "c"].map((one) => `${JSON.stringify(line(one))}\n`)
      const broken = Stream.concat(
        Stream.make(bytesOf(`${lines[0]}${lines[1]}${lines[2]?.slice(0, 20)}`)),
        Stream.fail("gone")
      )
      assert.deepStrictEqual(yield* importMessages(id, broken), { ...nothing, lines: 2, accepted: 2, nextLine: 3 })
      const rest = yield* importMessages(id, Stream.make(bytesOf(lines[2] ?? "")))
      assert.deepStrictEqual(rest, { ...nothing, lines: 1, accepted: 1 })
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("import: people of Messenger are known by their id", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      yield* TestClock.adjust("1 second")
      const media = { url: "https://files.example.com/menu.pdf" }
      const file = line("m2", { channel: "messenger", contact: { id: "777" }, type: "document", text: null, media })
      const lines = [line("m1", { channel: "messenger", contact: { id: "777" } }), file]
      assert.strictEqual((yield* imported(id, lines)).accepted, 2)
      const { identities, messages } = yield* kept(id)
      assert.deepStrictEqual(identities, ["messenger 777"])
      assert.deepStrictEqual(
        messages.map(({ type }) => type),
        ["text", "file"]
      )
    }).pipe(Effect.provide(inboundWorld))
  )
})
