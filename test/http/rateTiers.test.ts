import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { DeveloperApi } from "../../src/adapters/http/interfaces/developer/Api.ts"
import { SessionApi } from "../../src/adapters/http/interfaces/session/Api.ts"
import { endpointTiers } from "../../src/adapters/http/limits/rateTiers.ts"

const endpoints = [DeveloperApi, SessionApi].flatMap(({ groups }) =>
  Object.values<{ readonly endpoints: Readonly<Record<string, { readonly method: string; readonly path: string }>> }>(
    groups
  ).flatMap((group) => Object.values(group.endpoints).map(({ method, path }) => `${method} ${path}`))
)

const row = /^\| `([A-Z]+ \/api\/\S+)` \| (messaging|bulk) \|$/gm

describe("rate tiers", () => {
  it("are assigned to endpoints of the interfaces", () => {
    assert.includeMembers(endpoints, [...endpointTiers.keys()])
  })

  it("are those of docs/api.md", () => {
    const page = readFileSync(new URL("../../docs/api.md", import.meta.url), "utf8")
    const documented = Array.from(page.matchAll(row), ([, endpoint = "", tier = ""]) => [
      endpoint.replaceAll(/\{(\w+)\}/g, ":$1"),
      tier
    ])
    assert.deepStrictEqual(documented, [...endpointTiers])
  })
})
