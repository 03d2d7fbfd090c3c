import { assert, describe, it } from "@effect/vitest"
import { NodeServices } from "@effect/platform-node"
import { Effect, FileSystem, Path, Schema } from "effect"
import { type ExportSource, readExport } from "../../src/adapters/cli/exports/readExport.ts"
import { givenAccount, givenOrganization } from "../../testing/given/given.ts"
import { operate, operated, operatorWorld } from "./operatorScene.ts"

const chatwootMessages = {
  meta: {
    labels: [],
    additional_attributes: {},
    contact: { id: 7, name: "Ada Lovelace", phone_number: "+15551234567", identifier: null, thumbnail: "" },
    agent_last_seen_at: "2026-05-20T10:10:00.000Z"
  },
  payload: [
    {
      id: 101,
      content: "Is the table free?",
      inbox_id: 3,
      conversation_id: 12,
      message_type: 0,
      content_type: "text",
      status: "sent",
      content_attributes: {},
      created_at: 1_779_271_200,
      private: false,
      source_id: "wamid.HBgL1",
      sender: { id: 7, name: "Ada Lovelace", phone_number: "+15551234567", type: "contact" }
    },
    {
      id: 102,
      content: "Conversation was marked resolved",
      message_type: 2,
      created_at: 1_779_271_205,
      private: false
    },
    { id: 103, content: "A regular guest", message_type: 1, created_at: 1_779_271_210, private: true },
    {
      id: 104,
      content: "Here is the menu",
      message_type: 1,
      status: "read",
      created_at: 1_779_271_260,
      private: false,
      source_id: null,
      sender: { id: 1, name: "Grace", type: "user" },
      attachments: [
        { id: 5, message_id: 104, file_type: "file", data_url: "https://chat.example.com/menu.pdf" },
        { id: 6, message_id: 104, file_type: "image", data_url: "https://chat.example.com/table.jpg" }
      ]
    }
  ]
}

const chatwootConversations = {
  data: {
    meta: { all_count: 1 },
    payload: [
      {
        id: 13,
        meta: { sender: { id: 8, name: "Bob", phone_number: null }, channel: "Channel::FacebookPage" },
        contact_inbox: { source_id: "4711" },
        messages: [{ id: 200, content: "Hi", message_type: "incoming", created_at: 1_779_271_200, private: false }]
      },
      {
        id: 14,
        meta: { sender: {}, channel: "Channel::Email" },
        messages: [{ id: 201, content: "Re:", message_type: 0 }]
      }
    ]
  }
}

/** The lines of an export. */
const linesOf = (source: ExportSource, text: string) =>
  Effect.map(readExport(source, text), (lines): ReadonlyArray<unknown> => lines)

const time = "2026-05-20T10:00:00.000Z"

const expectedChatwoot = [
  {
    channel: "whatsapp",
    contact: { id: "+15551234567", name: "Ada Lovelace" },
    direction: "inbound",
    time,
    platformId: "wamid.HBgL1",
    externalId: "chatwoot:101",
    type: "text",
    text: "Is the table free?"
  },
  null,
  null,
  {
    channel: "whatsapp",
    contact: { id: "+15551234567", name: "Ada Lovelace" },
    direction: "outbound",
    time: "2026-05-20T10:01:00.000Z",
    author: "Grace",
    status: "read",
    externalId: "chatwoot:104",
    type: "document",
    media: { url: "https://chat.example.com/menu.pdf" },
    text: "Here is the menu"
  },
  {
    channel: "whatsapp",
    contact: { id: "+15551234567", name: "Ada Lovelace" },
    direction: "outbound",
    time: "2026-05-20T10:01:00.000Z",
    author: "Grace",
    status: "read",
    type: "image",
    media: { url: "https://chat.example.com/table.jpg" },
    externalId: "chatwoot:104:1"
  }
]

const twilioCsv = `"From","To","Body","Status","SentDate","ApiVersion","NumSegments","ErrorCode","AccountSid","Sid","Direction","Price","PriceUnit"
"whatsapp:+15551234567","whatsapp:+15550001111","Is the table, by the window, free?","received","2026-05-20T10:00:00Z","2010-04-01","1","0","AC1","SM1","inbound","-0.005","USD"
"+15550001111","+15551234567","An SMS","delivered","2026-05-20T10:00:00Z","2010-04-01","1","0","AC1","SM2","outbound-api","-0.005","USD"
`

