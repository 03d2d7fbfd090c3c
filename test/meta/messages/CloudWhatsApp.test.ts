import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { PlatformRejected } from "../../../src/domain/messages/PlatformError.ts"
import { shown } from "../../network/shown.ts"
import { accepted, answering, outcomeOf, sendTo, sendId } from "../graph.ts"

const success = { platformMessageId: "wamid.HBgL", waId: "16505551234" }

describe("WhatsApp sends", () => {
  it.effect("WhatsApp send: a send is one POST to the number with its token", () =>
    Effect.gen(function* () {
      const { graphUrl, port, received, unseen } = yield* answering(200, accepted)
      const sent: unknown = yield* sendTo(`${graphUrl}/`)
      assert.deepStrictEqual(sent, success)
      assert.deepStrictEqual(yield* unseen, ["open", "POST /v23.0/106540352242922/messages"])
      assert.deepStrictEqual(received, [
        {
          method: "POST",
          headers: {
            host: `127.0.0.1:${port}`,
            connection: "keep-alive",
            authorization: "Bearer EAAtoken",
            "content-type": "application/json",
            "content-length": "155",
            "user-agent": "effect-parley/0.1.0"
          },
          body: `{"messaging_product":"whatsapp","to":"16505551234","type":"text","text":{"body":"Hello"},"biz_opaque_callback_data":"${sendId}"}`
        }
      ])
    })
  )

  it.effect.each([
    ["as documented", 200, accepted, success],
    ["with another 2xx", 201, accepted, success],
    [
      "to a number that the platform knows otherwise",
      200,
      { ...accepted, contacts: [{ wa_id: "5511999990000" }] },
      {
        ...success,
        waId: "5511999990000"
      }
    ],
    [
      "to a person without a number",
      200,
      { ...accepted, contacts: [{ input: "US.1", user_id: "US.1" }] },
      {
        ...success,
        waId: null
      }
    ],
    [
      "with an id of a person that is no number",
      200,
      { ...accepted, contacts: [{ wa_id: "US.1349" }] },
      {
        ...success,
        waId: null
      }
    ],
    ["with no contacts", 200, { messages: accepted.messages }, { ...success, waId: null }],
    ["with odd contacts", 200, { ...accepted, contacts: "none" }, { ...success, waId: null }],
    ["with more messages than one", 200, { messages: [...accepted.messages, null] }, { ...success, waId: null }]
  ] as const)("WhatsApp send: a send is accepted %s", ([, status, body, expected]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* outcomeOf(status, body), expected)
    })
  )
})

describe("WhatsApp rejections", () => {
  const error = {
    message: "(#131047) Re-engagement message",
    type: "OAuthException",
    code: 131047,
    error_data: { messaging_product: "whatsapp", details: "More than 24 hours have passed." },
    error_subcode: 2494055,
    fbtrace_id: "Az8or2yhqkZfEZ-_4Qn_Bam"
  }
  const rejected = {
    code: 131047,
    title: "Re-engagement message",
    message: "(#131047) Re-engagement message",
    subcode: 2494055,
    details: "More than 24 hours have passed."
  }
  const bare = { subcode: null, details: null }

  it.effect.each([200, 400, 401, 403, 404, 429, 500, 503])(
    "WhatsApp rejections: a rejection is read from the body for any status (%d)",
    (status) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* outcomeOf(status, { error }), shown(new PlatformRejected(rejected)))
      })
  )

  it.effect.each([
    ["details that are a plain text", { error_data: "Try again" }, { ...rejected, details: "Try again" }],
    ["details that are neither", { error_data: 7 }, { ...rejected, details: null }],
    ["details of another shape", { error_data: { blame_field_specs: [] } }, { ...rejected, details: null }],
    ["no details and no subcode", { error_data: undefined, error_subcode: undefined }, { ...rejected, ...bare }],
    [
      "a text that no database takes",
      { message: "(#131047) a\u0000b \ud83d", error_data: { details: "\u0000" } },
      { ...rejected, message: "(#131047) a\ufffdb \ufffd", title: "a\ufffdb \ufffd", details: "\ufffd" }
    ],
    ["a subcode that is null", { error_subcode: null }, { ...rejected, subcode: null }],
    [
      "a text that names no code",
      { message: "Session has expired", code: 190 },
      {
        ...rejected,
        code: 190,
        message: "Session has expired",
        title: "Access token has expired"
      }
    ],
    [
      "a code that nobody documented",
      { message: "Odd", code: 424242 },
      {
        ...rejected,
        code: 424242,
        message: "Odd",
        title: "Odd"
      }
    ],
    [
      "no text at all",
      { message: undefined, code: 131026 },
      {
        ...rejected,
        code: 131026,
        message: "(#131026)",
        title: "Message undeliverable"
      }
    ]
  ] as const)("WhatsApp rejections: a rejection may have %s", ([, changes, expected]) =>
    Effect.gen(function* () {
      const outcome = yield* outcomeOf(400, { error: { ...error, ...changes } })
      assert.deepStrictEqual(outcome, shown(new PlatformRejected(expected)))
    })
  )

  it.effect.each([1, 2, 131000, 131016])(
    "WhatsApp rejections: a transient code is a rejection too (%d, HTTP 500)",
    (code) =>
      Effect.gen(function* () {
        const outcome = yield* outcomeOf(500, { error: { ...error, code, is_transient: true } })
        assert.deepStrictEqual(outcome, shown(new PlatformRejected({ ...rejected, code })))
      })
  )
})
