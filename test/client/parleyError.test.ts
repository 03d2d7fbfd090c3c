import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DeveloperApi } from "../../src/adapters/http/interfaces/developer/Api.ts"
import { documentedFailures as developerFailures } from "../../src/adapters/http/interfaces/developer/documentedFailures.ts"
import { SessionApi } from "../../src/adapters/http/interfaces/session/Api.ts"
import { documentedFailures as sessionFailures } from "../../src/adapters/http/interfaces/session/documentedFailures.ts"
import type { DocumentedFailure } from "../../src/adapters/http/openapi/documented.ts"
import type { Fetch } from "../../client/promise/call.ts"
import { createParley, createParleySession } from "../../client/promise/createParley.ts"
import { ParleyError } from "../../client/promise/ParleyError.ts"
import { httpWorld } from "../support/http/httpWorld.ts"
import { fetchOfWorld, givenClients } from "./promiseClients.ts"

const errorOf = async (call: Promise<unknown>): Promise<ParleyError> => {
  const error: unknown = await call.then(
    () => "no error",
    (cause: unknown) => cause
  )
  assert.instanceOf(error, ParleyError)
  return error
}

const answering =
  (status: number, body: string | null, headers: Record<string, string> = {}): Fetch =>
  async () =>
    new Response(body, { status, headers })

const clientOf = (fetch: Fetch, timeout?: number) => createParley({ url: "http://test", apiKey: "key", fetch, timeout })

const post = (fetch: Fetch, idempotencyKey?: string) =>
  errorOf(clientOf(fetch).whatsapp.sendMessage({ to: "1" }, { idempotencyKey }))
const get = (fetch: Fetch) => errorOf(clientOf(fetch).contacts.list())

/** Headers that the service adds to each 503, and to refusals of the rate tiers. They make the advice `later`. */
const headersOf = (status: number, when: string): Record<string, string> =>
  status === 503 || /^The rate tier is used up$|Retry-After|too many streams/.test(when) ? { "retry-after": "5" } : {}

/** Advice of the client for each documented failure of a POST without a key. */
const advised = (failures: ReadonlyArray<DocumentedFailure>) =>
  Promise.all(
    failures.map(async ({ body, status, when }) => {
      const error = await post(answering(status, JSON.stringify(body), headersOf(status, when)))
      assert.strictEqual(error.status, status)
      assert.strictEqual(error.message, body["message"] ?? body["error"])
      return [when, status, error.retry] as const
    })
  )

const uncertain = /unknown|stopped to answer/
const away =
  /could not be reached|does not answer|gives no answer|Too m|Retry-After|takes too long|rate tier|on its way|cannot be asked|too many streams|service stops/
const reconnect = /token cannot be opened/

const expectedRetry = (when: string, status: number) => {
  if (status === 401) return "reauthorize"
  if (status === 403 || status === 500 || uncertain.test(when)) return reconnect.test(when) ? "fix" : "never"
  return away.test(when) ? "later" : "fix"
}