const twilioJson = {
  messages: [
    {
      sid: "SM3",
      from: "whatsapp:+15550001111",
      to: "whatsapp:+15551234567",
      body: "Yes, it is",
      status: "undelivered",
      direction: "outbound-api",
      date_sent: "Wed, 20 May 2026 10:00:00 +0000",
      num_media: "0"
    }
  ],
  page: 0
}

describe("exports of other services", () => {
  it.effect("chatwoot: messages of a conversation, without notes and activities", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* linesOf("chatwoot", JSON.stringify(chatwootMessages)), expectedChatwoot)
    })
  )

  it.effect("chatwoot: lists of conversations, and a value in each line", () =>
    Effect.gen(function* () {
      const text = `${JSON.stringify(chatwootConversations)}\n${JSON.stringify(chatwootMessages)}\n`
      const bob = { channel: "messenger", contact: { id: "4711", name: "Bob" }, direction: "inbound", time }
      assert.deepStrictEqual(yield* linesOf("chatwoot", text), [
        { ...bob, externalId: "chatwoot:200", type: "text", text: "Hi" },
        null,
        ...expectedChatwoot
      ])
    })
  )

  it.effect("twilio: the message log as CSV and as JSON, without SMS", () =>
    Effect.gen(function* () {
      const common = {
        channel: "whatsapp",
        account: "+15550001111",
        contact: { id: "+15551234567" },
        time,
        type: "text"
      }
      assert.deepStrictEqual(yield* linesOf("twilio", twilioCsv), [
        { ...common, direction: "inbound", text: "Is the table, by the window, free?", externalId: "twilio:SM1" },
        null
      ])
      assert.deepStrictEqual(yield* linesOf("twilio", JSON.stringify(twilioJson)), [
        { ...common, direction: "outbound", text: "Yes, it is", externalId: "twilio:SM3", status: "failed" }
      ])
    })
  )

  it.effect("exports: a file of another form is refused", () =>
    Effect.gen(function* () {
      const { text } = yield* Effect.flip(readExport("chatwoot", "a,b\n"))
      assert.include(text, "no export of chatwoot")
    })
  )
})

const fileWith = Effect.fnUntraced(function* (text: string) {
  const files = yield* FileSystem.FileSystem
  const file = (yield* Path.Path).join(yield* files.makeTempDirectoryScoped(), "export")
  yield* files.writeFileString(file, text)
  return file
})

describe("parley import messages", () => {
  it.effect("import: lines and exports are imported, and repetitions are known", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      yield* givenAccount(id, { displayName: "+1 555-000-1111" })
      const file = yield* fileWith(twilioCsv)
      const args = ["import", "messages", file, "--organization", id, "--from", "twilio"]
      const Answer = Schema.Struct({ accepted: Schema.Int, duplicates: Schema.Int, skipped: Schema.Int })
      assert.deepStrictEqual(yield* operated(Answer, args), { accepted: 1, duplicates: 0, skipped: 1 })
      assert.deepStrictEqual(yield* operated(Answer, args), { accepted: 0, duplicates: 1, skipped: 1 })
      const lines = yield* fileWith(`${JSON.stringify((yield* linesOf("twilio", JSON.stringify(twilioJson)))[0])}\nx\n`)
      const own = yield* operate(["import", "messages", lines, "--organization", id])
      assert.deepStrictEqual(own.answer, {
        lines: 2,
        accepted: 1,
        duplicates: 0,
        refusedLines: 1,
        skipped: 0,
        nextLine: null,
        refused: [{ line: 2, field: "", error: "Expected JSON" }]
      })
    }).pipe(Effect.scoped, Effect.provide([NodeServices.layer, operatorWorld("own")]))
  )

  it.effect("import: a path that is not whole and a file that is not there are refused", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const relative = yield* operate(["import", "messages", "export.json", "--organization", id])
      assert.deepStrictEqual([relative.code, relative.error.includes("whole path")], [2, true])
      const missing = yield* operate(["import", "messages", "/nowhere/export.json", "--organization", id])
      assert.deepStrictEqual([missing.code, missing.error.includes("cannot be read")], [1, true])
    }).pipe(Effect.provide([NodeServices.layer, operatorWorld("own")]))
  )
})
