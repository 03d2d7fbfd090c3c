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

describe("the generated types of the clients", async () => {
  const files = await clientTypes()

  it.each(Object.keys(files))("%s is as the schemas are; `node scripts/clientTypes.ts` writes it", (path) => {
    const written = readFileSync(new URL(`../../client/${path}`, import.meta.url), "utf8")
    assert.strictEqual(written, files[path])
  })

  it.each([
    ["developer", developerMethods],
    ["session", sessionMethods]
  ] as const)("have a method for each endpoint of the %s interface", (name, table) => {
    const expected = endpoints[name].map(
      (endpoint) => `${endpoint.name} ${endpoint.method} ${endpoint.path.replaceAll(/:(\w+)/g, "{$1}")}`
    )
    assert.isAbove(expected.length, 10)
    assert.sameMembers([...described(table)], expected)
  })
})
