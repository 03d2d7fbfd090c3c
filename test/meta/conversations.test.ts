import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Schema } from "effect"
import { existsSync, readFileSync } from "node:fs"
import * as GraphDirectMessages from "../../src/adapters/meta/client/GraphDirectMessages.ts"
import { DirectMessages } from "../../src/ports/sends/WhatsApp.ts"
import { accountsInMemory } from "./accountsInMemory.ts"
import { type Answer, answeredInTurn, refuses, says } from "./cannedAgent.ts"
import { instagramAccount, pageAccount } from "./graph.ts"
import { logLines } from "./logLines.ts"

const graphUrl = "https://graph.facebook.com"
const options = { graphUrl, instagramGraphUrl: graphUrl, version: "v23.0" }
const page = `${graphUrl}/v23.0/2121008874780932/conversations?platform=messenger`
const fields = "fields=id,updated_time,unread_count,participants&limit=100"

/** The listing of Messenger with scripted answers, one for each call. */
const listing = (...answers: ReadonlyArray<Answer>) => {
  const { asked, layer } = answeredInTurn(...answers)
  const { layer: logger, lines } = logLines()
  const adapter = GraphDirectMessages.layer(options).pipe(Layer.provide([layer, accountsInMemory]))
  const listed = Effect.flatMap(DirectMessages, ({ conversations }) => conversations(pageAccount)).pipe(
    Effect.map((conversations) =>
      conversations.map(({ updatedAt, ...rest }) => ({ ...rest, updatedAt: DateTime.formatIso(updatedAt) }))
    ),
    Effect.provide(Layer.merge(adapter, logger))
  )
  return { asked, lines, listed }
}

/** A real conversation of the platform (platforms P10). */
const captured = {
  id: "t_587956915396498",
  link: "/2121008874780932/inbox/587956915396498/",
  updated_time: "2021-06-08T08:24:57+0000",
  unread_count: 3,
  participants: {
    data: [
      { name: "Kun Liu", email: "2711636948859886@facebook.com", id: "2711636948859886" },
      { name: "MyLife", email: "2121008874780932@facebook.com", id: "2121008874780932" }
    ]
  }
}

const flattened = {
  id: "t_587956915396498",
  updatedAt: "2021-06-08T08:24:57.000Z",
  unreadCount: 3,
  participants: [
    { id: "2711636948859886", name: "Kun Liu" },
    { id: "2121008874780932", name: "MyLife" }
  ]
}

const numbered = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ ...captured, id: `t_${from + index}` }))

const next = (after: string) => ({ cursors: { before: "B", after }, next: `${graphUrl}/elsewhere?after=${after}` })

describe("listing Messenger conversations", () => {
  it.effect("Messenger conversations: a listing has the participants of each", () =>
    Effect.gen(function* () {
      const { asked, lines, listed } = listing(says({ data: [captured], paging: { cursors: { after: "A" } } }))
      assert.deepStrictEqual(yield* listed, [flattened])
      assert.deepStrictEqual(asked(), [`GET ${page}&${fields}`])
      assert.deepStrictEqual(lines, [])
    })
  )

  it.effect.each([
    [
      "ids that are numbers",
      { id: 587, participants: { data: [{ id: 27, name: "Kun" }] } },
      { id: "587", participants: [{ id: "27", name: "Kun" }] }
    ],
    [
      "people without a name",
      { participants: { data: [{ id: "1" }, { id: "2", name: null }] } },
      {
        participants: [
          { id: "1", name: "" },
          { id: "2", name: "" }
        ]
      }
    ],
    [
      "names and ids that no store takes as they are",
      { id: "t_\u0000", participants: { data: [{ id: "1\u0000", name: "Kun\u0000 \ud800" }] } },
      { id: "t_\ufffd", participants: [{ id: "1\ufffd", name: "Kun\ufffd \ufffd" }] }
    ],
    ["nobody who takes part", { participants: undefined }, { participants: [] }],
    ["no count of what is unread", { unread_count: undefined }, { unreadCount: 0 }],
    ["another time zone", { updated_time: "2021-06-08T10:24:57+0200" }, {}]
  ] as const)("Messenger conversations: a conversation may have %s", ([, changes, expected]) =>
    Effect.gen(function* () {
      const { listed } = listing(says({ data: [{ ...captured, ...changes }] }))
      assert.deepStrictEqual(yield* listed, [{ ...flattened, ...expected }])
    })
  )

  it.effect.each([
    null,
    "t_1",
    { ...captured, id: undefined },
    { ...captured, id: 2 ** 60 },
    { ...captured, updated_time: undefined },
    { ...captured, updated_time: "yesterday" },
    { ...captured, participants: [] }
  ])("Messenger conversations: an unreadable conversation is omitted and logged (%j)", (odd) =>
    Effect.gen(function* () {
      const { lines, listed } = listing(says({ data: [odd, captured] }))
      assert.deepStrictEqual(yield* listed, [flattened])
      assert.deepStrictEqual(lines, ["Warn unreadable entries omitted"])
    })
  )
})

