import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Stream } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as CloudWhatsApp from "../../../src/adapters/meta/client/CloudWhatsApp.ts"
import * as GraphDirectMessages from "../../../src/adapters/meta/client/GraphDirectMessages.ts"
import * as GraphUploads from "../../../src/adapters/meta/client/GraphUploads.ts"
import * as GraphAgent from "../../../src/adapters/outbound/GraphAgent.ts"
import { PhoneNumber } from "../../../src/domain/contacts/PhoneNumber.ts"
import { MediaId } from "../../../src/domain/Ids.ts"
import { MessengerContent } from "../../../src/domain/messages/messenger/MessengerContent.ts"
import { WhatsAppContent } from "../../../src/domain/messages/WhatsAppContent.ts"
import * as Emulated from "../../../emulator/Emulator.ts"
import { DirectMessages, WhatsApp } from "../../../src/ports/sends/WhatsApp.ts"
import { type FileForPlatform, MediaUpload } from "../../../src/ports/media/MediaStore.ts"
import { fileSamples, sampleOf } from "../../../testing/given/fileSamples.ts"
import { pieces } from "../../../testing/given/files.ts"
import { answeredInTurn, says } from "../cannedAgent.ts"
import { byLogin, emulatedBusiness, linked, pageId } from "../emulatedBusiness.ts"
import { account, pageAccount, sendId } from "../graph.ts"

const person = "2711636948859886"

const emulator = emulatedBusiness({})

const platforms = Layer.unwrap(
  Effect.map(Emulated.Emulator, ({ url }) => {
    const options = { graphUrl: url, instagramGraphUrl: url, version: "v23.0" }
    return Layer.mergeAll(GraphUploads.layer(options), CloudWhatsApp.layer(options), GraphDirectMessages.layer(options))
  })
).pipe(Layer.provideMerge(GraphAgent.layer), Layer.provideMerge(Memory.layer()), Layer.provideMerge(emulator))

const photo = sampleOf(fileSamples.jpeg, 3_000_000)

const fileOf = (bytes: Uint8Array, changes: Partial<FileForPlatform> = {}): FileForPlatform => ({
  kind: "image",
  mimeType: "image/jpeg",
  filename: 'Größe "1".jpg',
  size: bytes.length,
  bytes: pieces(bytes),
  ...changes
})

/** The bytes of a file as the platform has them. */
const platformBytes = Effect.fnUntraced(function* (id: string) {
  const { url } = yield* Emulated.Emulator
  return yield* Effect.promise(async () => {
    const response = await fetch(`${url}/_emulator/files/${id}`)
    return new Uint8Array(await response.arrayBuffer())
  })
})

const sentFile = (platformId: string) => ({
  mediaId: MediaId.make("018f0000-0000-7000-8000-0000000000aa"),
  platformId,
  mimeType: "image/jpeg",
  eventUrl: "https://parley.example/api/developer/v1/media/018f0000-0000-7000-8000-0000000000aa"
})

describe("uploads to the emulated platform", () => {
  it.effect("uploads: a WhatsApp file arrives byte for byte, and a message can name it", () =>
    Effect.gen(function* () {
      const { upload } = yield* MediaUpload
      const id = yield* upload(account, fileOf(photo))
      assert.deepStrictEqual(yield* platformBytes(id), photo)
      const content = WhatsAppContent.cases.Image.make({
        url: "https://parley.example/x",
        file: sentFile(id),
        caption: null
      })
      const { send } = yield* WhatsApp
      const sent = yield* send(account, PhoneNumber.make("15551234567"), content, sendId)
      assert.match(sent.platformMessageId, /^wamid\./)
      const unknown = { ...content, file: sentFile("1") }
      const failure = yield* Effect.flip(send(account, PhoneNumber.make("15551234567"), unknown, sendId))
      assert.deepInclude(failure, { _tag: "PlatformRejected", code: 100 })
    }).pipe(Effect.provide(platforms))
  )

  it.effect("uploads: files arrive on Messenger and Instagram, over a Page and by login", () =>
    Effect.gen(function* () {
      const { upload } = yield* MediaUpload
      const { send } = yield* DirectMessages
      for (const from of [pageAccount, linked, byLogin]) {
        const id = yield* upload(from, fileOf(photo))
        assert.deepStrictEqual(yield* platformBytes(id), photo, from.account.displayName)
        const content = MessengerContent.cases.Attachment.make({
          kind: "image",
          url: "https://parley.example/x",
          file: sentFile(id)
        })
        assert.isNotEmpty(yield* send(from, person, { content, tag: null, replyTo: null }, sendId))
      }
    }).pipe(Effect.provide(platforms))
  )

  it.effect("uploads: a refusal has the platform's text", () =>
    Effect.gen(function* () {
      const { upload } = yield* MediaUpload
      const program = fileOf(fileSamples.program, { mimeType: "application/x-msdownload" })
      const failure = yield* Effect.flip(upload(account, program))
      assert.deepInclude(failure, { _tag: "PlatformRejected", code: 100 })
      const large = fileOf(sampleOf(fileSamples.jpeg, 6 * 1024 * 1024))
      assert.deepInclude(yield* Effect.flip(upload(account, large)), { _tag: "PlatformRejected", code: 100 })
      const stranger = { ...account, token: Redacted.make("EAAother") }
      assert.deepInclude(yield* Effect.flip(upload(stranger, fileOf(photo))), { _tag: "PlatformRejected" })
    }).pipe(Effect.provide(platforms))
  )

  it.effect("uploads: a truncated file is not stored, and the connection is reused", () =>
    Effect.gen(function* () {
      const { upload } = yield* MediaUpload
      const short = fileOf(photo, { bytes: pieces(photo.subarray(0, 1_000_000)) })
      assert.deepInclude(yield* Effect.flip(upload(account, short)), { _tag: "PlatformOutcomeUnknown" })
      const broken = fileOf(photo, {
        bytes: Stream.concat(pieces(photo.subarray(0, 1_000_000)), Stream.die("the disk is gone"))
      })
      assert.deepInclude(yield* Effect.flip(upload(account, broken)), { _tag: "PlatformOutcomeUnknown" })
      assert.isNotEmpty(yield* upload(account, fileOf(photo)))
    }).pipe(Effect.provide(platforms))
  )
})

