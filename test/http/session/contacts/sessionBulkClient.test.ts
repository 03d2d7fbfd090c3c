import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { type HttpBody, HttpClient } from "effect/http"
import * as SessionClient from "../../../../client/SessionClient.ts"
import { httpWorld } from "../../../support/http/httpWorld.ts"
import { clientOf } from "../../clientOf.ts"
import { type Body, givenImporter } from "./sessionBulkBackend.ts"

/** What the client has put into a request, as it goes over the wire. */
const bodyOf = (body: HttpBody.HttpBody): Body => {
  if (body._tag === "FormData") return body.formData
  return body._tag === "Uint8Array" ? [body.contentType, new Uint8Array(body.body)] : ["none", ""]
}

describe("the typed client of imports", () => {
  it.effect("sends JSON, CSV and forms", () =>
    Effect.gen(function* () {
      const { headers, id, kept, post } = yield* givenImporter
      const http = yield* clientOf((request) => post(bodyOf(request.body)))
      const token = Redacted.make(headers.authorization.slice("Bearer ".length))
      const parley = yield* Effect.provideService(
        SessionClient.make({ url: "http://test", token, organizationId: id }),
        HttpClient.HttpClient,
        http
      )

      const file = new FormData()
      file.append("file", new Blob(["userNumber\n15550000003"]))
      const answers = [
        yield* parley.bulk.import({ query: {}, payload: { contacts: [{ userNumber: "15550000001" }] } }),
        yield* parley.bulk.import({ query: {}, payload: "userNumber\n15550000002" }),
        yield* parley.bulk.import({ query: {}, payload: file })
      ]
      assert.deepStrictEqual(
        answers.flatMap(({ data }) => data.contacts.map(({ phone }) => phone)),
        ["+15550000001", "+15550000002", "+15550000003"]
      )
      assert.lengthOf(yield* kept, 3)
      const { data } = yield* parley.bulk.import({ query: {}, payload: "userNumber\n15550000002" })
      assert.deepStrictEqual(data, {
        imported: 0,
        skipped: 1,
        errors: [{ index: 0, phone: "+15550000002", error: "Contact with this phone number already exists" }],
        contacts: []
      })
    }).pipe(Effect.provide(httpWorld))
  )
})
