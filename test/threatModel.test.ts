import { assert, describe, it } from "@effect/vitest"
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

const page = readFileSync(join(root, "docs/threat-model.md"), "utf8")

/** The rows of the tables whose last column is "Shown by", each with its cells. */
const protections = page
  .split(/^## /m)
  .filter((section) => /\| Shown by \|/.test(section))
  .flatMap((section) => section.split("\n").filter((line) => line.startsWith("|")))
  .filter((line) => !/\| Shown by \|/.test(line) && !/^\|[-|]+$/.test(line))
  .map((line) => line.split("|").slice(1, -1))

/** The tests that a row names: files, or folders of them. */
const namedIn = (cells: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.from((cells.at(-1) ?? "").matchAll(/`([^`]+)`/g), ([, path = ""]) => path)

const filesOf = (path: string): ReadonlyArray<string> =>
  statSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path), { recursive: true, encoding: "utf8" }).map((name) => join(path, name))
    : [path]

/** A test file, of which nothing is skipped. */
const runsTests = (path: string): boolean =>
  path.endsWith(".test.ts") && !/\.(?:skip|todo)\b/.test(readFileSync(join(root, path), "utf8"))

describe("the threat model", () => {
  it("has rows of both tables", () => {
    assert.isAtLeast(protections.length, 50)
    assert.isTrue(protections.some(([first = ""]) => first.includes("API10")))
    assert.isTrue(protections.some(([first = ""]) => first.includes("Elevation of privilege")))
  })

  it("names for each protection tests that exist and run", () => {
    const wrong = protections.flatMap((cells) => {
      const named = namedIn(cells)
      const what = cells.slice(0, 2).join(" /").trim()
      if (named.length === 0) return [`${what}: names no test`]
      return named
        .filter((path) => !existsSync(join(root, path)) || !filesOf(path).some(runsTests))
        .map((path) => `${what}: ${path} has no test that runs`)
    })
    assert.deepStrictEqual(wrong, [])
  })

  it("lists each protection once", () => {
    const stated = protections.map((cells) => cells.slice(0, 2).join("|").trim())
    assert.deepStrictEqual(
      stated.filter((row, index) => stated.indexOf(row) !== index),
      []
    )
  })
})
