import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import {
  checkReplyText,
  renderReply,
  type ReplyFacts,
  replyVariables
} from "../../../src/domain/conversations/renderReply.ts"
import { PhoneNumber } from "../../../src/domain/contacts/PhoneNumber.ts"

const facts: ReplyFacts = {
  contact: {
    name: "Ada Lovelace",
    phone: PhoneNumber.make("15551234567"),
    email: null,
    attributes: { plan: "gold", seats: 3, isTrial: false, tags: ["a"], nested: { a: 1 }, nothing: null }
  },
  member: { name: "Grace Hopper", email: "grace@example.com" }
}

/** A text without the beginning of a variable. */
const plain = Schema.String.check(Schema.makeFilter((text) => !text.includes("{{")))

describe("renderReply", () => {
  it.each([
    ["Hello {{contact.name|there}}", "Hello Ada Lovelace"],
    ["Hello {{ contact.firstName | there }}", "Hello Ada"],
    ["{{contact.phone}}", "+15551234567"],
    ["{{contact.email|no address}}", "no address"],
    ["{{contact.email}}", ""],
    ["{{contact.email|}}", ""],
    ["{{member.name}}, {{member.firstName}}, {{member.email}}", "Grace Hopper, Grace, grace@example.com"],
    ["{{contact.attributes.plan}} {{contact.attributes.seats}} {{contact.attributes.isTrial}}", "gold 3 false"],
    ["{{contact.attributes.tags|x}}{{contact.attributes.nested|y}}{{contact.attributes.nothing|z}}", "xyz"],
    ["{{contact.attributes.toString|none}}", "none"],
    ["{{toString|a}} {{contact.nickname|b}}", "{{toString|a}} {{contact.nickname|b}}"],
    ["{{ {{contact.name}} }}", "{{ Ada Lovelace }}"],
    ["{contact.name} {{}} {{|a}} }}", "{contact.name} {{}} {{|a}} }}"]
  ])("replaces %s", (text, expected) => {
    assert.strictEqual(renderReply(text, facts), expected)
  })

  it("uses the fallback for a backend, which is no member", () => {
    assert.strictEqual(renderReply("{{member.name|the team}}", { ...facts, member: null }), "the team")
  })

  it.prop("renderReply: a text without variables stays as it is", { text: plain }, ({ text }) => {
    assert.strictEqual(renderReply(text, facts), text)
  })

  it.prop("renderReply: values are text, and variables in them stay", { name: Schema.String }, ({ name }) => {
    const contact = { ...facts.contact, name: `{{member.name}}${name}` }
    const expected = `<{{member.name}}${name}`.trimEnd()
    assert.strictEqual(renderReply("<{{contact.name|there}}", { ...facts, contact }), expected)
  })

  it.prop(
    "renderReply: the fallback is used exactly if the value is blank",
    { name: Schema.String, fallback: Schema.String.check(Schema.isPattern(/^[a-z]{1,9}$/)) },
    ({ fallback, name }) => {
      const rendered = renderReply(`{{contact.name|${fallback}}}`, { ...facts, contact: { ...facts.contact, name } })
      assert.strictEqual(rendered, name.trim() === "" ? fallback : name.trim())
    }
  )

  it.prop("renderReply: parts of a text are rendered apart", { one: plain, other: plain }, ({ one, other }) => {
    const text = `${one} {{contact.firstName}} ${other}`
    assert.strictEqual(renderReply(text, facts), `${one} Ada ${other}`)
  })

  it("takes linear time for a text of braces", () => {
    const text = "{{".repeat(50_000)
    assert.strictEqual(renderReply(text, facts), text)
    const open = "{{contact.name|".repeat(20_000)
    assert.strictEqual(renderReply(open, facts), open)
  })
})

describe("checkReplyText", () => {
  it("accepts every documented variable", () => {
    for (const name of replyVariables) assert.isTrue(Result.isSuccess(checkReplyText(`{{${name}|there}}`)))
  })

  it("names an unknown variable", () => {
    const refused = checkReplyText("{{contact.name}} {{contact.nickname|you}}")
    assert.deepStrictEqual(Result.isFailure(refused) && refused.failure.name, "contact.nickname")
  })

  it.prop(
    "checkReplyText: a text that passes has no variable left after rendering",
    { text: Schema.String },
    ({ text }) => {
      const full = `${text}{{contact.firstName}}`
      if (Result.isSuccess(checkReplyText(full))) assert.isTrue(renderReply(full, facts).endsWith("Ada"))
    }
  )
})
