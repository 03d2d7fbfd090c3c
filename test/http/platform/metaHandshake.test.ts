import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { HttpServerResponse } from "effect/http"
import { metaHandshake } from "../../../src/adapters/http/inbound/metaWebhook.ts"

const answerTo = async (query: string, token = "verify me") => {
  const response = HttpServerResponse.toWeb(metaHandshake(new URLSearchParams(query), Redacted.make(token)))
  return [response.status, response.headers.get("content-type"), await response.text()]
}

const asked = "hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=verify%20me"
const forbidden = [403, "application/json", '{"error":"Forbidden"}']
const incomplete = [400, "application/json", '{"error":"hub.mode, hub.verify_token and hub.challenge are required"}']

describe("the platform's handshake", () => {
  it("is answered with the challenge as text", async () => {
    assert.deepStrictEqual(await answerTo(asked), [200, "text/plain; charset=utf-8", "1158201444"])
  })

  it("is answered with every digit and letter of the challenge, as plain text", async () => {
    const challenge = "01158201444000000000000000001<script>"
    const query = asked.replace("1158201444", encodeURIComponent(challenge))
    assert.deepStrictEqual(await answerTo(query), [200, "text/plain; charset=utf-8", challenge])
    const { headers } = metaHandshake(new URLSearchParams(asked), Redacted.make("verify me"))
    assert.strictEqual(headers["x-content-type-options"], "nosniff")
  })

  it.each([
    asked.replace("verify%20me", "verify"),
    asked.replace("verify%20me", ""),
    asked.replace("subscribe", "unsubscribe")
  ])("is refused: %s", async (query) => {
    assert.deepStrictEqual(await answerTo(query), forbidden)
  })

  it("is refused if no verify token is configured", async () => {
    assert.deepStrictEqual(await answerTo(asked.replace("verify%20me", ""), ""), forbidden)
  })

  it.each(["", ...asked.split("&").map((part) => asked.replace(part, "x=1")), asked.replaceAll(".", "_")])(
    "is incomplete: %s",
    async (query) => {
      assert.deepStrictEqual(await answerTo(query), incomplete)
    }
  )
})
