import { assert, describe, it } from "@effect/vitest"
import { OpenApi } from "effect/http-api"
import { SessionApi } from "../../../src/adapters/http/interfaces/session/Api.ts"
import { documentedFailures } from "../../../src/adapters/http/interfaces/session/documentedFailures.ts"
import { ManagementGuard } from "../../../src/adapters/http/interfaces/session/middleware.ts"

const operations = Object.entries(SessionApi.groups).flatMap(([group, { endpoints }]) =>
  Object.entries(endpoints).map(([name, endpoint]) => ({ id: `${group}.${name}`, endpoint }))
)

/** The operations that show a failure, by its case. */
const shownFor = (when: string) =>
  documentedFailures(SessionApi).flatMap((failure) => (failure.when === when ? (failure.operations ?? []) : []))

const named = (is: (endpoint: (typeof operations)[number]["endpoint"]) => boolean) =>
  operations.filter(({ endpoint }) => is(endpoint)).map(({ id }) => id)

describe("the documented failures", () => {
  it("of roles are documented at every guarded endpoint", () => {
    const guarded = named(({ middlewares }) => [...middlewares].some((guard) => guard === ManagementGuard))
    assert.isNotEmpty(guarded)
    assert.sameMembers([...shownFor("The member does not manage the organization")], guarded)
  })

  it("of bodies are documented at every endpoint that accepts JSON", () => {
    const withBody = named(({ payload }) => payload.has("application/json"))
    assert.isNotEmpty(withBody)
    for (const when of ["The body is not JSON", "The body is not UTF-8"])
      assert.sameMembers([...shownFor(when)], withBody, when)
  })

  it("of conversations are documented at every endpoint that accepts the id of one", () => {
    const aboutOne = Object.values(OpenApi.fromApi(SessionApi).paths)
      .flatMap(({ delete: remove, get, post, put }) => [remove, get, post, put])
      .filter((operation) => operation?.parameters.some(({ name }) => name === "conversationId") === true)
      // A filter: of an unknown conversation, nothing is scheduled.
      .filter((operation) => operation?.operationId !== "scheduled.list")
      .map((operation) => operation?.operationId)
    assert.isNotEmpty(aboutOne)
    for (const when of ["The conversation's id is no UUID", "No conversation has the id"])
      assert.sameMembers([...shownFor(when)], aboutOne, when)
  })
})