describe("ParleyError", () => {
  it.effect("a ParleyError has the text, code and fix of the service", () =>
    Effect.gen(function* () {
      const { parley, session, fetch } = yield* givenClients
      yield* Effect.promise(async () => {
        const missing = await errorOf(parley.contacts.get("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e10"))
        assert.deepInclude(missing, {
          name: "ParleyError",
          status: 404,
          code: "NOT_FOUND",
          message: "Contact not found",
          retry: "fix"
        })
        assert.match(missing.requestId ?? "", /^[\w-]{10,}$/)
        const other = createParley({ url: "http://test", apiKey: "pk_live_wrong", fetch })
        const refused = await errorOf(other.webhooks.find())
        assert.deepInclude(refused, {
          status: 401,
          code: "INVALID_API_KEY",
          fix: "Send a key of your organization in the header x-api-key",
          retry: "reauthorize",
          retryAfter: null
        })
        const unknown = await errorOf(session.messages.send({ to: "+15550001111", type: "text", text: "hi" }))
        assert.deepInclude(unknown, {
          status: 404,
          code: null,
          message: "Contact not found for the given phone number"
        })
      })
    }).pipe(Effect.provide(httpWorld))
  )

  it("a ParleyError has the right advice for each documented failure of both interfaces", async () => {
    for (const [when, status, retry] of [
      ...(await advised(developerFailures(DeveloperApi))),
      ...(await advised(sessionFailures(SessionApi)))
    ]) {
      assert.strictEqual(retry, expectedRetry(when, status), `${status} ${when}`)
    }
  })

  it("a ParleyError has the platform's details and the seconds to wait", async () => {
    const details = { code: 132001, title: "Template name does not exist" }
    const refused = await post(
      answering(502, JSON.stringify({ success: false, error: "WhatsApp API error: x", details }))
    )
    assert.deepInclude(refused, { details, retry: "fix", message: "WhatsApp API error: x" })
    const limited = await post(
      answering(429, JSON.stringify({ success: false, message: "x" }), { "retry-after": "60" })
    )
    assert.deepInclude(limited, { retry: "later", retryAfter: 60 })
  })

  it("a POST counts as repeatable only with a key, other methods always", async () => {
    const broken = [answering(500, "oops"), answering(502, "<html>"), () => Promise.reject(new TypeError("failed"))]
    const advice = await Promise.all(
      broken.map(async (fetch) => [await post(fetch), await post(fetch, "key"), await get(fetch)])
    )
    for (const errors of advice)
      assert.deepStrictEqual(
        errors.map(({ retry }) => retry),
        ["never", "later", "later"]
      )
    const lost = "The outcome of the first request with this Idempotency-Key is unknown; nothing was done again"
    const again = answering(409, JSON.stringify({ success: false, message: lost, code: "OUTCOME_UNKNOWN" }))
    assert.strictEqual((await post(again, "key")).retry, "never")
  })

  it("a ParleyError describes responses that are not from the service", async () => {
    const page = await get(answering(200, "<html>", { "x-request-id": "r" }))
    assert.deepInclude(page, { status: 200, code: "UNREADABLE", requestId: "r", retry: "never" })
    const proxy = await get(answering(502, "<html>"))
    assert.deepInclude(proxy, { status: 502, code: null, message: "The service answered with status 502" })
    const moved = await get(answering(301, null, { location: "https://elsewhere.example" }))
    assert.deepInclude(moved, { status: 301, retry: "fix" })
    const cause = new TypeError("fetch failed")
    const away = await get(() => Promise.reject(cause))
    assert.deepInclude(away, { status: null, code: "UNREACHABLE", cause })
  })

  it("a call times out at the deadline of the client or of the call, also while the body arrives", async () => {
    const never: Fetch = (_, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)))
    const slow = await errorOf(clientOf(never, 5).contacts.list())
    assert.deepInclude(slow, {
      status: null,
      code: "TIMEOUT",
      message: "No complete answer within 5 ms",
      retry: "later"
    })
    const sent = await errorOf(clientOf(never).whatsapp.sendMessage({ to: "1" }, { timeout: 5 }))
    assert.deepInclude(sent, { code: "TIMEOUT", retry: "never" })
    const dripping: Fetch = async (_, { signal }) =>
      new Response(
        new ReadableStream({ start: (body) => signal?.addEventListener("abort", () => body.error(signal.reason)) })
      )
    assert.deepInclude(await errorOf(clientOf(dripping, 5).contacts.list()), { code: "TIMEOUT" })
  })

  it("an aborted call rejects with the caller's reason instead of a ParleyError", async () => {
    const abort = new AbortController()
    const never: Fetch = (_, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)))
    const call = clientOf(never).contacts.list({}, { signal: abort.signal })
    const reason = new Error("enough")
    abort.abort(reason)
    assert.strictEqual(await call.catch((cause: unknown) => cause), reason)
    const aborted = AbortSignal.abort(reason)
    assert.strictEqual(
      await clientOf(never)
        .contacts.list({}, { signal: aborted })
        .catch((cause: unknown) => cause),
      reason
    )
  })

  it("an id that would change the path is refused before the request", async () => {
    let calls = 0
    const counting: Fetch = async () => {
      calls++
      return new Response("{}")
    }
    const errors = await Promise.all(["", ".", ".."].map((id) => errorOf(clientOf(counting).contacts.remove(id))))
    for (const error of errors) assert.deepInclude(error, { code: "INVALID_ARGUMENT", retry: "fix" })
    assert.strictEqual(calls, 0)
  })
})

