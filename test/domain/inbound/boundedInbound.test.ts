import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { boundedInbound, maxReportedBytes } from "../../../src/domain/inbound/boundedInbound.ts"
import { PlatformMessageId } from "../../../src/domain/Ids.ts"
import { Inbound } from "../../../src/domain/inbound/Inbound.ts"

const said = (content: object, raw: object = {}) =>
  Inbound.cases.MessageReceived.make({
    key: "key",
    at: DateTime.makeUnsafe("2026-11-20T12:00:00.123Z"),
    channel: "whatsapp",
    accountExternalId: "1",
    person: { ids: [{ kind: "whatsapp", value: "US.1" }], name: "Ada", username: null },
    echo: false,
    platformMessageId: PlatformMessageId.make("wamid.1"),
    sendId: null,
    type: "text",
    content: JSON.parse(JSON.stringify(content)),
    media: [],
    replyTo: null,
    referral: null,
    standby: false,
    raw: JSON.parse(JSON.stringify(raw))
  })

const bounded = (item: Inbound) => {
  const [found] = boundedInbound({ body: JSON.stringify(item) }, [item])
  assert.strictEqual(found?._tag, "MessageReceived")
  return found?._tag === "MessageReceived" ? found : said({})
}

const bytes = (json: unknown) => Buffer.byteLength(JSON.stringify(json))

describe("the stored part of a large report", () => {
  it("is the whole report up to 64 KiB, with the platform's own record", () => {
    const item = said({ text: "x".repeat(20_000) }, { text: "x".repeat(20_000) })
    assert.deepStrictEqual(bounded(item), item)
  })

  it("is the beginning of the content, without the platform's record", () => {
    const found = bounded(said({ text: "😀".repeat(700_000), mood: "good" }, { text: "x".repeat(3_000_000) }))
    assert.deepStrictEqual(found.content, { truncated: true, text: "😀".repeat(4096), mood: "good" })
    assert.isNull(found.raw)
    assert.strictEqual(found.platformMessageId, "wamid.1")
  })

  it("is as many of its fields as the limit allows", () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`field${n}`, "漢".repeat(3000)]))
    const { content } = bounded(said({ text: "hi", ...many }))
    assert.isAtMost(bytes(content), maxReportedBytes)
    assert.strictEqual(content["text"], "hi")
    assert.isTrue(content["truncated"])
    assert.strictEqual(content["field0"], "漢".repeat(3000))
  })
})
