import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as GraphDirectMessages from "../../../src/adapters/meta/client/GraphDirectMessages.ts"
import * as GraphAgent from "../../../src/adapters/outbound/GraphAgent.ts"
import { PlatformOutcomeUnknown, PlatformRejected } from "../../../src/domain/messages/PlatformError.ts"
import { DirectMessages } from "../../../src/ports/sends/WhatsApp.ts"
import { shown } from "../../network/shown.ts"
import { accountsInMemory } from "../accountsInMemory.ts"
import { answeredInTurn, says } from "../cannedAgent.ts"
import { answering, pageAccount, sendId } from "../graph.ts"

const optionsAt = (graphUrl: string) => ({
  graphUrl,
  instagramGraphUrl: "https://graph.instagram.com",
  version: "v23.0"
})

const send = Effect.flatMap(DirectMessages, ({ send }) =>
  send(pageAccount, "PSID", { content: { _tag: "Text", text: "Hello" }, tag: null, replyTo: null }, sendId)
)

/** The outcome of a send with this answer. */
const outcomeOf = (status: number, body: unknown) => {
  const layer = GraphDirectMessages.layer(optionsAt("https://graph.facebook.com"))
  const { layer: agent } = answeredInTurn(says(body, status))
  return send.pipe(
    Effect.match({ onSuccess: (id): unknown => id, onFailure: shown }),
    Effect.provide(Layer.provide(layer, [agent, accountsInMemory]))
  )
}

describe("Messenger sends", () => {
  it.effect("Messenger send: a send is one POST to the Page with its token", () =>
    Effect.gen(function* () {
      const { graphUrl, port, received, unseen } = yield* answering(200, { recipient_id: "PSID", message_id: "m_1" })
      const layer = GraphDirectMessages.layer(optionsAt(graphUrl)).pipe(
        Layer.provide([GraphAgent.layer, accountsInMemory])
      )
      const id: string = yield* Effect.provide(send, layer)
      assert.strictEqual(id, "m_1")
      assert.deepStrictEqual(yield* unseen, ["open", "POST /v23.0/2121008874780932/messages"])
      assert.deepStrictEqual(received, [
        {
          method: "POST",
          headers: {
            host: `127.0.0.1:${port}`,
            connection: "keep-alive",
            authorization: "Bearer EAApage",
            "content-type": "application/json",
            "content-length": "132",
            "user-agent": "effect-parley/0.1.0"
          },
          body: `{"recipient":{"id":"PSID"},"messaging_type":"RESPONSE","message":{"text":"Hello","metadata":"${sendId}"}}`
        }
      ])
    })
  )

  it.effect.each([
    [200, { recipient_id: "5275811702471834", message_id: "m_qr6G" }],
    [200, { message_id: "m_qr6G" }],
    [201, { message_id: "m_qr6G", attachment_id: "1857777774821032" }]
  ] as const)("Messenger send: a send is accepted if the answer names the message (%d %j)", ([status, body]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* outcomeOf(status, body), "m_qr6G")
    })
  )

  it.effect.each([{ recipient_id: "5275811702471834" }, { message_id: "" }, { message_id: null }, {}, []])(
    "Messenger send: the outcome is unknown if the answer names no message (%j)",
    (body) =>
      Effect.gen(function* () {
        const detail = `HTTP 200: ${JSON.stringify(body)}`
        assert.deepStrictEqual(
          yield* outcomeOf(200, body),
          shown(new PlatformOutcomeUnknown({ reason: "answer unreadable", detail }))
        )
      })
  )

  it.effect.each([
    [
      400,
      { message: "(#10) This message is sent outside of allowed window.", code: 10, error_subcode: 2018278 },
      { title: "This message is sent outside of allowed window.", subcode: 2018278 }
    ],
    [
      400,
      { message: "(#551) This person isn't available right now.", code: 551, error_subcode: 1545041 },
      { title: "This person isn't available right now.", subcode: 1545041 }
    ],
    [401, { message: "Invalid OAuth access token.", code: 190 }, { title: "Access token has expired", subcode: null }],
    [
      200,
      { message: "The image size is too large.", code: 36000 },
      { title: "The image size is too large.", subcode: null }
    ]
  ] as const)("Messenger send: a rejection has the platform's text (HTTP %d %j)", ([status, error, expected]) =>
    Effect.gen(function* () {
      const { code, message } = error
      assert.deepStrictEqual(
        yield* outcomeOf(status, { error }),
        shown(new PlatformRejected({ code, message, details: null, ...expected }))
      )
    })
  )
})
