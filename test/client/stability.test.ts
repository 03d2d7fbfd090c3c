import { assert, describe, it } from "@effect/vitest"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { exportedNames } from "../../scripts/stability.ts"

const folder = join(import.meta.dirname, "../../src/entries")

const entries = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"))

describe("the public entries", () => {
  it.each(entries)("%s marks each name as either @stable or @experimental", (file) => {
    const sections = Map.groupBy(exportedNames(join(folder, file)), ({ name }) => name)
    const unclear = [...sections].filter(
      ([, of]) =>
        new Set(of.map(({ stability }) => stability)).size !== 1 || of.some(({ stability }) => stability === null)
    )
    assert.isAbove(sections.size, 0)
    assert.deepStrictEqual(unclear, [])
  })

  it.each(entries)("%s exports no stable name without a comment", (file) => {
    const stable = exportedNames(join(folder, file)).filter(({ stability }) => stability === "stable")
    const commented = new Set(stable.filter(({ hasComment }) => hasComment).map(({ name }) => name))
    assert.deepStrictEqual(
      stable.filter(({ name }) => !commented.has(name)),
      []
    )
  })

  it("effect-parley/domain exports at most 460 stable names", () => {
    const stable = exportedNames(join(folder, "domain.ts")).filter(({ stability }) => stability === "stable")
    assert.isAtMost(new Set(stable.map(({ name }) => name)).size, 460)
  })
})
