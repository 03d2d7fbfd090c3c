import { assert } from "@effect/vitest"
import type { FuzzedRequest } from "./fuzz.ts"

interface Endpoint {
  readonly identifier: string
  readonly method: string
  readonly path: string
  readonly payload: ReadonlyMap<string, unknown>
  readonly query?: unknown
}
interface Group {
  readonly endpoints: Readonly<Record<string, Endpoint>>
}

/** What a new endpoint lacks when its outcomes are not complete. */
const advice =
  "Every endpoint lets some request in and refuses some other. One that lets none in needs an id for its path, which the scene of this test makes and gives to requestsTo"

/** Records which endpoints of a group let requests in and refused some: a fuzz without both outcomes shows nothing. */
export const fuzzOutcomes = (group: Group) => {
  const endpoints = Object.values(group.endpoints).map(({ identifier, method, path, payload, query }) => ({
    identifier,
    // A request without any input has nothing to refuse.
    isRefusable: path.includes(":") || payload.size > 0 || query !== undefined,
    isAsked: (request: FuzzedRequest) =>
      request.method === method &&
      new RegExp(`^${path.replaceAll(/:[^/]+/g, "[^/]+")}$`).test(request.path.replace(/\?.*/, ""))
  }))
  const seen = new Set<string>()
  return {
    record: (request: FuzzedRequest, status: number) => {
      const asked = endpoints.find(({ isAsked }) => isAsked(request))?.identifier
      seen.add(`${asked} ${status < 400 ? "let in" : "refused"}`)
    },
    assertComplete: () => {
      const expected = endpoints.flatMap(({ identifier, isRefusable }) =>
        (isRefusable ? ["let in", "refused"] : ["let in"]).map((outcome) => `${identifier} ${outcome}`)
      )
      assert.deepStrictEqual([...seen].toSorted(), expected.toSorted(), advice)
    }
  }
}
