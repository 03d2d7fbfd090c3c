import { assert, describe, it } from "vitest"
import { createParleySession } from "../../client/promise/createParley.ts"
import { authorisedFetch } from "../../console/api/authorisedFetch.ts"
import { failureOf } from "../../console/api/Failure.ts"
import type { LiveState } from "../../console/live/liveState.ts"
import { streamFetch } from "../../console/live/streamFetch.ts"
import { SignedOut } from "../../console/session/SessionTokens.ts"

const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } })

/** A service that accepts one token, and its recorded requests. */
const service = (accepted: string, answer: (attempt: number) => Response) => {
  const requests: Array<{ readonly token: string | null; readonly body: unknown; readonly key: string | null }> = []
  const fetch = async (_: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    const token = headers.get("authorization")
    requests.push({ token, body: init.body, key: headers.get("idempotency-key") })
    return token === `Bearer ${accepted}`
      ? answer(requests.length)
      : json(401, { success: false, error: "Unauthorized" })
  }
  return { requests, fetch }
}

const clientOf = (fetch: (url: string, init: RequestInit) => Promise<Response>, replaced: () => Promise<string>) =>
  createParleySession({
    url: "http://service",
    organizationId: "o",
    token: () => "old",
    fetch: authorisedFetch({ token: async () => "old", replaced }, fetch)
  })

describe("calls of the console", () => {
  it("a call with a refused token is repeated once with a new token, the same body and the same key", async () => {
    const { requests, fetch } = service("new", () => json(200, { success: true, data: { id: "c", unreadCount: 0 } }))
    const parley = clientOf(fetch, async () => "new")
    const answer = await parley.conversations.close("c", { resolution: "done" }, { idempotencyKey: "k" })
    assert.strictEqual(answer.id, "c")
    const body = '{"resolution":"done"}'
    assert.deepStrictEqual(requests, [
      { token: "Bearer old", body, key: "k" },
      { token: "Bearer new", body, key: "k" }
    ])
  })

  it("a call fails without a third attempt if the new token is refused too", async () => {
    const { requests, fetch } = service("none", () => json(200, {}))
    const failure = await clientOf(fetch, async () => "new")
      .members.list()
      .then(() => null, failureOf)
    assert.deepStrictEqual([failure?.kind, failure?.message, requests.length], ["signedOut", "Unauthorized", 2])
  })

  it("a failed call reports an expired session, an unreachable service, or the text of the service", async () => {
    const { fetch } = service("new", () =>
      json(502, { success: false, error: "WhatsApp API error: no", details: { code: 131_047, title: "Re-engagement" } })
    )
    const over = await clientOf(fetch, () => Promise.reject(new SignedOut("over")))
      .usage.get()
      .then(() => null, failureOf)
    assert.strictEqual(over?.kind, "signedOut")
    const offline = await clientOf(
      () => Promise.reject(new TypeError("no network")),
      async () => "new"
    )
      .usage.get()
      .then(() => null, failureOf)
    assert.strictEqual(offline?.kind, "offline")
    const refused = await clientOf(fetch, async () => "new")
      .usage.get()
      .then(() => null, failureOf)
    assert.deepStrictEqual(
      [refused?.kind, refused?.message, refused?.details],
      ["refused", "WhatsApp API error: no", { code: 131_047, title: "Re-engagement" }]
    )
  })
})

describe("state of the event stream", () => {
  const url = "http://service/api/whatsapp/events/stream"
  const watching = (answer: (url: string) => Promise<Response>) => {
    const states: Array<LiveState | "reached"> = []
    let pieces = 0
    const fetch = streamFetch(answer, {
      connection: (state) => states.push(state),
      received: () => (pieces += 1),
      reached: () => states.push("reached")
    })
    const call = (address = url) =>
      fetch(address, {})
        .then((response) => response.text())
        .catch(() => null)
    return { call, pieces: () => pieces, states }
  }
  const observed = async (answer: () => Promise<Response>, address = url) => {
    const { call, states } = watching(answer)
    const text = await call(address)
    return { states, text }
  }

  it("the event stream is live until its body ends, and offline afterwards", async () => {
    assert.deepStrictEqual(await observed(async () => new Response("id: 1\n\n")), {
      states: ["live", "offline"],
      text: "id: 1\n\n"
    })
  })

  it("the event stream is offline if it is unreachable or temporarily refused", async () => {
    assert.deepStrictEqual((await observed(() => Promise.reject(new TypeError("no network")))).states, ["offline"])
    assert.deepStrictEqual((await observed(async () => new Response("", { status: 503 }))).states, ["offline"])
  })

  it("the event stream reports received data", async () => {
    const { call, pieces } = watching(async () => new Response("id: 1\n\n"))
    await call()
    assert.strictEqual(pieces(), 2)
  })

  it("the event stream reports once that another call reached the service", async () => {
    let isThere = false
    const { call, states } = watching((address) => {
      if (!isThere) return Promise.reject(new TypeError("no network"))
      return Promise.resolve(new Response("", { status: address === url ? 503 : 200 }))
    })
    const other = "http://service/api/whatsapp/usage"
    await call()
    await call(other)
    assert.deepStrictEqual(states, ["offline"])
    isThere = true
    await call(other)
    await call(other)
    assert.deepStrictEqual(states, ["offline", "reached"])
    // The service refuses the stream temporarily: other calls are no evidence against that.
    await call()
    await call(other)
    assert.deepStrictEqual(states, ["offline", "reached", "offline"])
  })

  it("other calls do not affect the state of the event stream", async () => {
    assert.deepStrictEqual(
      (await observed(async () => new Response("{}"), "http://service/api/whatsapp/usage")).states,
      []
    )
  })
})
