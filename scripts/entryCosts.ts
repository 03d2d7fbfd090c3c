import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { gzipSync } from "node:zlib"

/** New processes that import an entry; the fastest counts, since other programs of the machine only slow one down. */
const processes = 5

/** The files of the package that an entry loads at its import. */
const filesOf = (file: string, found = new Set<string>()): ReadonlySet<string> => {
  if (found.has(file)) return found
  found.add(file)
  const text = readFileSync(file, "utf8")
  for (const [, path = ""] of text.matchAll(/^(?:import|export)\b[^"';]*["'](\.[^"']+)["']/gm)) {
    filesOf(join(dirname(file), path), found)
  }
  return found
}

const importMillis = (name: string, project: string): number => {
  const script = `
    const light = ["effect-parley/client", "effect-parley/webhooks"].includes("${name}")
    if (!light) await import("effect")
    const begin = performance.now()
    await import("${name}")
    console.log(performance.now() - begin)`
  const { stdout } = spawnSync("node", ["--input-type=module", "-e", script], { cwd: project, encoding: "utf8" })
  return Number(stdout)
}

/** What importing an entry of the packed package costs: code of the package, and time after `effect` where it needs that. */
export const entryCosts = (project: string, exports: Readonly<Record<string, { readonly default: string }>>) =>
  Object.entries(exports).map(([name, { default: path }]) => {
    const entry = `effect-parley${name.slice(1)}`
    const files = [...filesOf(join(project, "node_modules/effect-parley", path))].map((file) => readFileSync(file))
    return {
      entry,
      bytes: files.reduce((sum, { length }) => sum + length, 0),
      compressed: gzipSync(Buffer.concat(files)).length,
      millis: Math.min(...Array.from({ length: processes }, () => importMillis(entry, project)))
    }
  })
