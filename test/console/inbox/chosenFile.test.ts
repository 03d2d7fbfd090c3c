import { assert, describe, it } from "vitest"
import { chosenFile, takenTypes } from "../../../console/inbox/compose/chosenFile.ts"
import { type OutgoingContent, outgoingText, sendRequest } from "../../../console/inbox/compose/Outgoing.ts"

const mebibyte = 1024 * 1024
const file = (name: string, type = "", size = 1_000) => ({ name, type, size })

describe("a file selected in the composer", () => {
  it("a chosen file has the kind of its media type or extension", () => {
    assert.deepStrictEqual(chosenFile("whatsapp", file("photo.jpg", "image/jpeg")), { kind: "image" })
    assert.deepStrictEqual(chosenFile("whatsapp", file("voice.amr")), { kind: "audio" })
    assert.deepStrictEqual(chosenFile("messenger", file("loop.gif", "image/gif")), { kind: "image" })
    assert.deepStrictEqual(chosenFile("instagram", file("menu.PDF")), { kind: "document" })
  })

  it("a chosen file is refused with the size limit of the channel", () => {
    const large = file("photo.jpg", "image/jpeg", 5 * mebibyte + 1)
    const problem = { reason: "size" as const, kind: "image" as const, mebibytes: 5 }
    assert.deepStrictEqual(chosenFile("whatsapp", large), { problem })
    assert.deepStrictEqual(chosenFile("messenger", large), { kind: "image" })
    assert.deepStrictEqual(chosenFile("whatsapp", file("a.pdf", "", 0)), { problem: { reason: "empty" } })
  })

  it("a chosen file is refused with the file types of the channel", () => {
    for (const one of [file("setup.exe"), file("loop.gif", "image/gif"), file("a.zip", "application/zip")]) {
      const known = chosenFile("whatsapp", one)
      const problem = "problem" in known ? known.problem : null
      assert.strictEqual(problem?.reason, "type")
      assert.deepStrictEqual(problem?.reason === "type" ? problem.endings.slice(0, 3) : [], ["jpg", "png", "pdf"])
    }
    assert.include(takenTypes("whatsapp"), "application/pdf")
    assert.notInclude(takenTypes("whatsapp"), "image/gif")
  })
})

describe("a message with an uploaded file", () => {
  const content: OutgoingContent = {
    kind: "document",
    url: "",
    upload: { mediaId: "m", name: "menu.pdf" },
    caption: "",
    filename: ""
  }

  it("a message with an uploaded file names it by its id", () => {
    assert.deepStrictEqual(sendRequest({ channel: "whatsapp" }, { ...content, filename: "Menu.pdf" }), {
      type: "document",
      document: { mediaId: "m", filename: "Menu.pdf" }
    })
    for (const kind of ["image", "video"] as const) {
      assert.deepStrictEqual(sendRequest({ channel: "whatsapp" }, { ...content, kind, caption: "Look" }), {
        type: kind,
        [kind]: { mediaId: "m", caption: "Look" }
      })
    }
    assert.deepStrictEqual(sendRequest({ channel: "whatsapp" }, { ...content, kind: "audio" }), {
      type: "audio",
      audio: { mediaId: "m" }
    })
    assert.deepStrictEqual(sendRequest({ channel: "instagram", tag: "HUMAN_AGENT" }, content), {
      type: "file",
      mediaId: "m",
      tag: "HUMAN_AGENT"
    })
  })

  it("a message with an uploaded file is summarized by its caption, its name, or the name of the file", () => {
    assert.strictEqual(outgoingText(content), "menu.pdf")
    assert.strictEqual(outgoingText({ ...content, filename: "Menu.pdf" }), "Menu.pdf")
    assert.strictEqual(outgoingText({ ...content, caption: "Look" }), "Look")
  })
})
