import { assert, describe, it } from "vitest"
import { failureOf } from "../../../console/api/Failure.ts"
import { emulatorClient } from "../../../console/playground/EmulatorClient.ts"
import { Deliveries } from "../../../console/playground/emulatorSchemas.ts"

interface Call {
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly body: unknown
}

/** A client with a list of answers, used in order. */
const clientOf = (...answers: ReadonlyArray<() => Response>) => {
  const calls: Array<Call> = []
  const tokens = { token: () => Promise.resolve("old"), replaced: () => Promise.resolve("new") }
  const client = emulatorClient({ organizationId: "org", tokens }, (url, { body, headers, method = "GET" }) => {
    const answer = answers[calls.length]
    calls.push({ url, method, headers: new Headers(headers), body })
    return answer === undefined ? Promise.reject(new TypeError("Failed to fetch")) : Promise.resolve(answer())
  })
  return { client, calls }
}

const done = () => Response.json({ success: true })
const failed = (call: Promise<unknown>) =>
  call.then(
    () => assert.fail("succeeded"),
    (cause: unknown) => failureOf(cause)
  )

describe("emulator client of the playground", () => {
  it("the emulator client sends the token, the organization, and the body as JSON", async () => {
    const { calls, client } = clientOf(done, done, done)
    await client.post("inbound", { text: "Grüße" })
    await client.post("flush")
    await client.remove("faults/armed/1")
    assert.deepStrictEqual(
      calls.map(({ body, headers, method, url }) => [method, url, headers.get("content-type"), body]),
      [
        ["POST", "/_emulator/inbound", "application/json", '{"text":"Grüße"}'],
        ["POST", "/_emulator/flush", null, undefined],
        ["DELETE", "/_emulator/faults/armed/1", null, undefined]
      ]
    )
    for (const { headers } of calls) {
      assert.deepStrictEqual([headers.get("authorization"), headers.get("x-org-id")], ["Bearer old", "org"])
    }
  })

  it("the emulator client repeats a call once with a new token", async () => {
    const { calls, client } = clientOf(() => Response.json({}, { status: 401 }), done)
    await client.post("flush")
    assert.deepStrictEqual(
      calls.map(({ headers }) => headers.get("authorization")),
      ["Bearer old", "Bearer new"]
    )
  })

  it("the emulator client fails with the text of the service, or as unreachable", async () => {
    const { client } = clientOf(
      () => Response.json({ error: "code: is required when mode is sync" }, { status: 400 }),
      () => new Response("<html>", { status: 502 }),
      () => Response.json({ deliveries: "none" })
    )
    assert.deepInclude(await failed(client.post("faults/armed", {})), {
      kind: "refused",
      status: 400,
      message: "code: is required when mode is sync"
    })
    assert.deepInclude(await failed(client.post("flush")), { kind: "refused", status: 502, message: "" })
    assert.deepInclude(await failed(client.get("deliveries", Deliveries)), { kind: "broken" })
    assert.deepInclude(await failed(client.post("flush")), { kind: "offline" })
  })

  it("the emulator client passes files and states unchanged", async () => {
    const { calls, client } = clientOf(
      () => new Response("a picture", { headers: { "content-type": "image/png" } }),
      () => Response.json({ version: 1 }),
      done
    )
    const file = await client.file("../7")
    assert.deepStrictEqual([file.type, await file.text()], ["image/png", "a picture"])
    const state = await client.state()
    await client.restore(state)
    assert.deepStrictEqual(
      calls.map(({ body, url }) => [url, body]),
      [
        ["/_emulator/files/..%2F7", undefined],
        ["/_emulator/state", undefined],
        ["/_emulator/state", '{"version":1}']
      ]
    )
  })
})
