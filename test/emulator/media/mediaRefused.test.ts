import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Option, type Schema } from "effect"
import { checkMedia } from "../../../emulator/media/checkMedia.ts"
import * as MediaVault from "../../../emulator/media/MediaVault.ts"
import { uploadRefusal } from "../../../emulator/media/uploadMedia.ts"
import { type Upload, upload, uploaded } from "./media.ts"
import {
  accessToken,
  type Answer,
  emulated,
  get,
  masked,
  phoneNumberId,
  refused,
  request,
  stranger,
  wabaId
} from "../platform.ts"
import { unsupported } from "../pages.ts"

const param = (message: string) => refused(400, 100, `(#100) ${message}`)

const wrongType = (received: string) =>
  param(
    "Param file must be a file with one of the following types: audio/aac, audio/mp4, audio/mpeg, audio/amr, " +
      "audio/ogg, audio/opus, application/vnd.ms-powerpoint, application/msword, " +
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document, " +
      "application/vnd.openxmlformats-officedocument.presentationml.presentation, " +
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, application/pdf, text/plain, " +
      "application/vnd.ms-excel, image/jpeg, image/png, image/webp, video/mp4, video/3gpp. " +
      `Received file of type '${received}'.`
  )

const mine = `/${phoneNumberId}/media`

const refusals: ReadonlyArray<readonly [string, Upload, Answer]> = [
  ["no product", { fields: { messaging_product: undefined } }, param("The parameter messaging_product is required.")],
  [
    "another product",
    { fields: { messaging_product: "sms" } },
    param('Param messaging_product must be one of {WHATSAPP} - got "sms".')
  ],
  ["a type that it does not send", { mimeType: "image/gif" }, wrongType("image/gif")],
  ["a file of no type", { mimeType: "application/octet-stream" }, wrongType("application/octet-stream")],
  [
    "an empty file",
    { bytes: new Uint8Array(0) },
    refused(400, 131053, "(#131053) Media upload error", "The file you uploaded is empty.")
  ],
  [
    "a file that is too large",
    { bytes: new Uint8Array(5 * 1024 * 1024 + 1) },
    refused(
      400,
      100,
      "(#100) Invalid parameter",
      "File Too Large: The file you uploaded is too large. The maximum is 5242880 bytes."
    )
  ],
  [
    "an unknown token",
    { token: "EAAnobody" },
    refused(401, 190, "Invalid OAuth access token - Cannot parse access token")
  ],
  ["the token of somebody else", { token: stranger.accessToken, path: mine }, unsupported("post", phoneNumberId)],
  ["a number that does not exist", { path: "/1/media" }, unsupported("post", "1")],
  ["a business account for a number", { path: `/${wabaId}/media` }, unsupported("post", wabaId)]
]

layer(emulated())("an upload is refused for", (it) => {
  it.effect.each(refusals)("%s", ([, given, answer]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* upload(given), answer)
    })
  )

  const authorization = `Bearer ${accessToken}`
  const post = (body: FormData | string, more: Readonly<Record<string, string>> = {}) =>
    Effect.map(request(mine, { method: "POST", headers: { authorization, ...more }, body }), masked)

  it.effect("a form without a file", () =>
    Effect.gen(function* () {
      const form = new FormData()
      form.set("messaging_product", "whatsapp")
      assert.deepStrictEqual(yield* post(form), param("The parameter file is required."))
      form.set("file", "what is no file")
      assert.deepStrictEqual(yield* post(form), param("The parameter file is required."))
    })
  )

  it.effect("a form that is broken", () =>
    Effect.gen(function* () {
      const type = { "content-type": "multipart/form-data; boundary=x" }
      assert.deepStrictEqual(
        yield* post("--x\r\nno header at all", type),
        refused(400, 100, "(#100) Invalid parameter", "The form cannot be read")
      )
    })
  )

  it.effect("a form of more parts than anybody needs", () =>
    Effect.gen(function* () {
      const form = new FormData()
      for (let part = 0; part < 30; part += 1) form.set(`part ${part}`, "x")
      assert.strictEqual((yield* post(form)).status, 413)
    })
  )
})

