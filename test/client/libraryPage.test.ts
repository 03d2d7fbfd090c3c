import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { createParley, createParleySession } from "../../client/promise/createParley.ts"

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")

const page = read("docs/library.md")

/** Rows of docs/library.md with the methods of a client. */
const rowsOf = (client: object): ReadonlyArray<string> =>
  Object.entries(client).map(([group, methods]) => {
    const names = Object.keys(methods).map((name) => `\`${name}\``)
    return `| \`${group}\` | ${names.join(", ")} |`
  })

/** Rows of the table below a heading. */
const tableBelow = (heading: string): ReadonlyArray<string> => {
  const [, below = ""] = page.split(`| \`${heading}\` | Methods |\n|---|---|\n`)
  const [table = ""] = below.split("\n\n")
  return table.trim().split("\n")
}

/** Interfaces that a file of the client exports. */
const interfacesOf = (file: string): ReadonlyArray<string> =>
  Array.from(read(`client/promise/${file}.ts`).matchAll(/^export (?:interface|type) (\w+)/gm), ([, name = ""]) => name)

describe("effect-parley/client", () => {
  it.each(["DeveloperMethods", "SessionMethods"])(
    "effect-parley/client exports every type of %s, so that a program can name it",
    (file) => {
      const entry = read("src/entries/client.ts")
      const [list = ""] =
        new RegExp(`export type \\{([^}]*)\\} from "../../client/promise/${file}.ts"`).exec(entry) ?? []
      const names = Array.from(list.matchAll(/^ {2}(\w+)/gm), ([, name = ""]) => name)
      assert.sameMembers(names, [...interfacesOf(file)])
    }
  )
})

describe("docs/library.md", () => {
  it("docs/library.md lists the methods of the Developer client", () => {
    const client = createParley({ url: "https://parley.example.com", apiKey: "key" })
    assert.deepStrictEqual(tableBelow("createParley"), rowsOf(client))
  })

  it("docs/library.md lists the methods of the Session client", () => {
    const client = createParleySession({ url: "https://parley.example.com", token: "token", organizationId: "id" })
    assert.deepStrictEqual(tableBelow("createParleySession"), rowsOf(client))
  })
})
