import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Random } from "effect"
import { account, accepted, byLogin, call, emulated, follower, messenger, overPage, page, send } from "../pages.ts"
import { masked, request } from "../platform.ts"

const ofTemplate = (payload: unknown) => ({ message: { attachment: { type: "template", payload } } })
const webUrl = { type: "web_url", url: "https://example.com", title: "Visit" }
const postback = { type: "postback", title: "Go", payload: "GO" }
const quickReply = { content_type: "text", title: "Red", payload: "RED" }
const card = { title: "x".repeat(80), subtitle: "y".repeat(80) }

/** An example of everything that both channels accept from a sender. */
const common: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "a text": { message: { text: "Hello" } },
  "a text without a messaging type": { message: { text: "Hello" }, messaging_type: undefined },
  "a response": { message: { text: "Hello" }, messaging_type: "RESPONSE", notification_type: "NO_PUSH" },
  "the text of a human agent": { message: { text: "Hello" }, messaging_type: "MESSAGE_TAG", tag: "HUMAN_AGENT" },
  metadata: { message: { text: "Hello", metadata: "order-1" } },
  "thirteen quick replies": {
    message: { text: "Which?", quick_replies: Array.from({ length: 13 }, () => quickReply) }
  },
  "quick replies below an image": {
    message: {
      attachment: { type: "image", payload: { url: "https://example.com/a.png" } },
      quick_replies: [{ ...quickReply, image_url: "https://example.com/red.png" }]
    }
  },
  "an image": { message: { attachment: { type: "image", payload: { url: "https://example.com/a.png" } } } },
  "a video": {
    message: { attachment: { type: "video", payload: { url: "http://example.com/a.mp4", is_reusable: true } } }
  },
  "an audio that was sent before": { message: { attachment: { type: "audio", payload: { attachment_id: "1" } } } },
  "a file": { message: { attachment: { type: "file", payload: { url: "https://example.com/a.pdf" } } } },
  "three buttons": ofTemplate({
    template_type: "button",
    text: "x".repeat(640),
    buttons: [webUrl, postback, { ...postback, title: "x".repeat(20), payload: "x".repeat(1000) }]
  }),
  "ten cards": ofTemplate({ template_type: "generic", elements: Array.from({ length: 10 }, () => card) }),
  "a card with everything": ofTemplate({
    template_type: "generic",
    image_aspect_ratio: "square",
    sharable: true,
    elements: [
      {
        ...card,
        image_url: "https://example.com/a.png",
        default_action: { type: "web_url", url: "https://example.com", webview_height_ratio: "tall" },
        buttons: [webUrl, postback, webUrl]
      }
    ]
  }),
  "a card with an action": ofTemplate({
    template_type: "generic",
    elements: [{ title: "A", default_action: { type: "web_url", url: "https://example.com" } }]
  })
}

const onMessenger = {
  "2000 characters beyond ASCII": { message: { text: "😀".repeat(2000) } },
  "a tag of former days": { message: { text: "Hi" }, messaging_type: "MESSAGE_TAG", tag: "POST_PURCHASE_UPDATE" },
  "quick replies that ask for an address": {
    message: { text: "Where?", quick_replies: [{ content_type: "user_email" }, { content_type: "user_phone_number" }] }
  },
  "a button that calls": ofTemplate({
    template_type: "button",
    text: "Well?",
    buttons: [{ type: "phone_number", title: "Call", payload: "+16505551234" }]
  })
}

const onInstagram = {
  "1000 bytes": { message: { text: "ü".repeat(500) } },
  "a heart": { message: { attachment: { type: "like_heart" } } },
  "a post": { message: { attachment: { type: "MEDIA_SHARE", payload: { id: "17895695668004550" } } } }
}

