import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { patternsIn } from "../support/patterns/patternsIn.ts"
import { slownessOf } from "../support/patterns/slownessOf.ts"

const root = new URL("../../", import.meta.url)
const files = ["src", "client", "console", "emulator", "testing"].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => `${folder}/${path}`)
)

/** Patterns that may take quadratic time, because what they see has a bound: the pattern as it stands, and the bound. */
const bounded: Readonly<Record<string, string>> = {
  [String.raw`/\/+$/`]: "addresses in settings, and an emulated path, which a request's head bounds to 16 KiB"
}

/** Files that build patterns while they run, with examples of all that they build. */
const built: Readonly<Record<string, ReadonlyArray<RegExp>>> = {
  "src/domain/text/fragmentPattern.ts": [/[aA][bB][cC]/u, /[aA][aA][aA][aA][aA][aA]\./u],
  "emulator/graph/GraphCall.ts": [/([?&](?:access_token|appsecret_proof)=)[^&#]*/g],
  "src/adapters/http/server/unrouted.ts": [/^\/api\/v1\/contacts\/[^/]+$/, /^\/[^/]+\/[^/]+\/a$/]
}

describe("regular expressions", () => {
  it.each(files)("%s has no expression that takes more than linear time", (path) => {
    const { built: constructions, literals } = patternsIn(readFileSync(new URL(path, root), "utf8"))
    const examples = built[path] ?? []
    assert.strictEqual(constructions > 0, examples.length > 0, "a file that builds patterns is listed with examples")
    const slow = [...literals, ...examples].flatMap(({ flags, source }) => {
      const why = Object.hasOwn(bounded, `/${source}/${flags}`) ? null : slownessOf({ flags, source })
      return why === null ? [] : [`/${source}/${flags}: ${why}`]
    })
    assert.deepStrictEqual(slow, [])
  })

  it("the list of bounds has only expressions that need a bound", () => {
    const all = files.flatMap((path) => patternsIn(readFileSync(new URL(path, root), "utf8")).literals)
    const slow = new Set(
      all.filter((pattern) => slownessOf(pattern) !== null).map(({ flags, source }) => `/${source}/${flags}`)
    )
    assert.deepStrictEqual(
      Object.keys(bounded).filter((pattern) => !slow.has(pattern)),
      []
    )
  })
})

describe("slownessOf", () => {
  it.each([
    [/^\s*data:[^,\s]*,|\bdata:[^,\s]*;base64,/i, "quadratic"],
    [/\s+$/, "quadratic"],
    [/\/+$/, "quadratic"],
    [/^\+?[\d\s().-]*\d[\d\s().-]*$/, "quadratic"],
    [/^https?:\/\/[^\s/?#]+\S*$/, "quadratic"],
    [/a.*b.*c/, "quadratic"],
    [/^(?:a|ab)*c.*c.*d/, "quadratic"],
    [/x{0,5000}y/, "quadratic"],
    [/[^,]*;base64,/, "quadratic"],
    [/(a+)+$/, "many ways"],
    [/^(a*)*$/, "many ways"],
    [/^(?:a+b?)+c/, "many ways"],
    [/^(\w+\s?)*$/, "many ways"],
    [/^(?:a|a)*b/, "exponential"],
    [/^(?:a|aa)*b/, "exponential"],
    [/^(?:ab|a|b)*c/, "exponential"],
    [/(a)\1+$/, "refers back"],
    [/a(?=.*b)/, "lookaround"]
  ])("reports that %s is slow", (pattern, why) => {
    assert.include(slownessOf(pattern), why)
  })

  it.each([
    /^[^\s@]+@[^\s@]+$/,
    /[^a-z0-9]+/g,
    /, got [^]*$/,
    /^\s*data:[^,\s]*,/i,
    /\(\s*0\s*\)/,
    /\{\{\s*(\w+)\s*\}\}/g,
    /"(?:[^"\\]|\\.)*"$/y,
    /^(?:[a-z]+=[\w.-]*(?:&(?=.)|$))*$/i,
    /^(?:\/[^/]+)*$/,
    /\bdata:/i,
    /a?b?c?$/,
    /^(?:ab)*a?$/
  ])("reports that %s is not slow", (pattern) => {
    assert.isNull(slownessOf(pattern))
  })

  it("finds expressions in code only", () => {
    const code = "const a: RegExp = /a+/g; f(b / c / d, `${/x/}`); // /no/\nconst s = '/no/'; new RegExp(s); RegExp(s)"
    assert.deepStrictEqual(patternsIn(code), {
      literals: [
        { source: "a+", flags: "g" },
        { source: "x", flags: "" }
      ],
      built: 2
    })
  })
})
