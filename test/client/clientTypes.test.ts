import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { clientTypes } from "../../scripts/clientTypes.ts"
import { developerMethods } from "../../client/promise/DeveloperMethods.ts"
import type { Table } from "../../client/promise/Endpoint.ts"
import { sessionMethods } from "../../client/promise/SessionMethods.ts"
import { endpoints } from "./promiseClients.ts"

const described = (table: Table): ReadonlyArray<string> =>
  Object.entries(table).flatMap(([group, methods]) =>
    Object.entries(methods).map(([name, { method, path }]) => `${group}.${name} ${method} ${path}`)
  )

describe("generated types of the clients", async () => {
  const files = await clientTypes()

  it.each(Object.keys(files))(
    "%s is up to date with the schemas (`node scripts/clientTypes.ts` regenerates it)",
    (path) => {
      const stored = readFileSync(new URL(`../../client/${path}`, import.meta.url), "utf8")
      assert.strictEqual(stored, files[path])
    }
  )

  it.each([
    ["developer", developerMethods],
    ["session", sessionMethods]
  ] as const)("generated methods cover each endpoint of the %s interface", (name, table) => {
    const expected = endpoints[name].map(
      (endpoint) => `${endpoint.name} ${endpoint.method} ${endpoint.path.replaceAll(/:(\w+)/g, "{$1}")}`
    )
    assert.isAbove(expected.length, 10)
    assert.sameMembers([...described(table)], expected)
  })
})