describe("the room that a file has", () => {
  const megabyte = 1024 * 1024
  const still = new TextEncoder().encode("RIFF1234WEBPVP8X1234\u0000")
  const animated = new TextEncoder().encode("RIFF1234WEBPVP8X1234\u0002")
  const ofSize = (size: number, head: Uint8Array = new Uint8Array(0)) => {
    const bytes = new Uint8Array(size)
    bytes.set(head)
    return bytes
  }

  it.each([
    ["image/jpeg", 5 * megabyte, undefined],
    ["video/mp4", 16 * megabyte, undefined],
    ["video/3gpp", 16 * megabyte, undefined],
    ["audio/ogg; codecs=opus", 16 * megabyte, undefined],
    ["application/pdf", 100 * megabyte, undefined],
    ["text/plain", 100 * megabyte, undefined],
    ["image/webp", 100 * 1024, still],
    ["IMAGE/WEBP", 500 * 1024, animated]
  ] as const)("of type %s is %i bytes", (mimeType, size, head) => {
    assert.isTrue(Option.isNone(uploadRefusal({ mimeType, bytes: ofSize(size, head) })))
    const refusal = uploadRefusal({ mimeType, bytes: ofSize(size + 1, head) })
    assert.strictEqual(Option.getOrUndefined(refusal)?.code, 100)
  })
})

layer(emulated())("a file", (it) => {
  it.effect("is nobody's without an id that there is, or with the token of somebody else", () =>
    Effect.gen(function* () {
      const id = yield* uploaded()
      assert.deepStrictEqual(yield* get("/v23.0/4000000000000001"), unsupported("get", "4000000000000001"))
      assert.deepStrictEqual(yield* get(`/${id}`, stranger.accessToken), unsupported("get", id))
      const remove = (token: string) =>
        Effect.map(request(`/${id}`, { method: "DELETE", headers: { authorization: `Bearer ${token}` } }), masked)
      assert.deepStrictEqual(yield* remove(stranger.accessToken), unsupported("delete", id))
      assert.strictEqual((yield* remove("EAAnobody")).status, 401)
      assert.strictEqual((yield* get(`/${id}`)).status, 200)
    })
  )

  it.effect("was not uploaded to another number", () =>
    Effect.gen(function* () {
      const id = yield* uploaded()
      assert.deepStrictEqual(
        yield* get(`/${id}?phone_number_id=${stranger.phoneNumberId}`),
        param("Param phone_number_id is not a valid whatsapp business phone number id ID")
      )
    })
  )
})

describe("a message that names a file by its id", () => {
  it.effect("is refused unless the file is one of its number, wherever it stands", () =>
    Effect.gen(function* () {
      const { keep } = yield* MediaVault.MediaVault
      const { id } = yield* keep({ mimeType: "image/png", bytes: new Uint8Array(1), owner: phoneNumberId })
      const theirs = yield* keep({ mimeType: "image/png", bytes: new Uint8Array(1), owner: stranger.phoneNumberId })
      const refusal = (type: string, content: Schema.Json) =>
        checkMedia({ [type]: content }, type, phoneNumberId).pipe(
          Effect.match({
            onFailure: ({ code, httpStatus, message }) => ({ code, httpStatus, message }),
            onSuccess: () => null
          })
        )
      const invalid = (path: string) => ({
        code: 100,
        httpStatus: 400,
        message: `(#100) Param ${path} is not a valid whatsapp business account media attachment ID`
      })

      for (const type of ["audio", "document", "image", "sticker", "video"]) {
        assert.isNull(yield* refusal(type, { id }))
        assert.isNull(yield* refusal(type, { link: "https://example.com/1" }))
        assert.deepStrictEqual(yield* refusal(type, { id: theirs.id }), invalid(`${type}['id']`))
        assert.deepStrictEqual(yield* refusal(type, { id: "1" }), invalid(`${type}['id']`))
      }
      assert.deepStrictEqual(
        yield* refusal("interactive", { type: "button", header: { type: "video", video: { id: "1" } } }),
        invalid("interactive['header']['video']['id']")
      )
      const header = (document: Schema.Json) => ({
        components: [
          { type: "body", parameters: [{ type: "text", text: "1" }] },
          { type: "header", parameters: [{ type: "document", document }] }
        ]
      })
      assert.isNull(yield* refusal("template", header({ id })))
      assert.deepStrictEqual(
        yield* refusal("template", header({ id: "1" })),
        invalid("template['components'][1]['parameters'][0]['document']['id']")
      )
      assert.isNull(yield* refusal("interactive", { action: { sections: [{ rows: [{ id: "1" }] }] } }))
      assert.isNull(yield* refusal("text", { body: "no file at all" }))
    }).pipe(Effect.provide(MediaVault.layer))
  )
})
