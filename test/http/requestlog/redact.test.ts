import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { mayHaveHiddenText, mayNeedRedaction, redact } from "../../../src/adapters/http/requestlog/redact.ts"
import { redacted } from "../../../src/domain/text/withoutAddressSecrets.ts"

const JsonObject = Schema.Record(Schema.String, Schema.Json)

/** Names that no value may be seen under, however they are written. */
const SecretName = Schema.Literals([
  "secret",
  "signing_secret",
  "signingSecret",
  "client-secret",
  "SECRET",
  "token",
  "access_token",
  "accessToken",
  "ACCESS_TOKEN",
  "refreshToken",
  "authorization",
  "Authorization",
  "Proxy-Authorization",
  "api_key",
  "apiKey",
  "apikey",
  "API-KEY",
  "x-api-key",
  "X-Api-Key",
  "key",
  "private_key",
  "privateKey",
  "encryptionKey",
  "password",
  "Password",
  "user_password",
  "passwd",
  "passphrase",
  "pwd",
  "credentials",
  "set-cookie",
  "jwt",
  "pass",
  "db_pass",
  "PIN",
  "user_pin",
  "userPIN",
  "pin-code",
  "otp",
  "otpCode",
  "session",
  "session_id",
  "sessionId",
  "signature",
  "X-Hub-Signature-256",
  "cvv",
  "cardCvv",
  "cvv2"
])

/** Names that have something of a secret's, and are none. */
const harmless = [
  "pinned",
  "pins",
  "shipping",
  "passenger",
  "passenger_id",
  "compass",
  "sessionCount",
  "signatureUrl",
  "signature_status",
  "otpimize",
  "monkey",
  "keyboard",
  "turkey",
  "author",
  "type",
  "to",
  "name",
  "tags",
  "payload",
  "url"
]

const needle = "c0ffee-1234"

/** Places for a value: in objects and arrays, some of them named as media. */
const Step = Schema.Union([Schema.Literals(["list", "template", "image", "payload", "attributes", "a"]), Schema.String])
const wrap = (value: Schema.Json, steps: ReadonlyArray<string>): { readonly [key: string]: Schema.Json } =>
  steps.reduce<{ readonly [key: string]: Schema.Json }>(
    (inner, step) => (step === "list" ? { items: [null, inner] } : { before: 1, [step]: inner }),
    { value, more: "x" }
  )

/** Whether the second is the first, but for values that are redacted. */
const isSameButRedacted = (before: Schema.Json, after: Schema.Json): boolean => {
  if (after === redacted) return true
  if (typeof before !== "object" || before === null || typeof after !== "object" || after === null) {
    return Object.is(before, after)
  }
  const [old, young] = [Object.entries(before), Object.entries(after)]
  return (
    Array.isArray(before) === Array.isArray(after) &&
    old.length === young.length &&
    old.every(([key, value], place) => {
      const [name, now] = young[place] ?? ["", null]
      return name === key && isSameButRedacted(value, now)
    })
  )
}

