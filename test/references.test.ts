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

const code = ["src", "client", "emulator", "testing", "console", "test", "bench", "soak"]
  .flatMap((folder) => under(folder, /\.ts$/))
  .filter((path) => resolve(root, path) !== fileURLToPath(import.meta.url))
const pages = [...readdirSync(root).filter((path) => path.endsWith(".md")), ...under("docs", /\.md$/)].filter(
  // The changelog tells of versions, whose files are gone.
  (path) => path !== "CHANGELOG.md"
)

/** The numbers of a page's entries, by their headings: `### P4. Media`. */
const entriesOf = (page: string, letter: string): ReadonlySet<string> =>
  new Set(Array.from(read(page).matchAll(new RegExp(`^#+ (${letter}\\d+)\\. `, "gm")), ([, entry = ""]) => entry))

const platforms = entriesOf("docs/platforms.md", "P")

/** The titles of the contract's entries, by their numbers. */
const contract = new Map(
  Array.from(read("docs/contract.md").matchAll(/^### (C\d+)\. (.+)$/gm), ([, entry = "", title = ""]) => [entry, title])
)
const titles = new Set(contract.values())

/** The title of each decision by its number, from the first heading of its page. */
const decisions = new Map(
  under("docs/decisions", /\/\d{4}-.*\.md$|^\d{4}-.*\.md$/).map((path) => {
    const [, number = "", title = ""] = /^# (\d+)\. (.+)$/m.exec(read(path)) ?? []
    return [number, title] as const
  })
)

/** Comments without what begins their lines, so that a reference may be broken over them. Lines keep their numbers. */
const joined = (text: string): string => text.replaceAll(/\n[ \t]*(?:\*(?!\/)|\/\/)[ \t]*/g, "\n")

/** The comments of a program. Their lines keep their numbers. */
const commentsOf = (text: string): string => {
  const isComment = /\/\*\*[^]*?\*\/|^[ \t]*\/\/.*$/gm
  let end = 0
  let comments = ""
  for (const { 0: comment, index } of text.matchAll(isComment)) {
    comments += text.slice(end, index).replaceAll(/[^\n]/g, "") + comment
    end = index + comment.length
  }
  return comments
}

/** A place in a text, as editors find it. */
const lineAt = (text: string, index: number): number => text.slice(0, index).split("\n").length

// A reference may be broken over lines wherever it has a space.
const reference = /\bplatforms\s+(P\d+(?:(?:,|\s+and|\s+to)\s+P\d+)*)/g
const contractTitles = /\bcontract:\s+([^)]*)/g
const contractNumber = /\bcontract\s+C\d+/g
const decision = /\bdecision\s+(\d+)(?:,\s+([^).;]+))?/gi
const former = /service\s+interface\s+§|platforms?\s+page\s+§|\bdecisions\s+\d|(?<!RFC\s+\d{3,5}\s+)§\s?\d/gi

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, " ")

