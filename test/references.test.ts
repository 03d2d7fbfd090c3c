import { assert, describe, it } from "@effect/vitest"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

const read = (path: string): string => readFileSync(join(root, path), "utf8")

const under = (folder: string, ending: RegExp): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => ending.test(path))
    .map((path) => join(folder, path))

const code = ["src", "test", "bench", "soak"]
  .flatMap((folder) => under(folder, /\.ts$/))
  .filter((path) => resolve(root, path) !== fileURLToPath(import.meta.url))
const pages = [...readdirSync(root).filter((path) => path.endsWith(".md")), ...under("docs", /\.md$/)].filter(
  // The changelog tells of versions, whose files are gone.
  (path) => path !== "CHANGELOG.md"
)

/** The numbers of a page's entries, by their headings: `### C12. Message status is a join`. */
const entriesOf = (page: string, letter: string): ReadonlySet<string> =>
  new Set(Array.from(read(page).matchAll(new RegExp(`^#+ (${letter}\\d+)\\. `, "gm")), ([, entry = ""]) => entry))

const entries = {
  contract: entriesOf("docs/contract.md", "C"),
  platforms: entriesOf("docs/platforms.md", "P")
}

/** The title of each decision by its number, from the first heading of its page. */
const decisions = new Map(
  under("docs/decisions", /\/\d{4}-.*\.md$|^\d{4}-.*\.md$/).map((path) => {
    const [, number = "", title = ""] = /^# (\d+)\. (.+)$/m.exec(read(path)) ?? []
    return [number, title] as const
  })
)

/** A comment of several lines as one, so that a reference may be broken over them. */
const joined = (text: string): string => text.replaceAll(/\n\s*(?:\*(?!\/)|\/\/)\s*/g, " ")

const reference = /\b(contract|platforms) ((?:[CP]\d+)(?:(?:, | and | to )[CP]\d+)*)/g
const decision = /\bdecision (\d+)(?:, ([^).;\n]+))?/gi
const former = /service interface §|platforms? page §|\bdecisions \d|(?<!RFC \d{3,5} )§ ?\d/gi

/** Everything in the text that names something which is not there, and what is wrong with it. */
const broken = (text: string): ReadonlyArray<string> => [
  ...Array.from(text.matchAll(reference)).flatMap(([, page, list = ""]) =>
    list
      .split(/, | and | to /)
      .filter((entry) => !(page === "contract" ? entries.contract : entries.platforms).has(entry))
      .map((entry) => `${page} ${entry} does not exist`)
  ),
  ...Array.from(text.matchAll(decision)).flatMap(([whole, number = "", title]) => {
    const wanted = decisions.get(number)
    if (wanted === undefined) return [`${whole}: there is no such decision`]
    return title?.startsWith(wanted) === true ? [] : [`${whole}: write "decision ${number}, ${wanted}"`]
  }),
  ...Array.from(text.matchAll(former), ([whole]) => `${whole}: name docs/contract.md, docs/platforms.md or a decision`)
]

/** The anchors of a page, as GitHub makes them of its headings. */
const anchorsOf = (text: string): ReadonlySet<string> => {
  const seen = new Map<string, number>()
  return new Set(
    Array.from(text.matchAll(/^#{1,6} (.+)$/gm), ([, heading = ""]) => {
      const slug = heading
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replaceAll(" ", "-")
      const before = seen.get(slug) ?? 0
      seen.set(slug, before + 1)
      return before === 0 ? slug : `${slug}-${before}`
    })
  )
}

const withoutCode = (text: string): string => text.replaceAll(/^```[^]*?^```/gm, "").replaceAll(/`[^`\n]*`/g, "")

/** Links that lead to no file, or to no heading of it. */
const brokenLinks = (page: string, text: string): ReadonlyArray<string> =>
  Array.from(withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)).flatMap(([, target = ""]) => {
    if (/^[a-z]+:/.test(target)) return []
    const [path = "", anchor] = target.split("#")
    const file = path === "" ? page : relative(root, resolve(root, dirname(page), path))
    if (!existsSync(join(root, file))) return [`${target} does not exist`]
    if (anchor === undefined) return []
    const there = file === page ? text : read(file)
    return anchorsOf(there).has(anchor) ? [] : [`${target}: no heading makes this anchor`]
  })

describe("a reference", () => {
  it("is looked for in everything that is written", () => {
    assert.isAbove(code.length, 100)
    assert.isAbove(pages.length, 8)
    assert.isAtLeast(entries.contract.size, 48)
    assert.isAtLeast(entries.platforms.size, 20)
    assert.isFalse(decisions.has(""), "a decision begins with a heading of the form `# 8. Deliveries`")
  })

  it("leads somewhere, in code", () => {
    const all = code.flatMap((path) => broken(joined(read(path))).map((what) => `${path}: ${what}`))
    assert.deepStrictEqual(all, [])
  })

  it("leads somewhere, in documents", () => {
    const all = pages.flatMap((path) => broken(withoutCode(read(path))).map((what) => `${path}: ${what}`))
    assert.deepStrictEqual(all, [])
  })

  it("is a link to a file and a heading that exist", () => {
    const all = pages.flatMap((path) => brokenLinks(path, read(path)).map((what) => `${path}: ${what}`))
    assert.deepStrictEqual(all, [])
  })

  it.each([
    ["(contract C1)", 0],
    ["(contract C1, C9999)", 1],
    ["(platforms P1 and P999)", 1],
    ["(decision 8, Deliveries)", 0],
    ["(decision 8, Something else)", 1],
    ["(decision 8)", 1],
    ["(decision 99, Nothing)", 1],
    ["service interface §4.5", 1],
    ["(RFC 9110 §14.2)", 0]
  ])("%s is found out when it leads nowhere", (text, count) => {
    assert.strictEqual(broken(text).length, count)
  })

  it.each([
    ["[one](docs/contract.md#decisions)", 0],
    ["[one](docs/contract.md#nothing-of-the-kind)", 1],
    ["[one](docs/nothing.md)", 1],
    ["[one](https://example.com/nothing.md)", 0]
  ])("%s is found out when nothing is there", (text, count) => {
    assert.strictEqual(brokenLinks("README.md", text).length, count)
  })
})
