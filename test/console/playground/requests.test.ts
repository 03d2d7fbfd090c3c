import { assert, describe, it } from "vitest"
import { Schema } from "effect"
import { changedBy, unchanged } from "../../../console/playground/Changed.ts"
import { personIdOf, personIn } from "../../../console/playground/ChosenPerson.ts"
import { fileRequest, plainDraft, samplesOf, textRequest } from "../../../console/playground/Draft.ts"
import { emptyFault, faultModes, ruleOf, wrongFields } from "../../../console/playground/faultForm.ts"
import { FaultRule } from "../../../emulator/FaultRule.ts"
import { MessagingRequest } from "../../../emulator/person/MessagingRequest.ts"
import { WhatsAppRequest } from "../../../emulator/person/WhatsAppRequest.ts"

const isRequest = Schema.decodeUnknownOption(Schema.Union([WhatsAppRequest, MessagingRequest]), {
  onExcessProperty: "error"
})
const accepts = (channel: string, request: object): boolean =>
  isRequest({ channel, from: channel === "whatsapp" ? "16505551234" : "4711", ...request })._tag === "Some"

describe("drafts of the playground", () => {
  const reply = { _tag: "Reply", messageId: "m1", preview: "Hi" } as const

  it("a draft is a message, a reply, or an edit", () => {
    assert.deepStrictEqual(textRequest(plainDraft, "Hi"), { type: "text", text: "Hi" })
    assert.deepStrictEqual(textRequest(reply, "Hi"), { type: "text", text: "Hi", replyTo: "m1" })
    assert.deepStrictEqual(textRequest({ ...reply, _tag: "Edit" }, "Hi"), { type: "edit", messageId: "m1", text: "Hi" })
  })

  it("a draft becomes a request that the emulator accepts, on each channel", () => {
    const media = (mimeType: string) => ({ mimeType, base64: "AAAA", filename: "a" })
    for (const channel of ["whatsapp", "messenger", "instagram"] as const) {
      for (const [name, request] of Object.entries(samplesOf[channel])) {
        assert.isTrue(accepts(channel, request), `${channel} ${name}`)
      }
      for (const mimeType of ["image/png", "video/mp4", "audio/ogg", "application/pdf", "text/html"]) {
        for (const text of ["", "Look"]) {
          assert.isTrue(accepts(channel, fileRequest(channel, reply, media(mimeType), text)), `${channel} ${mimeType}`)
        }
      }
    }
  })
})

describe("person in the address of the playground", () => {
  it("the address names a person by channel, account and id", () => {
    const query = { channel: "whatsapp", account: "1", person: "2" }
    assert.deepStrictEqual(personIn(query), { channel: "whatsapp", accountId: "1", personId: "2", name: null })
    assert.deepStrictEqual(personIn({ ...query, name: "Ada" })?.name, "Ada")
    assert.isNull(personIn({ ...query, channel: "fax" }))
    assert.isNull(personIn({ channel: "whatsapp", account: "1" }))
  })

  it("the id of a person is parsed in common formats", () => {
    assert.strictEqual(personIdOf("whatsapp", "+1 (650) 555-1234"), "16505551234")
    assert.strictEqual(personIdOf("messenger", "4711"), "4711")
    for (const wrong of ["", "12", "0650555123", "a650555123", "1".repeat(16)]) {
      assert.isNull(personIdOf("whatsapp", wrong), wrong)
    }
    assert.isNull(personIdOf("instagram", "1".repeat(31)))
  })
})

describe("fault form of the playground", () => {
  it("the fault form produces a rule that the emulator accepts, for every kind of fault", () => {
    const isRule = Schema.decodeUnknownOption(FaultRule, { onExcessProperty: "error" })
    for (const mode of faultModes) {
      const form = { ...emptyFault, mode, channel: "messenger", to: " 4711 " } as const
      assert.strictEqual(wrongFields(form).size, 0, mode)
      assert.strictEqual(isRule(ruleOf(form))._tag, "Some", mode)
    }
  })

  it("the fault form names invalid numbers", () => {
    assert.deepStrictEqual([...wrongFields({ ...emptyFault, code: "x", times: "-1" })], ["code", "times"])
    assert.deepStrictEqual([...wrongFields({ ...emptyFault, times: "1.5" })], ["times"])
    assert.strictEqual(wrongFields({ ...emptyFault, mode: "throttle", code: "", times: "" }).size, 0)
    assert.strictEqual(wrongFields({ ...emptyFault, mode: "split", code: "x" }).size, 0)
    assert.deepStrictEqual(ruleOf({ ...emptyFault, times: "" }), { mode: "sync", code: 131026 })
  })
})

describe("polls of the playground", () => {
  it("a poll increments the counts of changed lists only", () => {
    assert.strictEqual(changedBy(unchanged, []), unchanged)
    assert.deepStrictEqual(changedBy(unchanged, ["faults", "threads", "new"]), { ...unchanged, faults: 1, threads: 1 })
  })
})