describe("redact", () => {
  it.prop(
    "redacts every value under the name of a secret, wherever and whatever it is",
    { name: SecretName, steps: Schema.Array(Step), value: Schema.Json },
    ({ name, steps, value }) => {
      const hidden = { [name]: { deep: [value, needle] } }
      const seen = JSON.stringify(redact(wrap(hidden, steps)))
      assert.notInclude(seen, needle)
      assert.deepStrictEqual(redact({ [name]: value }), { [name]: redacted })
    }
  )

  it.prop("changes only values, and preserves every name", { json: JsonObject }, ({ json }) => {
    assert.isTrue(isSameButRedacted(json, redact(json)))
  })

  it.prop(
    "is idempotent",
    { json: JsonObject, name: SecretName, steps: Schema.Array(Step) },
    ({ json, name, steps }) => {
      const once = redact({ ...wrap({ [name]: json }, steps), ...json })
      assert.deepStrictEqual(redact(once), once)
    }
  )

  it("leaves names that only resemble a secret", () => {
    const json = Object.fromEntries(harmless.map((name) => [name, "https://example.com/"]))
    assert.deepStrictEqual(redact(json), json)
  })

  it.each([
    [
      { type: "image", image: { url: "https://x/1", caption: "c" } },
      { type: "image", image: { url: redacted, caption: "c" } }
    ],
    [{ document: { link: "https://x/1", filename: "f" } }, { document: { link: redacted, filename: "f" } }],
    [{ audio: "https://x/1" }, { audio: redacted }],
    [{ video: { url: ["https://x/1"] } }, { video: { url: [redacted] } }],
    [
      { attachmentUrl: "https://x/1", attachmentType: "image" },
      { attachmentUrl: redacted, attachmentType: "image" }
    ],
    [
      { quickReplies: [{ title: "t", imageUrl: "https://x/1" }] },
      { quickReplies: [{ title: "t", imageUrl: redacted }] }
    ],
    [{ elements: [{ image_url: "https://x/1" }] }, { elements: [{ image_url: redacted }] }],
    [
      { attachment: { type: "video", payload: { url: "https://x/1", is_reusable: true } } },
      { attachment: { type: "video", payload: { url: redacted, is_reusable: true } } }
    ],
    [
      {
        template: { components: [{ type: "header", parameters: [{ type: "image", image: { link: "https://x/1" } }] }] }
      },
      { template: { components: [{ type: "header", parameters: [{ type: "image", image: { link: redacted } }] }] } }
    ],
    [{ text: "data:image/png;base64,AAAA" }, { text: redacted }],
    [{ text: "see data:image/png;base64,AAAA please" }, { text: redacted }],
    [{ list: ["a", "data:text/plain,hello"] }, { list: ["a", redacted] }]
  ])("removes the media of %j", (before, after) => {
    assert.deepStrictEqual(redact(before), after)
  })

  it.each([
    { buttons: [{ type: "web_url", title: "t", url: "https://x/1" }] },
    { buttons: [{ type: "postback", title: "t", payload: "MORE" }] },
    { elements: [{ title: "t", defaultAction: { type: "web_url", url: "https://x/1" } }] },
    { url: "https://example.com/hook", events: ["message.sent"] },
    { text: "data: 1, 2 and 3" },
    { success: true, data: { waMessageId: "wamid.1", status: "sent" } }
  ])("leaves %j unchanged", (json) => {
    assert.deepStrictEqual(redact(json), json)
  })

  it.prop(
    "removes values of secrets from JSON within a text, down to a bounded depth",
    { name: SecretName, steps: Schema.Array(Step), levels: Schema.Literals([1, 2, 3, 4, 5]) },
    ({ levels, name, steps }) => {
      let json = wrap({ [name]: needle }, steps)
      for (let level = 0; level < levels; level++) json = { text: JSON.stringify(json), kept: "k" }
      assert.isTrue(mayNeedRedaction(JSON.stringify(json)))
      assert.isTrue(mayHaveHiddenText(JSON.stringify(json)))
      const seen = redact(json)
      assert.notInclude(JSON.stringify(seen), needle)
      assert.strictEqual(seen["kept"], "k")
    }
  )

  it.each([
    ['{"to":"1","user_pin":"1234"}', '{"to":"1","user_pin":"[redacted]"}'],
    [' [{"image":{"link":"https://x/1"}}]', '[{"image":{"link":"[redacted]"}}]'],
    [String.raw`"{\"otp\":1}"`, String.raw`"{\"otp\":\"[redacted]\"}"`],
    ['{"password":"hunt', redacted],
    ['failed: {"password": "x"}', redacted],
    [`{"password":${"[".repeat(200)}1${"]".repeat(200)}}`, redacted],
    ["https://x/hook?a=1&token=abc#access_token=d", "https://x/hook?a=1&token=[redacted]#access_token=[redacted]"],
    ["see https://x/?X-Amz-Signature=ab%20c, please", "see https://x/?X-Amz-Signature=[redacted] please"],
    ["https://x/?%74oken=abc", "https://x/?%74oken=[redacted]"],
    ["https://x/?%ZZ=abc", "https://x/?%ZZ=abc"],
    ["https://me:pw@x/?a=1", "https://[redacted]@x/?a=1"],
    [
      "https://x/?sig=abc&CODE=abc&a=1&auth=abc&hmac=abc",
      "https://x/?sig=[redacted]&CODE=[redacted]&a=1&auth=[redacted]&hmac=[redacted]"
    ],
    ["https://x/?token=a'b\"c<d>&a=1", "https://x/?token=[redacted]&a=1"],
    ["it is 'https://x/?token=abc' here", "it is 'https://x/?token=[redacted]' here"]
  ])("redacts the secrets in the text %j", (before, after) => {
    assert.deepStrictEqual(redact({ text: before }), { text: after })
    const text = JSON.stringify({ text: before })
    assert.isTrue(mayNeedRedaction(text) && mayHaveHiddenText(text))
  })

  it("does not search responses for e-mail addresses", () => {
    assert.isFalse(mayHaveHiddenText('{"data":[{"email":"me@example.com","name":"Ana"}]}'))
    assert.isTrue(mayHaveHiddenText('{"data":[{"name":"https://me:pw@example.com/"}]}'))
  })

  it.each([
    '{ "to": 1,  "text": "hi" }',
    "[Reminder] see you at eight",
    '{"a":1',
    "1e400",
    '"a"',
    "50%? yes & no = 3",
    "me@example.com",
    "https://x/?page=2&sort=pins&country_code=49",
    "what?code=1"
  ])("leaves the text %j unchanged", (text) => {
    assert.deepStrictEqual(redact({ text }), { text })
  })

  it("treats names of object prototypes like other names", () => {
    const json = Schema.decodeUnknownSync(Schema.fromJsonString(JsonObject))(
      '{"__proto__": {"secret": "s"}, "constructor": {"url": "u"}}'
    )
    assert.strictEqual(JSON.stringify(redact(json)), '{"__proto__":{"secret":"[redacted]"},"constructor":{"url":"u"}}')
  })

  it.prop(
    "leaves a text without names of secrets unchanged",
    { json: JsonObject, name: SecretName, steps: Schema.Array(Step), isSecret: Schema.Boolean },
    ({ isSecret, json, name, steps }) => {
      const whole = { ...wrap(isSecret ? { [name]: needle } : json, steps), ...json }
      if (!mayNeedRedaction(JSON.stringify(whole))) assert.deepStrictEqual(redact(whole), whole)
    }
  )

  it.each([
    ...SecretName.literals.map((name) => ({ [name]: 1 })),
    { image: "x" },
    { stickers: ["x"] },
    { header_handle: "x" },
    { fileData: "x" },
    { thumbnailUrl: "x" },
    { payload: { content: "x" } },
    { attachment: { src: "x" } },
    { text: "DATA:text/plain,x" }
  ])("redacts %j, whose text has a name of a secret", (json) => {
    assert.notDeepEqual(redact(json), json)
    assert.isTrue(mayNeedRedaction(JSON.stringify(json)))
  })
})