/** The calls that an upload makes, and the text of their forms. */
const formOf = Effect.fnUntraced(function* (to: typeof account, file: FileForPlatform, answer: object) {
  const agent = answeredInTurn(says(answer))
  const layer = GraphUploads.layer({
    graphUrl: "https://graph.example.com",
    instagramGraphUrl: "https://instagram.example.com",
    version: "v23.0"
  }).pipe(Layer.provide([agent.layer, Memory.layer()]))
  const id = yield* Effect.provide(
    Effect.flatMap(MediaUpload, ({ upload }) => upload(to, file)),
    layer
  )
  const [call] = agent.calls
  if (call === undefined || call.body === null || typeof call.body === "string" || !("bytes" in call.body)) {
    return assert.fail("no form")
  }
  const bytes = Buffer.concat(yield* Stream.runCollect(call.body.bytes))
  assert.strictEqual(bytes.length, call.body.length)
  const [type = "", boundary = ""] = (call.headers["content-type"] ?? "").split("; boundary=")
  assert.strictEqual(type, "multipart/form-data")
  return { id, asked: agent.asked(), text: bytes.toString("latin1").replaceAll(boundary, "BOUNDARY") }
})

describe("upload forms", () => {
  const small = fileOf(new TextEncoder().encode("PIXELS"))

  it.effect("uploads: the WhatsApp form is as Meta documents it", () =>
    Effect.gen(function* () {
      const form = yield* formOf(account, small, { id: 4490709327384033 })
      assert.strictEqual(form.id, "4490709327384033")
      assert.deepStrictEqual(form.asked, ["POST https://graph.example.com/v23.0/106540352242922/media"])
      assert.strictEqual(
        form.text,
        [
          "--BOUNDARY",
          'content-disposition: form-data; name="messaging_product"',
          "",
          "whatsapp",
          "--BOUNDARY",
          'content-disposition: form-data; name="type"',
          "",
          "image/jpeg",
          "--BOUNDARY",
          'content-disposition: form-data; name="file"; filename="Gr__e _1_.jpg"',
          "content-type: image/jpeg",
          "",
          "PIXELS",
          "--BOUNDARY--",
          ""
        ].join("\r\n")
      )
    })
  )

  it.effect("uploads: files of Messenger and Instagram have the attachment form on their own hosts", () =>
    Effect.gen(function* () {
      const answer = { attachment_id: "1857777774821032" }
      const document = { ...small, kind: "document" as const, mimeType: "application/pdf", filename: null }
      const forms = yield* Effect.forEach([pageAccount, linked, byLogin], (to) => formOf(to, document, answer))
      assert.deepStrictEqual(
        forms.map(({ asked, id }) => [id, ...asked]),
        [
          ["1857777774821032", `POST https://graph.example.com/v23.0/${pageId}/message_attachments`],
          ["1857777774821032", `POST https://graph.example.com/v23.0/${pageId}/message_attachments`],
          [
            "1857777774821032",
            `POST https://instagram.example.com/v23.0/${byLogin.account.externalId}/message_attachments`
          ]
        ]
      )
      for (const { text } of forms) {
        assert.include(text, '{"attachment":{"type":"file","payload":{"is_reusable":true}}}')
        assert.include(text, 'name="filedata"; filename="file.pdf"')
      }
      assert.deepStrictEqual(
        forms.map(({ text }) => text.includes('name="platform"\r\n\r\ninstagram')),
        [false, true, true]
      )
    })
  )
})
