import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { createHash } from "node:crypto"
import { MediaVault } from "../../../emulator/media/MediaVault.ts"
import type { InboundRequest } from "../../../emulator/person/inbound.ts"
import { does, emulatorUrl, readBack, refusal, world } from "./personSide.ts"
import { phoneNumberId } from "../platform.ts"

const ada = { channel: "whatsapp", from: "16505551234", name: "Ada" } as const
const onMessenger = { channel: "messenger", from: "2711636948859886" } as const
const onInstagram = { channel: "instagram", from: "2711636948859886" } as const

const bytes = Buffer.from([0, 1, 2, 253, 254, 255])
const media = { mimeType: "image/jpeg", base64: bytes.toString("base64") }

const decodeItem = Schema.decodeUnknownSync(
  Schema.Struct({
    entry: Schema.Tuple([
      Schema.Struct({
        changes: Schema.Tuple([
          Schema.Struct({ value: Schema.Struct({ messages: Schema.Tuple([Schema.JsonObject]) }) })
        ])
      })
    ])
  })
)
const decodeFile = Schema.decodeUnknownSync(
  Schema.StructWithRest(Schema.Struct({ id: Schema.String }), [Schema.Record(Schema.String, Schema.Json)])
)

/** What a WhatsApp message says of its file, and the file that the platform then has. */
const whatsAppFile = Effect.fnUntraced(function* (request: InboundRequest) {
  const { payload } = yield* does(request)
  const message = decodeItem(payload).entry[0].changes[0].value.messages[0]
  const { id, ...said } = decodeFile(message[request.type])
  const kept = yield* (yield* MediaVault).find(id)
  assert.isTrue(Option.isSome(kept))
  return { id, said, kept: Option.getOrThrow(kept), items: readBack(payload) }
})

const sha256 = (content: Uint8Array) => createHash("sha256").update(content).digest("base64")

describe("a file of a WhatsApp message", () => {
  it.effect.each<readonly [InboundRequest, object, object]>([
    [
      { ...ada, type: "image", media, caption: "Taj Mahal" },
      { mime_type: "image/jpeg", caption: "Taj Mahal" },
      { mimeType: "image/jpeg", filename: null }
    ],
    [
      { ...ada, type: "video", media: { ...media, mimeType: "video/mp4", caption: "A film", filename: "f.mp4" } },
      { mime_type: "video/mp4", caption: "A film" },
      { mimeType: "video/mp4", filename: "f.mp4" }
    ],
    [
      { ...ada, type: "document", media: { ...media, mimeType: "application/pdf", filename: "bill.pdf" } },
      { mime_type: "application/pdf", filename: "bill.pdf" },
      { mimeType: "application/pdf", filename: "bill.pdf" }
    ],
    [
      { ...ada, type: "document", media, filename: "other.pdf", caption: "Hers" },
      { mime_type: "image/jpeg", filename: "other.pdf", caption: "Hers" },
      { mimeType: "image/jpeg", filename: null }
    ],
    [
      { ...ada, type: "audio", media: { ...media, mimeType: "audio/ogg; codecs=opus" } },
      { mime_type: "audio/ogg; codecs=opus", voice: true },
      { mimeType: "audio/ogg; codecs=opus", filename: null }
    ],
    [
      { ...ada, type: "audio", media: { ...media, mimeType: "audio/mpeg" }, voice: false },
      { mime_type: "audio/mpeg", voice: false },
      { mimeType: "audio/mpeg", filename: null }
    ],
    [
      { ...ada, type: "sticker", media: { ...media, mimeType: "image/webp" }, animated: true },
      { mime_type: "image/webp", animated: true },
      { mimeType: "image/webp", filename: null }
    ]
  ])("is kept by the platform, and told with its id: %j", ([request, told, kept]) =>
    Effect.gen(function* () {
      const file = yield* whatsAppFile(request)
      assert.deepStrictEqual(file.said, { ...told, sha256: sha256(bytes) })
      assert.deepInclude(file.kept, { ...kept, sha256: sha256(bytes), owner: phoneNumberId })
      assert.deepStrictEqual(Buffer.from(file.kept.bytes), bytes)
      const { filename = null, mime_type: mimeType } = file.said
      const [item] = file.items
      assert.deepInclude(item, {
        type: request.type,
        content: { id: file.id, ...file.said },
        media: [{ platformMediaId: file.id, url: null, mimeType, filename, sha256: sha256(bytes), index: 0 }]
      })
    }).pipe(Effect.provide(world()))
  )

  it.effect("may be given as text", () =>
    Effect.gen(function* () {
      const text = "Ä,B\n1,2"
      const { kept } = yield* whatsAppFile({ ...ada, type: "document", media: { mimeType: "text/csv", text } })
      assert.strictEqual(Buffer.from(kept.bytes).toString(), text)
    }).pipe(Effect.provide(world()))
  )

  it.effect.each([
    ["image", "image/png", "89504e470d0a1a0a"],
    ["video", "video/mp4", "0000001c66747970"],
    ["audio", "audio/ogg; codecs=opus", "4f67675300020000"],
    ["document", "application/pdf", "255044462d312e34"],
    ["sticker", "image/webp", "5249464622000000"]
  ] as const)("is a small %s when none is given", ([type, mimeType, beginning]) =>
    Effect.gen(function* () {
      const { kept, said } = yield* whatsAppFile({ ...ada, type })
      assert.strictEqual(said["mime_type"], mimeType)
      assert.strictEqual(kept.mimeType, mimeType)
      assert.strictEqual(Buffer.from(kept.bytes).toString("hex", 0, 8), beginning)
    }).pipe(Effect.provide(world()))
  )

  it.effect("may be one that the platform has", () =>
    Effect.gen(function* () {
      const vault = yield* MediaVault
      const { id } = yield* vault.keep({ mimeType: "image/png", bytes })
      const { said } = yield* whatsAppFile({ ...ada, type: "image", mediaId: id })
      assert.deepStrictEqual(said, { mime_type: "image/png", sha256: sha256(bytes) })
      assert.strictEqual(
        yield* refusal({ ...ada, type: "image", mediaId: "7" }),
        "mediaId: names no file of the platform"
      )
    }).pipe(Effect.provide(world()))
  )
})

