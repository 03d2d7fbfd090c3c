import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { MediaId } from "../../../src/domain/Ids.ts"
import type { InboundMedia } from "../../../src/domain/inbound/Inbound.ts"
import { withMediaUrls } from "../../../src/domain/inbound/takeMessage.ts"
import { MessageContent } from "../../../src/domain/messages/Message.ts"
import { uuidOf } from "../../../testing/inbound/world.ts"

const theirs = "https://platform.example/dying"
const ours = "https://parley.example/media/1"

const placed = (media: Partial<InboundMedia>, url = ours) => ({
  id: MediaId.make(uuidOf(url)),
  url,
  media: { platformMediaId: null, url: null, mimeType: null, filename: null, sha256: null, index: 0, ...media }
})

describe("withMediaUrls", () => {
  it("replaces every address of the platform by ours", () => {
    const content = {
      text: `see ${theirs}`,
      attachment: { type: "image", payload: { url: theirs, caption: null } },
      attachments: [{ payload: { url: theirs } }, { payload: { url: "https://elsewhere.example" } }, 5, true]
    }
    assert.deepStrictEqual(withMediaUrls(content, [placed({ url: theirs })]), {
      text: `see ${theirs}`,
      attachment: { type: "image", payload: { url: ours, caption: null } },
      attachments: [{ payload: { url: ours } }, { payload: { url: "https://elsewhere.example" } }, 5, true]
    })
  })

  it("adds the address of a file that has only an id of the platform", () => {
    assert.deepStrictEqual(withMediaUrls({ id: "5", caption: "c" }, [placed({ platformMediaId: "5" })]), {
      id: "5",
      caption: "c",
      url: ours
    })
    assert.deepStrictEqual(
      withMediaUrls({ id: "5", url: theirs, link: theirs }, [placed({ platformMediaId: "5", url: theirs })]),
      { id: "5", url: ours, link: ours }
    )
  })

  it("distinguishes several files", () => {
    const both = [placed({ url: "https://a.example" }, "ours a"), placed({ url: "https://b.example" }, "ours b")]
    assert.deepStrictEqual(withMediaUrls({ files: ["https://b.example", "https://a.example"] }, both), {
      files: ["ours b", "ours a"]
    })
  })

  it.prop("leaves all other content unchanged", { content: MessageContent }, ({ content }) => {
    assert.deepStrictEqual(withMediaUrls(content, []), content)
    assert.deepStrictEqual(withMediaUrls(content, [placed({ url: "\u0000nowhere" })]), content)
  })

  it.prop("leaves no address of the platform", { content: MessageContent, key: Schema.String }, ({ content, key }) => {
    const nested = { content, [key]: [theirs, { [key]: theirs }] }
    assert.notInclude(JSON.stringify(withMediaUrls(nested, [placed({ url: theirs })])), theirs)
  })
})
