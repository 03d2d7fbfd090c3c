import { assert, describe, it } from "@effect/vitest"
import { fileLimits, fileProblem, maxBytesOf } from "../../../src/domain/media/fileLimits.ts"
import { fileTypeOf, headBytes, kindOfType, saidType, usualEnding } from "../../../src/domain/media/fileTypes.ts"
import { fileSamples } from "../../../testing/given/fileSamples.ts"

const { aac, amr, avi, gif, jpeg, m4a, mov, mp3, mp4, ogg, ole, page, pdf, png, program } = fileSamples
const { taggedMp3, text, threeGp, wav, webm, zip } = fileSamples

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

const typeOf = (head: Uint8Array, mimeType: string | null = null, filename: string | null = null) =>
  fileTypeOf(head, { mimeType, filename })?.mimeType ?? null

describe("the type of a file", () => {
  it("is determined by its bytes alone if they identify it", () => {
    const told = [jpeg, png, gif, pdf, mp4, m4a, threeGp, mov, webm, avi, wav, ogg, amr, aac, mp3, taggedMp3]
    assert.deepStrictEqual(
      told.map((head) => typeOf(head)),
      [
        "image/jpeg",
        "image/png",
        "image/gif",
        "application/pdf",
        "video/mp4",
        "audio/mp4",
        "video/3gpp",
        "video/quicktime",
        "video/webm",
        "video/x-msvideo",
        "audio/wav",
        "audio/ogg",
        "audio/amr",
        "audio/aac",
        "audio/mpeg",
        "audio/mpeg"
      ]
    )
  })

  it("is that of the caller or the file name if the bytes are ambiguous", () => {
    assert.strictEqual(typeOf(zip, docx), docx)
    assert.strictEqual(typeOf(zip, null, "Plan.DOCX"), docx)
    assert.strictEqual(typeOf(ole, null, "list.xls"), "application/vnd.ms-excel")
    assert.strictEqual(typeOf(text, "text/plain; charset=utf-8"), "text/plain")
    assert.strictEqual(typeOf(text, null, "notes.txt"), "text/plain")
    assert.strictEqual(typeOf(ogg, "video/ogg"), "video/ogg")
    assert.strictEqual(typeOf(mp4, "audio/mp4"), "audio/mp4")
    assert.strictEqual(typeOf(ogg, "audio/ogg; codecs=opus"), "audio/ogg")
    assert.strictEqual(typeOf(jpeg, "image/jpg"), "image/jpeg")
    assert.strictEqual(typeOf(m4a, "AUDIO/X-M4A"), "audio/mp4")
  })

  it("never contradicts the bytes, for any type and name from the caller", () => {
    for (const head of [program, page, zip, pdf, png]) assert.isNull(typeOf(head, "image/jpeg", "photo.jpg"))
    assert.isNull(typeOf(program, null, "photo.jpg"))
    assert.isNull(typeOf(zip))
    assert.isNull(typeOf(ole, "application/zip", "archive"))
    assert.isNull(typeOf(page))
    assert.isNull(typeOf(page, "text/html", "page.html"))
    assert.isNull(typeOf(new Uint8Array([0xff, 0xfe, 0x41, 0x00]), "text/plain", "a.txt"))
    // A picture under the name of another picture is what its bytes are.
    assert.strictEqual(typeOf(png, null, "photo.jpg"), "image/png")
  })

  it("is text even if the read part ends within a character", () => {
    const long = new TextEncoder().encode("ü".repeat(headBytes))
    assert.strictEqual(typeOf(long.subarray(0, headBytes - 1), null, "a.txt"), "text/plain")
    assert.isNull(typeOf(new Uint8Array([0x41, 0xff, 0x42]), "text/plain"))
  })

  it("is the declared one if the bytes are not read", () => {
    assert.strictEqual(saidType({ mimeType: "image/png", filename: "a.pdf" }), "image/png")
    assert.strictEqual(saidType({ mimeType: "", filename: "voice.amr" }), "audio/amr")
    assert.isNull(saidType({ mimeType: "application/zip", filename: "a.zip" }))
  })
})

describe("limits of files", () => {
  it("apply to known types, each of one kind", () => {
    for (const [channel, kinds] of Object.entries(fileLimits)) {
      for (const [kind, { mimeTypes }] of Object.entries(kinds)) {
        for (const mimeType of mimeTypes) {
          assert.strictEqual(kindOfType(mimeType), kind, `${channel} ${mimeType}`)
          assert.notStrictEqual(usualEnding(mimeType), "bin")
        }
      }
    }
  })

  it("depend on the channel", () => {
    const mebibyte = 1024 * 1024
    assert.isNull(fileProblem("whatsapp", "image", { mimeType: "image/jpeg", size: 5 * mebibyte }))
    assert.deepStrictEqual(fileProblem("whatsapp", "image", { mimeType: "image/jpeg", size: 5 * mebibyte + 1 }), {
      reason: "size",
      maxBytes: 5 * mebibyte
    })
    assert.isNull(fileProblem("messenger", "image", { mimeType: "image/gif", size: 1 }))
    assert.strictEqual(fileProblem("whatsapp", "image", { mimeType: "image/gif", size: 1 })?.reason, "type")
    assert.strictEqual(fileProblem("instagram", "document", { mimeType: docx, size: 1 })?.reason, "type")
    assert.strictEqual(fileProblem("whatsapp", "video", { mimeType: "image/jpeg", size: 1 })?.reason, "type")
    assert.strictEqual(maxBytesOf("image/jpeg"), 8 * mebibyte)
    assert.strictEqual(maxBytesOf("application/pdf"), 100 * mebibyte)
    assert.strictEqual(maxBytesOf("application/zip"), 0)
  })
})
