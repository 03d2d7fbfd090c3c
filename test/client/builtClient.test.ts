import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, Path } from "effect"
import { NodeServices } from "@effect/platform-node"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"

const root = new URL("../../", import.meta.url).pathname

/** Maximum bytes of a minified and compressed bundle. Each endpoint adds about 20. */
const maxBytes = { client: 6_750, webhooks: 2_000 } as const

const bundled = async (entry: string) => {
  const build = await rolldown({ input: `${root}src/entries/${entry}.ts`, platform: "neutral", external: /^(?!\.|\/)/ })
  const { output } = await build.generate({ format: "esm", minify: true })
  await build.close()
  return output
}

/** Examples of docs/library.md that import only these entries. */
const examples = Array.from(
  readFileSync(`${root}docs/library.md`, "utf8").matchAll(/^```ts\n([^]*?)\n```$/gm),
  ([, code = ""]) => code
).filter((code) => /"effect-parley\/(?:client|webhooks)"/.test(code) && !/from "(?!effect-parley\/)/.test(code))

const consumer = {
  compilerOptions: {
    target: "ES2024",
    lib: ["ES2024", "DOM", "DOM.AsyncIterable", "DOM.Iterable"],
    module: "NodeNext",
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    types: [],
    paths: {
      "effect-parley/client": ["./dist/src/entries/client.d.ts"],
      "effect-parley/webhooks": ["./dist/src/entries/webhooks.d.ts"]
    }
  },
  include: ["*.ts"]
}

const tsc = (...args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = spawnSync(`${root}node_modules/.bin/tsc`, args, {
    encoding: "utf8",
    timeout: 100_000
  })
  assert.strictEqual(status, 0, stdout + stderr)
}

describe("the built clients", () => {
  it.each(["client", "webhooks"] as const)(
    "the built entry %s has no imports at run time and stays small",
    async (entry) => {
      const output = await bundled(entry)
      assert.lengthOf(output, 1)
      const [chunk] = output
      assert.deepStrictEqual([chunk.imports, chunk.dynamicImports], [[], []])
      assert.notMatch(chunk.code, /\b(?:require|process|Buffer)\b/)
      const size = gzipSync(chunk.code).length
      process.stdout.write(`effect-parley/${entry}: ${chunk.code.length} bytes, ${size} compressed\n`)
      assert.isBelow(size, maxBytes[entry])
    }
  )

  it.effect("built declarations compile in a page without Effect and Node, with the examples of the library page", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const path = yield* Path.Path
      const folder = yield* fs.makeTempDirectoryScoped({ prefix: "parley-consumer-" })
      const write = (name: string, text: string) => fs.writeFileString(path.join(folder, name), text)
      const build = {
        extends: `${root}tsconfig.build.json`,
        compilerOptions: {
          rootDir: root,
          outDir: "dist",
          typeRoots: [`${root}node_modules/@types`],
          sourceMap: false
        },
        include: [],
        files: [`${root}src/entries/client.ts`, `${root}src/entries/webhooks.ts`]
      }
      yield* write("tsconfig.build.json", JSON.stringify(build))
      tsc("-p", path.join(folder, "tsconfig.build.json"))
      yield* write("package.json", '{"type":"module"}')
      yield* write("tsconfig.json", JSON.stringify(consumer))
      assert.isAtLeast(examples.length, 2)
      yield* Effect.forEach(examples, (code, index) => write(`example${index}.ts`, code))
      tsc("-p", folder)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})