/** Everything in the text that names something which is not there: its line, and what is wrong with it. */
const broken = (text: string): ReadonlyArray<string> => [
  ...Array.from(text.matchAll(reference)).flatMap(({ 1: list = "", index }) =>
    Array.from(list.matchAll(/P\d+/g), ([entry]) => entry)
      .filter((entry) => !platforms.has(entry))
      .map((entry) => `${lineAt(text, index)}: platforms ${entry} does not exist`)
  ),
  ...Array.from(text.matchAll(contractTitles)).flatMap(({ 1: list = "", index }) =>
    // In documents, links have the titles.
    list.startsWith("[")
      ? []
      : onOneLine(list)
          .split("; ")
          .filter((title) => !titles.has(title.replace(/, rule \d+$/, "")))
          .map((title) => `${lineAt(text, index)}: the contract has no entry "${title}"`)
  ),
  ...Array.from(
    text.matchAll(contractNumber),
    ({ 0: whole, index }) => `${lineAt(text, index)}: ${onOneLine(whole)}: write "contract: " and the title`
  ),
  ...Array.from(text.matchAll(decision)).flatMap(({ 0: whole, 1: number = "", 2: title = "", index }) => {
    const wanted = decisions.get(number)
    const told = `${lineAt(text, index)}: ${onOneLine(whole)}`
    if (wanted === undefined) return [`${told}: there is no such decision`]
    return onOneLine(title).startsWith(wanted) ? [] : [`${told}: write "decision ${number}, ${wanted}"`]
  }),
  ...Array.from(
    text.matchAll(former),
    ({ 0: whole, index }) =>
      `${lineAt(text, index)}: ${onOneLine(whole)}: name docs/contract.md, docs/platforms.md or a decision`
  )
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

/** The text without code. Its lines keep their numbers. */
const withoutCode = (text: string): string =>
  text.replaceAll(/^```[^]*?^```/gm, (code) => code.replaceAll(/[^\n]/g, "")).replaceAll(/`[^`\n]*`/g, "")

const linkProblem = (page: string, text: string, target: string): string | null => {
  if (/^[a-z]+:/.test(target)) return null
  const [path = "", anchor] = target.split("#")
  const file = path === "" ? page : relative(root, resolve(root, dirname(page), path))
  if (!existsSync(join(root, file))) return "does not exist"
  if (anchor === undefined) return null
  return anchorsOf(file === page ? text : read(file)).has(anchor) ? null : "no heading makes this anchor"
}

/** Links that lead to no file, or to no heading of it. */
const brokenLinks = (page: string, text: string): ReadonlyArray<string> => {
  const prose = withoutCode(text)
  return Array.from(prose.matchAll(/\]\(([^)\s]+)\)/g)).flatMap(({ 1: target = "", index }) => {
    const problem = linkProblem(page, text, target)
    return problem === null ? [] : [`${lineAt(prose, index)}: ${target}: ${problem}`]
  })
}

/** Links to entries of the contract whose text is neither the title of the entry nor its number. */
const misnamedEntries = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/\[([^\]]+)\]\((?:[^)\s]*contract\.md)?#(c\d+)-[^)\s]*\)/g)).flatMap(
    ({ 1: name = "", 2: number = "", index }) => {
      const entry = number.toUpperCase()
      return name === entry || name === contract.get(entry) ? [] : [`${lineAt(text, index)}: ${name} is not ${entry}`]
    }
  )

/** Files and folders of this repository that a page names as code, and that do not exist. A run makes `bench/results`. */
const brokenPaths = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/`((?:src|client|emulator|testing|console|test|bench|soak|docs|scripts)\/[\w./-]*[\w/])`/g))
    .filter(([, path = ""]) => !/^(?:bench\/results|client\/effect$)/.test(path) && !existsSync(join(root, path)))
    .map(({ 1: path = "", index }) => `${lineAt(text, index)}: ${path} does not exist`)

/** Programs and settings that name files by their paths from the root: a child process, a test to run on another server. */
const programs = [
  "vitest.config.ts",
  "package.json",
  ".ci/run",
  ...under("bench", /\.ts$/),
  ...under("test", /\.ts$/)
].filter((path) => path !== "test/references.test.ts")

/** Scripts and tests that a program or a setting names, and that do not exist. A pattern with `*` is not a path. */
const brokenScripts = (text: string): ReadonlyArray<string> =>
  Array.from(
    text.matchAll(/(?<=["'\s])(?:src|client|emulator|testing|console|test|bench|soak|scripts)\/[\w./-]+\.ts(?=["'\s])/g)
  )
    .filter(([path]) => !existsSync(join(root, path)))
    .map(({ 0: path, index }) => `${lineAt(text, index)}: ${path} does not exist`)

const sources = [
  "src",
  "client",
  "emulator",
  "testing",
  "console",
  "test",
  "bench",
  "soak",
  "scripts",
  "examples"
].flatMap((folder) => under(folder, /\.tsx?$/))

/** Files that a page names by the end of their paths, and that do not exist. */
const brokenNames = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/`([\w/.-]+\.tsx?)`/g))
    .filter(([, name = ""]) => !existsSync(join(root, name)) && !sources.some((path) => path.endsWith(`/${name}`)))
    .map(({ 1: name = "", index }) => `${lineAt(text, index)}: ${name} does not exist`)

const foldersIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name, parentPath }) => relative(root, join(parentPath, name)))

/** The folders whose own folders the map of the architecture names. */
const mapped =
  /^(?:emulator|client|console|testing)$|^src\/(?:[a-z]+|adapters\/[a-z]+|adapters\/(?:http|postgres)\/[a-z]+)$/

/** What is wrong with the map of folders: names of no folder, and folders without a name. */
const wrongInMap = (page: string): ReadonlyArray<string> => {
  const [, map = ""] = /^## Folders$[^]*?^```$([^]*?)^```$/m.exec(page) ?? []
  const named = new Set(Array.from(map.matchAll(/(?<![\w-])([a-z]+)\//g), ([, name = ""]) => name))
  const beside = ["client", "console", "emulator", "testing"]
  const folders = [...["src", ...beside].flatMap(foldersIn), ...beside, "src", "test", "deploy"]
  return [
    ...[...named].filter((name) => !folders.some((path) => path === name || path.endsWith(`/${name}`))),
    ...folders.filter((path) => mapped.test(path) && !named.has(path.slice(path.lastIndexOf("/") + 1)))
  ]
}

/** A row of the table of rules that SQL restates. */
interface RestatedRule {
  readonly rule: string
  /** The function of the domain. */
  readonly name: string
  readonly domain: string
  readonly statements: ReadonlyArray<string>
  readonly tests: ReadonlyArray<string>
}

/** The rows of the table under "Rules in SQL" of a page in `docs`, with paths from the root. */
const restatedRules = (page: string): ReadonlyArray<RestatedRule> => {
  const [, table = ""] = /^### Rules in SQL$([^]*?)^## /m.exec(page) ?? []
  const pathsIn = (cell: string) => Array.from(cell.matchAll(/\]\(\.\.\/([^)]+)\)/g), ([, path = ""]) => path)
  return Array.from(table.matchAll(/^\| (.+?) \| \[(\w+)\](\(.+?\)) \| (.+?) \| (.+?) \|$/gm)).map(
    ([, rule = "", name = "", domain = "", statements = "", tests = ""]) => ({
      rule,
      name,
      domain: pathsIn(`]${domain}`)[0] ?? "",
      statements: pathsIn(statements),
      tests: pathsIn(tests)
    })
  )
}

/** What a row says and its files do not: a function, the comment at its SQL, the comparison in its test. */
const brokenRules = ({ domain, name, rule, statements, tests }: RestatedRule): ReadonlyArray<string> => {
  const has = (path: string, ...parts: ReadonlyArray<string>) =>
    existsSync(join(root, path)) && parts.every((part) => read(path).includes(part))
  return [
    ...(has(domain, `export const ${name}`) ? [] : [`${rule}: ${domain} has no ${name}`]),
    ...statements
      .filter((path) => !has(path, `\`${name}\``, domain.replace("src/", ""), ...tests))
      .map((path) => `${rule}: ${path} names not ${name}, ${domain} and ${tests.join(", ")}`),
    ...tests.filter((path) => !has(path, name)).map((path) => `${rule}: ${path} does not compare with ${name}`)
  ]
}