describe("pages of conversations", () => {
  it.effect("listing conversations: all pages are read, newest conversation first", () =>
    Effect.gen(function* () {
      const newer = { ...captured, id: "t_new", updated_time: "2022-01-01T00:00:00+0000" }
      const { asked, lines, listed } = listing(
        says({ data: [captured], paging: next("MQZD ZD=") }),
        says({ data: [newer], paging: { cursors: { before: "B", after: "C" } } })
      )
      assert.deepStrictEqual(
        (yield* listed).map(({ id }) => id),
        ["t_new", captured.id]
      )
      assert.deepStrictEqual(asked(), [`GET ${page}&${fields}`, `GET ${page}&${fields}&after=MQZD+ZD=`])
      assert.deepStrictEqual(lines, [])
    })
  )

  it.effect("listing conversations: a listing ends after 500", () =>
    Effect.gen(function* () {
      const pages = Array.from({ length: 5 }, (_, index) =>
        says({ data: numbered(110, index * 110), paging: next(`A${index}`) })
      )
      const { asked, lines, listed } = listing(...pages)
      assert.strictEqual((yield* listed).length, 500)
      assert.strictEqual(asked().length, 5)
      assert.deepStrictEqual(lines, ["Warn listing cut short"])
    })
  )

  it.effect("listing conversations: a repeated cursor ends the listing", () =>
    Effect.gen(function* () {
      const { asked, lines, listed } = listing(
        says({ data: numbered(1), paging: next("A") }),
        says({ data: numbered(1, 1), paging: next("A") })
      )
      assert.strictEqual((yield* listed).length, 2)
      assert.strictEqual(asked().length, 2)
      assert.deepStrictEqual(lines, ["Warn listing cut short"])
    })
  )

  it.effect("listing conversations: the cursor is read from the link if the answer has no field for it", () =>
    Effect.gen(function* () {
      const { asked, listed } = listing(
        says({ data: numbered(1), paging: { next: `${graphUrl}/elsewhere?limit=1&after=A` } }),
        says({ data: numbered(1, 1), paging: { next: "no link" } })
      )
      assert.strictEqual((yield* listed).length, 2)
      assert.deepStrictEqual(asked(), [`GET ${page}&${fields}`, `GET ${page}&${fields}&after=A`])
    })
  )

  it.effect("listing conversations: a failed page fails the listing", () =>
    Effect.gen(function* () {
      const { listed } = listing(says({ data: numbered(1), paging: next("A") }), refuses(190))
      const failure = yield* Effect.flip(listed)
      assert.strictEqual(failure._tag === "PlatformRejected" && failure.code, 190)
    })
  )
})

describe("listing Instagram conversations", () => {
  const fixture = new URL("../../../shared/fixtures/restfb/conversations/instagram-conversation.json", import.meta.url)
  const readObject = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))
  const adapter = (conversation: unknown) =>
    GraphDirectMessages.layer(options).pipe(
      Layer.provide([answeredInTurn(says({ data: [conversation] })).layer, accountsInMemory])
    )
  const list = Effect.flatMap(DirectMessages, ({ conversations }) => conversations(instagramAccount(null)))

  it.effect("Instagram conversations: a listing has the usernames of the participants", () =>
    Effect.gen(function* () {
      const participants = { data: [{ username: "kunliu", id: 17 }, { id: "18" }] }
      const conversation = { id: "aWdf", updated_time: "2021-06-08T08:24:57+0000", participants }
      assert.deepStrictEqual(yield* Effect.provide(list, adapter(conversation)), [
        {
          id: "aWdf",
          updatedAt: DateTime.makeUnsafe("2021-06-08T08:24:57.000Z"),
          unreadCount: null,
          participants: [
            { id: "17", name: "kunliu" },
            { id: "18", name: "" }
          ]
        }
      ])
    })
  )

  it.effect.skipIf(!existsSync(fixture))("Instagram conversations: real payloads are read", () =>
    Effect.gen(function* () {
      const example = readObject(readFileSync(fixture, "utf8"))
      const conversation = { ...example, updated_time: "2021-06-08T08:24:57+0000" }
      const [listed] = yield* Effect.provide(list, adapter(conversation))
      assert.deepStrictEqual(listed?.participants, [
        { id: "<IGSID>", name: "<IG_USER_NAME>" },
        { id: "<IGID>", name: "<IG_USER_NAME>" }
      ])
    })
  )
})
