import { assert, describe, layer } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import type { HttpMethod } from "effect/http"
import { ask, type Asked } from "../support/http/requests.ts"
import { httpWorld } from "../support/http/httpWorld.ts"

interface Endpoint {
  readonly method: HttpMethod.HttpMethod
  readonly path: string
  readonly payload: { readonly size: number }
}

/** What an interface is, as far as it differs from the other one where requests are no good. */
export interface BadInput<E, R> {
  readonly groups: Readonly<Record<string, { readonly endpoints: Readonly<Record<string, Endpoint>> }>>
  readonly prefix: string
  /** What is told in the envelope of a failure. */
  readonly envelope: (text: string) => object
  /** Asks as somebody who may, and shows that nothing was left behind. */
  readonly refused: (
    path: string,
    asked: Asked
  ) => Effect.Effect<{ readonly status: number; readonly body: unknown; readonly allow: string | null }, E, R>
  /** Where there need be no body. */
  readonly mayBeEmpty: (path: string) => boolean
  /** Where bodies may be larger than elsewhere, and come in other forms. */
  readonly isImport: (path: string) => boolean
}

/** Bodies that cannot be read, and requests that reach no endpoint, on every endpoint that the contract has. */
export const refusesBadInput = <E, R extends Layer.Success<typeof httpWorld>>({
  envelope,
  groups,
  isImport,
  mayBeEmpty,
  prefix,
  refused
}: BadInput<E, R>) => {
  const endpoints = Object.values(groups)
    .flatMap((group) => Object.values(group.endpoints))
    .map(({ method, path, payload }) => ({
      method,
      path: path.replaceAll(/:[^/]+/g, "00000000-0000-4000-8000-000000000001"),
      pattern: new RegExp(`^${path.replaceAll(/:[^/]+/g, "[^/]+")}$`),
      // The body of an upload or an import of messages is the file itself.
      takesBody: payload.size > 0 && method !== "GET" && !/\/(?:media|recipients|import\/messages)$/.test(path)
    }))
  const withBody = endpoints.filter(({ takesBody }) => takesBody).map(({ method, path }) => [method, path] as const)
  const small = withBody.filter(([, path]) => !isImport(path))
  const paths = Array.from(new Set(endpoints.map(({ path }) => path)))
  const answer = (status: number, text: string) => ({ status, body: envelope(text), allow: null })

  // The routes are built once: this takes more time than most of the requests.
  layer(httpWorld)((it) => {
    describe("unreadable request bodies", () => {
      it.effect.each(withBody)("are refused by %s %s if they are not JSON", ([method, path]) =>
        Effect.gen(function* () {
          for (const body of ["", "{", "{'a':1}", '{"to":"15551234567"', "\u0000"]) {
            if (body === "" && mayBeEmpty(path)) continue
            assert.deepStrictEqual(
              yield* refused(path, { method, body }),
              answer(400, "Request body is not valid JSON")
            )
          }
          for (const body of ["null", "[]", '"text"', "7"]) {
            if (body === "null" && mayBeEmpty(path)) continue
            assert.deepStrictEqual(
              yield* refused(path, { method, body }),
              answer(400, "Request body must be a JSON object")
            )
          }
        })
      )

      it.effect.each(withBody)("are refused by %s %s if they are not UTF-8", ([method, path]) =>
        Effect.gen(function* () {
          const latin1 = Buffer.from('{"to":"15551234567","name":"José"}', "latin1")
          for (const bytes of [latin1, Buffer.from([0xff]), Buffer.from('{"a":"\uFFFD').subarray(0, -1)]) {
            assert.deepStrictEqual(
              yield* refused(path, { method, body: new Blob([bytes]) }),
              answer(400, "Request body is not valid UTF-8")
            )
          }
        })
      )

      it.effect.each(small)(
        "are refused by %s %s if they are larger than 1 MiB, or nested too deeply",
        ([method, path]) =>
          Effect.gen(function* () {
            const large = JSON.stringify({ padding: "x".repeat(1024 * 1024) })
            assert.deepStrictEqual(
              yield* refused(path, { method, body: large }),
              answer(413, "Request body is too large")
            )
            const deep = `${'{"a":'.repeat(200)}1${"}".repeat(200)}`
            assert.deepStrictEqual(
              yield* refused(path, { method, body: deep }),
              answer(400, "Request body is nested too deeply")
            )
          })
      )

      it.effect.each(withBody)("are refused by %s %s if they have another content type", ([method, path]) =>
        Effect.gen(function* () {
          for (const media of ["application/x-www-form-urlencoded", "text/plain", "application/vnd.api+json"]) {
            const asked = { method, body: "{}", headers: { "content-type": media } }
            assert.deepStrictEqual(yield* refused(path, asked), answer(415, "Unsupported media type"), media)
          }
        })
      )
    })

    describe("requests that reach no endpoint", () => {
      it.effect.each(paths.map((path) => [path] as const))("at %s name the allowed methods", ([path]) =>
        Effect.gen(function* () {
          // A word in the place of an id is a path of the endpoint with the id too.
          const methods = endpoints
            .filter(({ pattern }) => pattern.test(path))
            .flatMap(({ method }) => (method === "GET" ? [method, "HEAD"] : [method]))
          const method = ["PUT", "PATCH"].find((one) => !methods.some((known) => known === one)) ?? "OPTIONS"
          const { allow, ...told } = yield* refused(path, { method })
          assert.deepStrictEqual(told, { status: 405, body: envelope("Method not allowed") })
          assert.sameMembers((allow ?? "").split(", "), [...new Set(methods)])
        })
      )

      const below = ["%E0%A4%A", "%00", "..%2f", "%", "", "contacts/x/y/z", "v1/contacts/x/y", "messages/send/x"]
      it.effect.each(below.map((rest) => [`${prefix}/${rest}`] as const))(
        "at %s have a response in the envelope, for any caller",
        ([path]) =>
          Effect.gen(function* () {
            const { body, headers, status } = yield* ask(path)
            assert.deepStrictEqual({ status, body }, { status: 404, body: envelope("Not found") })
            assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
            assert.strictEqual(headers.get("cache-control"), "no-store")
          })
      )
    })
  })
}