describe("a reference in code and documents", () => {
  it("is reported with its line", () => {
    const comment = "/**\n * Says one thing (contract:\n * Nothing).\n * Says another (decision 99, Nothing).\n */"
    assert.deepStrictEqual(broken(joined(comment)), [
      '2: the contract has no entry "Nothing"',
      "4: decision 99, Nothing: there is no such decision"
    ])
  })

  it("is searched in all code, pages and entries", () => {
    assert.isAbove(code.length, 100)
    assert.isAbove(pages.length, 8)
    assert.isAtLeast(contract.size, 250)
    assert.strictEqual(titles.size, contract.size, "two entries have the same title")
    assert.isFalse([...titles].some((title) => /[();]/.test(title)))
    assert.isAtLeast(platforms.size, 20)
    assert.isFalse(decisions.has(""), "a decision begins with a heading of the form `# 8. Deliveries`")
  })

  it("in code exists", () => {
    const all = code.flatMap((path) => broken(joined(read(path))).map((what) => `${path}:${what}`))
    assert.deepStrictEqual(all, [])
  })

  it("in documents exists", () => {
    const all = pages.flatMap((path) => broken(withoutCode(read(path))).map((what) => `${path}:${what}`))
    assert.deepStrictEqual(all, [])
  })

  it("is a link to a file and a heading that exist", () => {
    const all = pages.flatMap((path) => brokenLinks(path, read(path)).map((what) => `${path}:${what}`))
    assert.deepStrictEqual(all, [])
    const misnamed = pages.flatMap((path) => misnamedEntries(read(path)).map((what) => `${path}:${what}`))
    assert.deepStrictEqual(misnamed, [])
    assert.deepStrictEqual(misnamedEntries("a\n[Nothing](contract.md#c12-message-status-is-a-join)"), [
      "2: Nothing is not C12"
    ])
  })

  it("is an existing path if a page names it as code", () => {
    assert.deepStrictEqual(brokenPaths("a\n`src/nothing.ts` `test/references.test.ts`"), [
      "2: src/nothing.ts does not exist"
    ])
    // History names files of former versions.
    const present = pages.filter((path) => path !== "bench/history.md")
    assert.deepStrictEqual(
      present.flatMap((path) => brokenPaths(read(path)).map((what) => `${path}:${what}`)),
      []
    )
  })

  it("is an existing file if a page names the end of its path", () => {
    assert.deepStrictEqual(brokenNames("`Nothing.ts` `domain/Ids.ts`"), ["1: Nothing.ts does not exist"])
    const present = pages.filter((path) => !/^(?:bench|docs\/decisions)\//.test(path))
    assert.deepStrictEqual(
      present.flatMap((path) => brokenNames(read(path)).map((what) => `${path}:${what}`)),
      []
    )
  })

  it("is an existing script if a program or a setting names it", () => {
    assert.deepStrictEqual(brokenScripts('a\n"test/nothing.test.ts" "test/references.test.ts" "test/*Plans.test.ts"'), [
      "2: test/nothing.test.ts does not exist"
    ])
    assert.deepStrictEqual(
      programs.flatMap((path) => brokenScripts(read(path)).map((what) => `${path}:${what}`)),
      []
    )
  })

  it("is an existing file if a comment names the end of its path", () => {
    assert.deepStrictEqual(
      code.flatMap((path) => brokenNames(commentsOf(read(path))).map((what) => `${path}:${what}`)),
      []
    )
  })

  it("of a rule in SQL names the domain's function, the statement, and the test that compares both", () => {
    const rules = restatedRules(read("docs/architecture.md"))
    assert.isAtLeast(rules.length, 20)
    assert.deepStrictEqual(rules.flatMap(brokenRules), [])
    const [rule] = rules
    assert.isDefined(rule)
    assert.lengthOf(brokenRules({ ...rule, name: "nothing" }), 3)
  })

  it("is an existing folder in the map of the architecture, which has all folders", () => {
    const page = read("docs/architecture.md")
    assert.deepStrictEqual(wrongInMap(page), [])
    assert.deepStrictEqual(wrongInMap(page.replace("fastpath/", "slowpath/")), [
      "slowpath",
      "src/adapters/http/fastpath"
    ])
  })

  it.each([
    ["(contract: Message status is a join)", 0],
    ["(contract: Message status is\na join; Developer Messenger, rule 3)", 0],
    ["(contract: Message status is a join; Something else)", 1],
    ["(contract\nC12)", 1],
    ["(platforms P1 and P999)", 1],
    ["(decision 8,\nDeliveries)", 0],
    ["(decision 8, Deliveries)", 0],
    ["(decision 8, Something else)", 1],
    ["(decision 8)", 1],
    ["(decision 99, Nothing)", 1],
    ["service interface §4.5", 1],
    ["(RFC 9110 §14.2)", 0]
  ])("is detected if it is broken: %s", (text, count) => {
    assert.strictEqual(broken(text).length, count)
  })

  it.each([
    ["[one](docs/contract.md#decisions)", 0],
    ["[one](docs/contract.md#nothing-of-the-kind)", 1],
    ["[one](docs/nothing.md)", 1],
    ["[one](https://example.com/nothing.md)", 0]
  ])("is detected if its file or heading does not exist: %s", (text, count) => {
    assert.strictEqual(brokenLinks("README.md", text).length, count)
  })
})