describe("calls of the promise client", () => {
  const recording = () => {
    const requests: Array<Request> = []
    const fetch: Fetch = async (address, init) => {
      requests.push(new Request(address, init))
      return Response.json({ success: true, data: {} })
    }
    return { requests, fetch }
  }

  it("a call sends key, idempotency key and body to a path below the base URL", async () => {
    const { fetch, requests } = recording()
    const keys = ["first", "second"]
    const parley = createParley({ url: "http://test/parley/", apiKey: async () => keys.shift() ?? "", fetch })
    await parley.messenger.sendMessage({ recipientId: "1", text: "hi" }, { idempotencyKey: "k-1" })
    await parley.contacts.get("a/b?c")
    const [send, read] = requests
    assert.strictEqual(send?.url, "http://test/parley/api/developer/v1/messenger/send-message")
    assert.deepStrictEqual(await send?.json(), { recipientId: "1", text: "hi" })
    assert.deepInclude(Object.fromEntries(send?.headers ?? []), {
      "x-api-key": "first",
      "idempotency-key": "k-1",
      "content-type": "application/json"
    })
    assert.strictEqual(send?.redirect, "manual")
    assert.strictEqual(read?.url, "http://test/parley/api/developer/v1/contacts/a%2Fb%3Fc")
    assert.strictEqual(read?.headers.get("x-api-key"), "second")
    assert.isNull(read?.headers.get("content-type"))
    assert.isNull(read?.headers.get("idempotency-key"))
  })

  it("a call without a URL is refused", () => {
    assert.throws(() => createParley({ url: "parley.example.com", apiKey: "key" }), TypeError)
  })

  it.effect("the client sends no request by itself", () =>
    Effect.gen(function* () {
      const { fetch, requests } = yield* fetchOfWorld
      createParley({ url: "http://test", apiKey: "key", fetch }).contacts.all()
      assert.lengthOf(requests, 0)
    }).pipe(Effect.provide(httpWorld))
  )

  it("a Retry-After with a date advises to retry later", async () => {
    const error = await get(answering(429, null, { "retry-after": "Thu, 26 Nov 2026 23:00:00 GMT" }))
    assert.deepStrictEqual([error.retry, error.retryAfter], ["later", null])
  })

  it("calls without an organization send no organization header", async () => {
    const sentHeaders: Array<Headers> = []
    const fetch: Fetch = async (_, { headers }) => {
      sentHeaders.push(new Headers(headers))
      return new Response("{}")
    }
    const clients = ["", "an organization"].map((organizationId) =>
      createParleySession({ url: "http://test", token: "token", organizationId, fetch })
    )
    await Promise.all(clients.map(({ contacts }) => contacts.list()))
    assert.deepStrictEqual(
      sentHeaders.map((headers) => headers.get("x-org-id")),
      [null, "an organization"]
    )
  })

  it("a response that is not a JSON object is refused", async () => {
    assert.strictEqual((await get(answering(200, "null"))).code, "UNREADABLE")
  })

  it.each([
    [
      "an address without a scheme",
      () => createParley({ url: "parley.example.com:443", apiKey: "key" }).contacts.list()
    ],
    ["an address with a query", () => createParley({ url: "http://test/?a=1", apiKey: "key" }).contacts.list()],
    ["no key", () => createParley({ url: "http://test", apiKey: async () => "" }).contacts.list()],
    ["a key of other characters", () => createParley({ url: "http://test", apiKey: "–" }).contacts.list()],
    [
      "no token",
      () => createParleySession({ url: "http://test", token: "", organizationId: "an organization" }).contacts.list()
    ],
    [
      "an empty idempotency key",
      () => clientOf(answering(200, "{}")).whatsapp.sendMessage({ to: "1" }, { idempotencyKey: "" })
    ],
    ["a line break", () => clientOf(answering(200, "{}")).whatsapp.sendMessage({ to: "1" }, { idempotencyKey: "a\nb" })]
  ])("an invalid argument is refused before the request: %s", async (_, calling) => {
    const error = await errorOf(calling())
    assert.deepStrictEqual([error.code, error.retry, error.status], ["INVALID_ARGUMENT", "fix", null])
  })

  it("an infinite timeout waits for the response", async () => {
    await clientOf(answering(200, "{}"), Infinity).contacts.list()
    await clientOf(answering(200, "{}")).contacts.list({}, { timeout: 0.5 })
  })
})
