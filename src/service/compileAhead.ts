import { readFileSync } from "node:fs"
import { setFlagsFromString } from "node:v8"
import type { Compiled } from "../adapters/postgres/embedded/EmbeddedPostgres.ts"
import { asksToServe } from "./serve.ts"

declare const WebAssembly: { readonly compile: (code: Uint8Array) => Promise<object> }

/**
 * V8's budget for a WebAssembly function before it is worth optimising, in bytes of its code, and V8's default. V8
 * counts a loop by the length of its jumps, so a function of 100 KB that is one loop, such as Postgres' parser, counts
 * as hot after a hundred rounds. Optimising it takes half a second of a processor and 600 MB during the start. The
 * price: truly hot functions are detected later, and sends cost up to a fifth more until then (20 seconds at full
 * load).
 */
const tieringBudget = { raised: 1_000_000_000, usual: 13_000_000 }

const setTieringBudget = (bytes: number) => setFlagsFromString(`--wasm-tiering-budget=${bytes}`)

/**
 * The code is beside the package's entry; if a later version moves it, PGlite finds it itself. The file is read at
 * once, since loading modules blocks the event loop and compiling would wait for it.
 */
const compile = async () => {
  setTieringBudget(tieringBudget.raised)
  return WebAssembly.compile(readFileSync(new URL("./pglite.wasm", import.meta.resolve("@electric-sql/pglite"))))
}

/**
 * The code of the embedded database, when it is going to be opened. It is compiled on other threads, while this one is
 * busy loading modules. Undefined when that is not to be or has failed: then it is done, or fails, when it is opened.
 */
export const compileAhead = (args: ReadonlyArray<string>, env: NodeJS.ProcessEnv): Compiled =>
  asksToServe(args) && (env["DATABASE_URL"] ?? "") === ""
    ? compile()
        .catch(() => undefined)
        .finally(() => setTieringBudget(tieringBudget.usual))
    : Promise.resolve(undefined)
