import { assert, describe, it } from "vitest"
import { scheduledChange, scheduledSummary, scheduledText } from "../../../console/inbox/schedule/scheduledMessages.ts"
import { cityOf, instantIn, localIn, offsetOf, zonesOfCountry } from "../../../console/inbox/schedule/zones.ts"

const winter = Date.parse("2026-11-29T12:00:00.000Z")

describe("time zones of the composer", () => {
  it("a local time is an instant in its zone, in summer and winter, and reads the same again", () => {
    const cases = [
      ["2026-11-29T09:00", "America/Sao_Paulo", "2026-11-29T12:00:00.000Z"],
      ["2026-11-29T09:00", "Europe/Berlin", "2026-11-29T08:00:00.000Z"],
      ["2026-07-01T09:00", "Europe/Berlin", "2026-07-01T07:00:00.000Z"],
      ["2026-11-29T09:00", "Asia/Kolkata", "2026-11-29T03:30:00.000Z"]
    ] as const
    for (const [local, zone, instant] of cases) {
      const at = instantIn(local, zone)
      assert.strictEqual(at, Date.parse(instant))
      assert.strictEqual(localIn(Date.parse(instant), zone), local)
    }
  })

  it("a text that is not a local time has no instant", () => {
    for (const text of ["", "tomorrow", "2026-13-45T99:99"]) assert.isNull(instantIn(text, "Europe/Berlin"))
  })

  it("a country has one zone per offset, its largest city first", () => {
    assert.deepStrictEqual(zonesOfCountry("DE", winter), ["Europe/Berlin"])
    const brazil = zonesOfCountry("BR", winter)
    assert.strictEqual(brazil[0], "America/Sao_Paulo")
    assert.strictEqual(new Set(brazil.map((zone) => offsetOf(zone, winter))).size, brazil.length)
    assert.deepStrictEqual(zonesOfCountry("", winter), [])
    assert.deepStrictEqual(zonesOfCountry("unknown", winter), [])
    assert.strictEqual(cityOf("America/Sao_Paulo"), "Sao Paulo")
  })
})

describe("scheduled messages of the console", () => {
  const sendAt = "2026-12-01T09:00:00.000Z"

  it("a scheduled message is summarized by its text, caption, template or body", () => {
    assert.strictEqual(scheduledSummary({ content: { text: "Hello" } }), "Hello")
    assert.strictEqual(scheduledSummary({ content: { url: "https://example.com/a.jpg", caption: "Tea" } }), "Tea")
    assert.strictEqual(scheduledSummary({ content: { template: { name: "hello_world" } } }), "hello_world")
    assert.strictEqual(scheduledSummary({ content: { body: { text: "Which day?" } } }), "Which day?")
    assert.strictEqual(scheduledSummary({ content: null }), "")
  })

  it("a change of the time alone leaves the content", () => {
    const message = { type: "text", content: { text: "Hello" } }
    assert.strictEqual(scheduledText(message), "Hello")
    assert.isNull(scheduledText({ type: "template", content: {} }))
    assert.deepStrictEqual(scheduledChange(message, { sendAt, text: "Hello" }), { sendAt })
    assert.deepStrictEqual(scheduledChange(message, { sendAt, text: null }), { sendAt })
  })

  it("a change of the text preserves the quoted message", () => {
    const message = { type: "text", content: { text: "Hello", reply_to: { message_id: "wamid.1" } } }
    assert.deepStrictEqual(scheduledChange(message, { sendAt, text: "Bye" }), {
      sendAt,
      type: "text",
      text: "Bye",
      replyTo: "wamid.1"
    })
  })
})
