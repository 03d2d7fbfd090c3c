import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as GraphDirectMessages from "../../../src/adapters/meta/client/GraphDirectMessages.ts"
import { PlatformRejected } from "../../../src/domain/messages/PlatformError.ts"
import type { ConnectedAccount } from "../../../src/ports/access/ChannelAccounts.ts"
import { DirectMessages } from "../../../src/ports/sends/WhatsApp.ts"
import { shown } from "../../network/shown.ts"
import { accountsInMemory } from "../accountsInMemory.ts"
import { answeredInTurn, says } from "../cannedAgent.ts"
import { instagramAccount, sendId } from "../graph.ts"

const options = {
  graphUrl: "https://graph.facebook.com",
  instagramGraphUrl: "https://graph.instagram.com/",
  version: "v23.0"
}

const linked = instagramAccount("2121008874780932")
const byLogin = instagramAccount(null)

const platform = (body: unknown, status = 200) => {
  const agent = answeredInTurn(says(body, status))
  return { ...agent, layer: GraphDirectMessages.layer(options).pipe(Layer.provide([agent.layer, accountsInMemory])) }
}

const send = (from: ConnectedAccount) =>
  Effect.flatMap(DirectMessages, ({ send }) =>
    send(from, "IGSID", { content: { _tag: "Text", text: "Hello" }, tag: "HUMAN_AGENT", replyTo: null }, sendId)
  )

describe("Instagram sends", () => {
  it.effect.each([
    ["over the Page that it is linked to", linked, "https://graph.facebook.com/v23.0/2121008874780932", "EAApage"],
    ["by Instagram Login", byLogin, "https://graph.instagram.com/v23.0/17841400000000001", "IGAAlogin"]
  ] as const)("Instagram send: the request is sent %s", ([, from, object, token]) =>
    Effect.gen(function* () {
      const { calls, layer } = platform({ recipient_id: "IGSID", message_id: "aWdf" })
      const id: string = yield* Effect.provide(send(from), layer)
      assert.strictEqual(id, "aWdf")
      assert.deepStrictEqual(calls, [
        {
          method: "POST",
          url: `${object}/messages`,
          headers: {
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
            "user-agent": "effect-parley/0.1.0"
          },
          body: JSON.stringify({
            recipient: { id: "IGSID" },
            messaging_type: "MESSAGE_TAG",
            tag: "HUMAN_AGENT",
            message: { text: "Hello" }
          }),
          deadline: "20 seconds",
          maxResponseBytes: 4_194_304
        }
      ])
    })
  )

  it.effect.each(["OAuthException", "IGApiException"])(
    "Instagram send: a send is rejected outside of the window (%s)",
    (type) =>
      Effect.gen(function* () {
        const message = "(#10) This message is sent outside of allowed window."
        const { layer } = platform({ error: { message, type, code: 10, error_subcode: 2534022 } }, 403)
        const title = "This message is sent outside of allowed window."
        assert.deepStrictEqual(
          shown(yield* Effect.flip(Effect.provide(send(byLogin), layer))),
          shown(new PlatformRejected({ code: 10, title, message, subcode: 2534022, details: null }))
        )
      })
  )
})

describe("Instagram conversations", () => {
  const fields = "fields=id,updated_time,participants&limit=100"

  it.effect.each([
    ["over the Page", linked, "https://graph.facebook.com/v23.0/2121008874780932"],
    ["by Instagram Login", byLogin, "https://graph.instagram.com/v23.0/17841400000000001"]
  ] as const)("Instagram conversations: a listing is read %s", ([, from, object]) =>
    Effect.gen(function* () {
      const { asked, layer } = platform({ data: [] })
      const listed = yield* Effect.provide(
        Effect.flatMap(DirectMessages, ({ conversations }) => conversations(from)),
        layer
      )
      assert.deepStrictEqual(listed, [])
      assert.deepStrictEqual(asked(), [`GET ${object}/conversations?platform=instagram&${fields}`])
    })
  )
})
