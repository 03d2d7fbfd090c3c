import { assert, describe, it } from "@effect/vitest"
import { rolldown } from "rolldown"
import { pureDefinitions } from "../../scripts/pureDefinitions.ts"

/** A module of the library as a bundler of a program gets it: of its names the program uses `used`. */
const bundled = async (code: string, isMarked: boolean): Promise<string> => {
  const modules: Readonly<Record<string, string>> = {
    "library.ts": `import { define } from "package"\n${code}`,
    "program.ts": 'export { used } from "library.ts"'
  }
  const build = await rolldown({
    input: "program.ts",
    external: ["package"],
    experimental: { nativeMagicString: true },
    plugins: [
      { name: "modules", resolveId: (id) => (id in modules ? id : null), load: (id) => modules[id] ?? null },
      ...(isMarked ? [pureDefinitions(/^library\.ts$/)] : [])
    ]
  })
  const { output } = await build.generate({ format: "esm" })
  await build.close()
  return output[0].code
}

describe("pureDefinitions", () => {
  it.each([
    ["a call", "export const A = define({ b: define.c })"],
    ["a class on a call", "export class A extends define<A>()({ a: define.b }) { static c = define.c }"],
    ["a destructured value", "const { B, C: D } = define.cases\nexport const A = () => [B, D]"],
    ["a private value", "const A = define.call()"]
  ])("pureDefinitions: %s is dropped if unused", async (_, code) => {
    const withRule = `${code}\nexport const used = () => 1`
    assert.include(await bundled(withRule, false), "define.")
    assert.notInclude(await bundled(withRule, true), "define.")
  })

  it("pureDefinitions: used definitions keep their values, and classes their names", async () => {
    const code = [
      "const { B, C: D } = { B: 1, C: 2 }",
      "class E extends Array {}",
      "const list = [3].map((x) => x * 2), f = (x) => x",
      "export const used = [B, D, E.name, ...list, f(7)]"
    ].join("\n")
    const text = await bundled(code, true)
    const { used } = await import(`data:text/javascript,${encodeURIComponent(text.replace(/^import .*$/gm, ""))}`)
    assert.deepStrictEqual(used, [1, 2, "E", 6, 7])
  })
})
