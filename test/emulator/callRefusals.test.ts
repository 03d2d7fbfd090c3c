import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Emulator } from "../../emulator/Emulator.ts"
import {
  accessToken,
  type Answer,
  emulated,
  get,
  masked,
  phoneNumberId,
  refused,
  request,
  stranger,
  wabaId
} from "./platform.ts"

const param = (message: string) => refused(400, 100, `(#100) ${message}`)

const text = (body: unknown) => ({ type: "text", text: { body } })

layer(emulated())("the platform refuses", (it) => {
  const path = `/v23.0/${phoneNumberId}/messages`
  const body = JSON.stringify({ messaging_product: "whatsapp", to: "16505551234", ...text("Hi") })
  const withToken = (token: string, more: RequestInit = {}): RequestInit => ({
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body,
    ...more
  })
  const unsupported = (method: string, id: string) =>
    refused(
      400,
      100,
      `Unsupported ${method} request. Object with ID '${id}' does not exist, cannot be loaded due to missing ` +
        "permissions, or does not support this operation. Please read the Graph API documentation at " +
        "https://developers.facebook.com/docs/graph-api",
      undefined,
      { type: "GraphMethodException", error_subcode: 33 }
    )
  const tokenMissing = refused(401, 104, "An access token is required to request this resource.")
  const tokenWrong = refused(401, 190, "Invalid OAuth access token - Cannot parse access token")

  it.effect.each([
    ["a call without a token", path, { method: "POST", body }, tokenMissing],
    ["a call with an unknown token", path, withToken("EAAother"), tokenWrong],
    ["a sender that does not exist", "/v23.0/1/messages", withToken(accessToken), unsupported("post", "1")],
    ["a sender of somebody else", path, withToken(stranger.accessToken), unsupported("post", phoneNumberId)],
    [
      "a body that is no JSON",
      path,
      withToken(accessToken, { body: "{not json" }),
      param("The parameter messaging_product is required.")
    ],
    [
      "a body that is no object",
      path,
      withToken(accessToken, { body: "[]" }),
      param("The parameter messaging_product is required.")
    ],
    [
      "a body that is too large",
      path,
      withToken(accessToken, { body: JSON.stringify(text("x".repeat(1024 * 1024))) }),
      refused(413, 1, "Request body is larger than 1 MiB", "Invalid request or possible server error.")
    ]
  ] satisfies ReadonlyArray<readonly [string, string, RequestInit, Answer]>)("%s", ([, to, init, answer]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(masked(yield* request(to, init)), answer)
    })
  )

  it.effect.each([
    ["an unknown object", "/v23.0/12345", unsupported("get", "12345")],
    ["an object of somebody else", `/${stranger.phoneNumberId}`, unsupported("get", stranger.phoneNumberId)],
    ["an edge of an unknown object", "/v23.0/12345/messages", unsupported("get", "12345")],
    [
      "an unknown edge",
      `/v23.0/${phoneNumberId}/nothing/at/all`,
      refused(400, 2500, "Unknown path components: /nothing/at/all")
    ],
    ["an edge of another kind of object", `/${phoneNumberId}/message_templates`, unsupported("get", phoneNumberId)],
    ["the templates of somebody else", `/${stranger.wabaId}/message_templates`, unsupported("get", stranger.wabaId)],
    ["a path of no object", "/", refused(400, 2500, "Unknown path components: /")],
    ["a version without an object", "/v23.0", refused(400, 2500, "Unknown path components: /")],
    [
      "reading an edge that is only written",
      `/${phoneNumberId}/messages`,
      refused(400, 2500, "Unknown path components: /messages")
    ],
    ["a version of another form", `/v23/${wabaId}/message_templates`, unsupported("get", "v23")]
  ] satisfies ReadonlyArray<readonly [string, string, Answer]>)("%s", ([, path, answer]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* get(path), answer)
    })
  )
})

describe("a path that nobody serves", () => {
  it.effect("is a plain 404 on the control side", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* request("/_emulator/nothing"), { status: 404, body: { error: "Not found" } })
    }).pipe(Effect.provide(emulated()))
  )
})

describe("an address in use", () => {
  it.effect("fails the start of the emulator", () =>
    Effect.gen(function* () {
      const { url } = yield* Emulator
      const second = Emulator.pipe(Effect.provide(emulated({ port: Number(new URL(url).port) })), Effect.flip)
      assert.strictEqual((yield* second)._tag, "ServeError")
    }).pipe(Effect.provide(emulated()))
  )
})
