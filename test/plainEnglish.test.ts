import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")

/** Words of comments and pages for which the field has a standard noun or verb. */
const words =
  /\b(?:told|tells|hears?|heard|doings?|whoever|whomever|whom|nobody|somebody|anybody|everybody|she|hers?|kept|at hand|asked for|stands? (?:for|beside|in)|as much of|so many|of before|gives? back|given back|takes? (?:no|none))\b/gi

/** Beginnings of doc comments that are a clause instead of a noun or a verb. */
const openings =
  /\/\*\*\s*(?:\*\s)?(?:What|Who|Whose|Whom|Of|As|That|Such|How (?:it|much|far|many|the)|Something|Everything|Nothing|Anything|The same|Others?)\b/g

/** Declared names that are participles. */
const names =
  /\b(?:const|let|function|type|interface|class)\s+(?:said|told|kept|met|held|asked|heard|meant|given|shown|drawn|named|taken|wanted|became|went)\b/g

/** Most places. It may only become smaller: the words above are not written any more. */
const maxPlaces = 100

const pages = readdirSync(root).filter((path) => path.endsWith(".md"))
const files = [
  ...pages,
  ...["src", "client", "console", "emulator", "testing", "docs"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(?:tsx?|md)$/.test(path) && !/(?:^|\/)arabic\/|Methods\.ts$|EventData\.ts$/.test(path))
      .map((path) => join(folder, path))
  )
]

/** The prose of a file: comments of a program, and a page without its code. */
const proseOf = (path: string, text: string): string =>
  path.endsWith(".md")
    ? text.replaceAll(/^```[^]*?^```/gm, "").replaceAll(/`[^`\n]*`/g, "")
    : [...text.matchAll(/\/\*\*?[^]*?\*\/|(?<=^|\s)\/\/ .*$/gm)].join("\n").replaceAll(/`[^`\n]*`/g, "")

const placesIn = (path: string): ReadonlyArray<string> => {
  const text = readFileSync(join(root, path), "utf8")
  const found = [
    ...proseOf(path, text).matchAll(words),
    ...(path.endsWith(".md") ? [] : [...text.matchAll(openings), ...text.matchAll(names)])
  ]
  return found.map(([place]) => `${path}: ${place}`)
}

describe("plain English", () => {
  it("language: a text with private words is found, and a plain one is not", () => {
    assert.lengthOf([..."What nobody told.".matchAll(words)], 2)
    assert.lengthOf([..."Retry waits in seconds.".matchAll(words)], 0)
    assert.lengthOf([..."/** What a delivery does. */ const told = 1".matchAll(openings)], 1)
    assert.lengthOf([..."/** What a delivery does. */ const told = 1".matchAll(names)], 1)
  })

  it(`language: comments, pages and names have at most ${maxPlaces} private words`, () => {
    const places = files.flatMap(placesIn)
    assert.isAtMost(places.length, maxPlaces, places.slice(0, 20).join("\n"))
  })
})
