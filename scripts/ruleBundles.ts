import { gzipSync } from "node:zlib"
import { rolldown } from "rolldown"

/** Maximum bytes of a minified page that uses two rules of the domain. */
const maxBytes = 40_000

/** Rules that a page uses together. Rules that decode with a schema are larger (docs/library.md, Rules in a page). */
const pairs = [
  ["isInWindow", "close"],
  ["windowEnd", "reopen"],
  ["afterRefusal", "withReceipt"],
  ["truncate", "phoneIdentity"],
  ["monthOf", "admitted"],
  ["openWindow", "mergedContacts"]
] as const

/** The bundle of a page that only exports these rules of the packed package. */
const bundleOf = async (project: string, names: ReadonlyArray<string>): Promise<string> => {
  const build = await rolldown({
    input: "page",
    cwd: project,
    platform: "browser",
    logLevel: "silent",
    plugins: [
      {
        name: "page",
        resolveId: (id) => (id === "page" ? `${project}/page.js` : null),
        load: (id) =>
          id === `${project}/page.js` ? `export { ${names.join(", ")} } from "effect-parley/domain"` : null
      }
    ]
  })
  const { output } = await build.generate({ format: "esm", minify: true })
  await build.close()
  return output[0].code
}

/** Each pair of rules with the size of its bundle, and whether that is small enough. */
export const ruleBundles = (project: string) =>
  Promise.all(
    pairs.map(async (names) => {
      const code = await bundleOf(project, names)
      const compressed = gzipSync(code).length
      return { names: names.join(" and "), bytes: code.length, compressed, isSmall: code.length <= maxBytes }
    })
  )
