import { verifySignature } from "@kapso/whatsapp-cloud-api/server"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { Emulator } from "../../../emulator/Emulator.ts"
import { pixel, pixelHash } from "./media.ts"
import { accessToken, control, emulated, phoneNumberId } from "../platform.ts"
import { client, clientWith, refusalOf, to } from "../kapsoClient.ts"
import * as Receiver from "../receiver.ts"

const file = new Blob([pixel], { type: "image/png" })

describe("a client that was made for the real platform", () => {
  it.effect("uploads, describes, downloads, sends and deletes a file", () =>
    Effect.gen(function* () {
      const { media, messages } = yield* client
      const { id } = yield* Effect.promise(() =>
        media.upload({ phoneNumberId, type: "image/png", file, fileName: "pixel.png" })
      )
      const described = yield* Effect.promise(() => media.get({ mediaId: id, phoneNumberId }))
      assert.deepStrictEqual(
        { ...described, url: new URL(described.url).pathname },
        {
          messagingProduct: "whatsapp",
          url: "/whatsapp_business/attachments",
          mimeType: "image/png",
          sha256: pixelHash,
          fileSize: "10",
          id
        }
      )
      const download = (auth: "always" | "never") =>
        Effect.promise(async () => {
          const response = await media.download({ mediaId: id, auth, as: "response" })
          return response instanceof Response
            ? { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) }
            : undefined
        })
      assert.deepStrictEqual(yield* download("always"), { status: 200, bytes: pixel })
      assert.deepStrictEqual(yield* download("never"), { status: 401, bytes: new Uint8Array(0) })

      const sent = yield* Effect.promise(() => messages.sendImage({ phoneNumberId, to, image: { id, caption: "A" } }))
      assert.match(sent.messages[0]?.id ?? "", /^wamid\./)
      assert.deepStrictEqual(yield* Effect.promise(() => media.delete({ mediaId: id, phoneNumberId })), {
        success: true
      })
      assert.strictEqual((yield* refusalOf(() => media.get({ mediaId: id })))?.code, 100)
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("is refused files of no type, and other people's", () =>
    Effect.gen(function* () {
      const { media } = yield* client
      const other = yield* clientWith("EAAstranger")
      const upload = (given: Blob | Uint8Array) => media.upload({ phoneNumberId, type: "image/png", file: given })
      const untyped = yield* refusalOf(() => upload(pixel))
      assert.deepStrictEqual(
        { ...untyped, message: untyped?.message.slice(-49) },
        {
          category: "parameter",
          code: 100,
          details: undefined,
          httpStatus: 400,
          retry: "fix_and_retry",
          message: "Received file of type 'application/octet-stream'."
        }
      )
      const { id } = yield* Effect.promise(() => upload(file))
      for (const act of [() => other.media.get({ mediaId: id }), () => other.media.delete({ mediaId: id })]) {
        assert.strictEqual((yield* refusalOf(act))?.code, 100)
      }
      yield* control("POST", "tokens", { accessToken, state: "expired" })
      const expired = yield* refusalOf(() => media.get({ mediaId: id }))
      assert.deepStrictEqual(
        [expired?.category, expired?.code, expired?.retry],
        ["authorization", 190, "refresh_token"]
      )
    }).pipe(Effect.provide(emulated()))
  )

  it.effect("accepts the signature of what is reported, beyond ASCII and with slashes", () =>
    Effect.gen(function* () {
      const appSecret = "app-secret"
      const text = "Olá, みどりいろ 😀 \u007f https://example.com/a/b"
      const { report, setCallback } = yield* Emulator
      const receiver = yield* Receiver.Receiver
      yield* setCallback(Option.some({ url: receiver.url, appSecret }))
      yield* TestClock.setTime(Date.parse("2026-11-20T12:00:00.000Z"))
      yield* report({
        object: "whatsapp_business_account",
        entryId: "1",
        at: yield* DateTime.now,
        body: { _tag: "Change", field: "messages", value: { text } }
      })
      const { body, headers } = yield* receiver.next
      const signatureHeader = headers["x-hub-signature-256"] ?? ""
      assert.isTrue(verifySignature({ appSecret, rawBody: body, signatureHeader }))
      assert.isFalse(verifySignature({ appSecret, rawBody: JSON.stringify(JSON.parse(body)), signatureHeader }))
      assert.include(body, String.raw`Ol\u00e1, \u307f`)
      assert.include(body, String.raw`https:\/\/example.com\/a\/b`)
      assert.include(
        JSON.stringify(Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Json))(body)),
        "みどりいろ 😀"
      )
    }).pipe(Effect.provide(emulated()), Effect.provide(Receiver.layer))
  )
})
