import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Ref, Schema, Stream } from "effect"
import { TestClock } from "effect/testing"
import { zipOf } from "../../src/adapters/media/zipOf.ts"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as MetaInboundReader from "../../src/adapters/meta/inbound/MetaInboundReader.ts"
import { eraseContact } from "../../src/app/contacts/eraseContact.ts"
import { exportContact } from "../../src/app/contacts/exportContact.ts"
import { type ContactId, MessageId, type OrganizationId } from "../../src/domain/Ids.ts"
import { MessageStore } from "../../src/ports/messages/MessageStore.ts"
import { givenOrganization } from "../../testing/given/given.ts"
import { embeddedStores } from "../contract/embeddedStores.ts"
import { outsideWorld, ready } from "../support/http/httpWorld.ts"
import { givenPerson, phone } from "./givenPerson.ts"
import { unzippedTexts } from "./unzipped.ts"

const archiveOf = Effect.fnUntraced(function* (id: OrganizationId, contactId: ContactId) {
  const parts = yield* Stream.runCollect(zipOf(yield* exportContact(id, contactId)))
  return unzippedTexts(Buffer.concat(parts))
})

const Manifest = Schema.fromJsonString(
  Schema.Struct({ contents: Schema.Array(Schema.Struct({ path: Schema.String, records: Schema.Int })) })
)

const lines = (text: string | undefined): number => (text ?? "").split("\n").length - 1

const exportsEverything = Effect.gen(function* () {
  const { contactId, id, mediaId } = yield* givenPerson
  const files = yield* archiveOf(id, contactId)
  const expected = {
    "contact.json": [phone, "cnry book", "cnry name", "cnry@example.com", '"cnry"', '"note": "cnry"'],
    "conversations.jsonl": [contactId],
    "messages.jsonl": [
      "cnry text",
      "cnry caption",
      "cnry past",
      "cnry elsewhere",
      "cnry value",
      "cnry reply",
      "cnry.txt",
      "wamid.cnry0",
      "wamid.cnry1",
      "wamid.cnry2",
      `files/${mediaId}.txt`
    ],
    "notes.jsonl": ["cnry note"],
    "scheduled.jsonl": ["cnry recorded", "cnry value", "2027-01-01T00:00:00.000Z"],
    "campaigns.jsonl": ['"town":"cnry"', '"name":"cnry"'],
    [`files/${mediaId}.txt`]: ["cnry bytes"]
  }
  for (const [path, texts] of Object.entries(expected))
    for (const text of texts) assert.include(files.get(path) ?? "", text, path)
  assert.deepStrictEqual([...files.keys()], [...Object.keys(expected), "manifest.json"])

  const { contents } = yield* Schema.decodeUnknownEffect(Manifest)(files.get("manifest.json"))
  assert.deepStrictEqual(Object.fromEntries(contents.map(({ path, records }) => [path, records])), {
    "contact.json": 1,
    "conversations.jsonl": 1,
    "messages.jsonl": lines(files.get("messages.jsonl")),
    "notes.jsonl": 1,
    "scheduled.jsonl": 2,
    "campaigns.jsonl": 1,
    "files/": 1
  })

  // Bob wrote to the same number.
  const all = [...files.values()].join("\n")
  assert.notInclude(all, "Bob")
  assert.notInclude(all, "15557654321")
})

const world = Layer.merge(outsideWorld, MetaInboundReader.layer)
const inMemory = Layer.merge(world, ready(null)).pipe(Layer.provideMerge(Memory.layer()))

describe("an export of a contact", () => {
  it.live(
    "contains everything about the person on the embedded database, and nothing of others",
    () =>
      exportsEverything.pipe(
        Effect.provide(TestClock.layer()),
        Effect.provide(Layer.merge(world, ready(null)).pipe(Layer.provideMerge(embedded)))
      ),
    240_000
  )

  it.effect("contains everything about the person in memory, and nothing of others", () =>
    exportsEverything.pipe(Effect.provide(inMemory))
  )

  it.effect("an archive breaks off if the contact is erased while it is read", () =>
    Effect.gen(function* () {
      const { contactId, id } = yield* givenPerson
      const { files } = yield* exportContact(id, contactId)
      const read = Stream.mapEffect(files, ({ bytes, path }) =>
        Effect.andThen(
          Stream.runDrain(bytes),
          path === "contact.json" ? Effect.asVoid(eraseContact(id, contactId)) : Effect.void
        )
      )
      assert.strictEqual((yield* Effect.flip(Stream.runDrain(read)))._tag, "ContactNotFound")
      assert.strictEqual((yield* Effect.flip(exportContact(id, contactId)))._tag, "ContactErased")
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("20 000 messages are read page by page, not ahead of what was consumed", () =>
    Effect.gen(function* () {
      const { contactId, id } = yield* givenPerson
      const messages = yield* MessageStore
      const [row] = Option.getOrThrow(
        yield* messages.history(id, {
          of: { _tag: "Contact", id: contactId },
          since: null,
          before: null,
          limit: 1,
          examined: 1
        })
      ).rows
      if (row === undefined) return yield* Effect.die(new Error("there is no message"))
      const pages = yield* Ref.make(0)
      const manyMessages: MessageStore["Service"] = {
        ...messages,
        history: (_, { limit }) =>
          Effect.gen(function* () {
            const page = yield* Ref.updateAndGet(pages, (count) => count + 1)
            const last = page % 100 === 0
            const next = MessageId.make(`00000000-0000-4000-8000-${String(page).padStart(12, "0")}`)
            return Option.some({ rows: Array.from({ length: limit }, () => row), next: last ? null : next })
          })
      }
      let consumed = 0
      let ahead = 0
      const exported = yield* exportContact(id, contactId).pipe(Effect.provideService(MessageStore, manyMessages))
      yield* Stream.runForEach(zipOf(exported), (part) =>
        Effect.gen(function* () {
          consumed += new TextDecoder().decode(part).split(`"id":"${row.message.id}"`).length - 1
          // Files are found in a second pass over the pages, which has no lines of messages.
          ahead = Math.max(ahead, Math.min(yield* Ref.get(pages), 100) - consumed / 200)
        })
      )
      assert.strictEqual(yield* Ref.get(pages), 200)
      assert.strictEqual(consumed, 20_000)
      assert.isAtMost(ahead, 5)
    }).pipe(Effect.provide(inMemory))
  )

  it.effect("a contact of another organization is not found", () =>
    Effect.gen(function* () {
      const { contactId } = yield* givenPerson
      const { id: other } = yield* givenOrganization()
      assert.strictEqual((yield* Effect.flip(exportContact(other, contactId)))._tag, "ContactNotFound")
    }).pipe(Effect.provide(inMemory))
  )
})

const embedded = embeddedStores()