layer(emulated())("a send to a person", (it) => {
  it.effect.each(Object.entries({ ...common, ...onMessenger }))("direct messages: Messenger accepts %s", ([, params]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* send(messenger, params), accepted(messenger.to))
    })
  )

  it.effect.each(Object.entries({ ...common, ...onInstagram }))("direct messages: Instagram accepts %s", ([, params]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* send(overPage, params), accepted(follower, "aWdfID"))
      assert.deepStrictEqual(yield* send(byLogin, params), accepted(byLogin.to, "aWdfID"))
    })
  )

  it.effect.each([
    `/v23.0/${page.id}/messages`,
    `/${page.id}/messages/`,
    "/v9.1/me/messages",
    "/me/messages?appsecret_proof=1f"
  ])("direct messages: a Page sends at %s", (path) =>
    Effect.gen(function* () {
      const text = { message: { text: "Hello" } }
      assert.deepStrictEqual(yield* send({ ...messenger, path }, text), accepted(messenger.to))
      assert.deepStrictEqual(yield* send({ ...overPage, path }, text), accepted(follower, "aWdfID"))
    })
  )

  it.effect.each([`/v23.0/${account.id}/messages`, `/${account.id}/messages`, "/v23.0/me/messages", "/me/messages"])(
    "direct messages: an Instagram account sends at %s",
    (path) =>
      Effect.gen(function* () {
        const answer = yield* send({ ...byLogin, path }, { message: { text: "Hello" } })
        assert.deepStrictEqual(answer, accepted(byLogin.to, "aWdfID"))
      })
  )

  it.effect("direct messages: a numeric person id is accepted and returned as text", () =>
    Effect.gen(function* () {
      const body = { recipient: { id: 4711 }, message: { text: "Hello" } }
      assert.deepStrictEqual(yield* call("POST", messenger.path, body), accepted("4711"))
    })
  )

  it.effect(
    "direct messages: a form with JSON fields is accepted, with its token in a field, the query or the header",
    () =>
      Effect.gen(function* () {
        const form = new URLSearchParams({
          recipient: JSON.stringify({ id: messenger.to }),
          messaging_type: "RESPONSE",
          message: JSON.stringify({ text: "a&b=c ü" })
        })
        const inQuery = yield* request(`/me/messages?access_token=${page.accessToken}`, { method: "POST", body: form })
        const inHeader = yield* request(messenger.path, {
          method: "POST",
          headers: { authorization: `Bearer ${page.accessToken}` },
          body: form
        })
        form.set("access_token", page.accessToken)
        const inForm = yield* request("/me/messages", { method: "POST", body: form })
        for (const answer of [inQuery, inHeader, inForm]) {
          assert.deepStrictEqual(masked(answer), accepted(messenger.to))
        }
      })
  )

  it.effect.each([
    ["Messenger", messenger, [{ sender_action: "typing_on" }, { sender_action: "mark_seen" }]],
    ["Instagram over a Page", overPage, [{ sender_action: "TYPING_OFF" }]],
    [
      "Instagram",
      byLogin,
      [
        { sender_action: "react", payload: { message_id: "aWdf", reaction: "love" } },
        { sender_action: "unreact", payload: { message_id: "aWdf" } }
      ]
    ]
  ] as const)("direct messages: sender actions on %s are no messages", ([, way, actions]) =>
    Effect.gen(function* () {
      for (const action of actions) {
        assert.deepStrictEqual(yield* send(way, action), { status: 200, body: { recipient_id: way.to } })
      }
    })
  )
})

describe("ids of direct messages", () => {
  const ids = Effect.gen(function* () {
    const bodies = { recipient: { id: "4711" }, message: { text: "Hello" } }
    const post = (token: string) =>
      request(`/me/messages?access_token=${token}`, { method: "POST", body: JSON.stringify(bodies) })
    return [(yield* post(page.accessToken)).body, (yield* post(account.accessToken)).body]
  }).pipe(Effect.provide(emulated()))

  it.effect("direct message ids: are reproducible by the seed, and otherwise differ", () =>
    Effect.gen(function* () {
      const first = yield* Random.withSeed(ids, "one")
      assert.deepStrictEqual(yield* Random.withSeed(ids, "one"), first)
      assert.notDeepEqual(yield* Random.withSeed(ids, "two"), first)
    })
  )
})
