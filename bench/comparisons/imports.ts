import { Effect } from "effect"
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { type Comparison, type Size, WrongResult } from "../Comparison.ts"
import { inTurn } from "../inTurn.ts"
import { roundOf } from "../Round.ts"

/** Processes of a round. */
const processes = ({ smoke }: Size) => (smoke ? 1 : 10)

/** What the package's entry costs above what it needs of `effect`, in milliseconds. */
const bound = 60

const root = join(import.meta.dirname, "../..")

/** Milliseconds that a new process takes to import the entry after `effect`. */
const importOnce = (entry: string) =>
  Effect.tryPromise({
    try: async () => {
      const script = `await import("effect"); const begin = performance.now(); await import(${JSON.stringify(entry)}); console.log(performance.now() - begin)`
      const args = ["--input-type=module", "-e", script]
      const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
      return Number(stdout)
    },
    catch: (cause) => new WrongResult({ reason: String(cause) })
  })

const compare = Effect.fnUntraced(function* (name: string, size: Size) {
  const entry = join(root, "dist/src/entries", `${name}.js`)
  if (!existsSync(entry)) return yield* new WrongResult({ reason: `${entry} is missing: npm run build makes it` })
  const round = Effect.gen(function* () {
    const begin = performance.now()
    const took = yield* Effect.replicateEffect(importOnce(entry), processes(size))
    return roundOf(took, performance.now() - begin)
  })
  return yield* inTurn(
    {
      heading: `importing effect-parley/${name} after effect, in a new process`,
      unit: "processes/s",
      contenders: [{ name: `effect-parley/${name}`, round }],
      targets: [{ what: "p50 in milliseconds", against: null, figure: "p50", must: { atMost: bound } }]
    },
    size
  )
})

export const imports: Comparison = {
  about: "how long the package's light entries take to import",
  run: (size) => Effect.forEach(["domain"], (name) => compare(name, size))
}