describe("a file of a message on Messenger or Instagram", () => {
  it.effect.each<readonly [InboundRequest, string, string]>([
    [{ ...onMessenger, type: "image", media }, "image", "image/jpeg"],
    [{ ...onMessenger, type: "image" }, "image", "image/png"],
    [{ ...onMessenger, type: "video" }, "video", "video/mp4"],
    [{ ...onMessenger, type: "audio" }, "audio", "audio/ogg; codecs=opus"],
    [{ ...onMessenger, type: "file" }, "file", "application/pdf"],
    [{ ...onInstagram, type: "sticker" }, "sticker", "image/webp"],
    [{ ...onInstagram, type: "story_mention", media }, "story_mention", "image/jpeg"]
  ])("is at the emulator: %j", ([request, type, mimeType]) =>
    Effect.gen(function* () {
      const { payload } = yield* does(request)
      const [, found = "", url = "", id = ""] =
        /"attachments":\[{"type":"(\w+)","payload":{"url":"(.*?\/_emulator\/files\/(\d+))"}}\]/.exec(
          JSON.stringify(payload)
        ) ?? []
      assert.strictEqual(found, type)
      assert.strictEqual(url, `${emulatorUrl}/_emulator/files/${id}`)
      const kept = Option.getOrThrow(yield* (yield* MediaVault).find(id))
      assert.strictEqual(kept.mimeType, mimeType)
      assert.isNull(kept.owner)
    }).pipe(Effect.provide(world()))
  )

  it.effect("is where somebody says before it is anything else, and a story is like one", () =>
    Effect.gen(function* () {
      const url = "https://example.com/a.png"
      const { payload } = yield* does({ ...onMessenger, type: "image", media, url })
      assert.include(JSON.stringify(payload), `"payload":{"url":"${url}"}`)
      const story = yield* does({ ...onInstagram, type: "story_reply", text: "Nice!", media, storyId: "7" })
      assert.match(
        JSON.stringify(story.payload),
        /"reply_to":{"story":{"id":"7","url":"[^"]*\/_emulator\/files\/\d+"}}/
      )
    }).pipe(Effect.provide(world()))
  )
})
