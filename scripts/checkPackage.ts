import { NodeServices } from "@effect/platform-node"
import { Effect, Exit, Scope } from "effect"
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as PostgresServer from "../test/support/servers/PostgresServer.ts"
import { clientRuntimes, site } from "./clientRuntimes.ts"
import { entryCosts } from "./entryCosts.ts"
import { exportedValues } from "./exportedValues.ts"
import { packedService, signedIn } from "./packedService.ts"
import { ruleBundles } from "./ruleBundles.ts"

/**
 * Packs what `npm run build` has made, and uses it as others do: the linters of packages, the types under both ways of
 * resolution, with and without DOM, and every example, in an empty project beside the packages that it needs.
 */
const root = join(import.meta.dirname, "..")
const folder = mkdtempSync(join(tmpdir(), "parley-package-"))
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

/** A file of this many bytes that is packed twice was copied. */
const copied = 10_000

let failures = 0
const check = (what: string, failure: string | null): void => {
  process.stdout.write(failure === null ? `ok      ${what}\n` : `FAILED  ${what}\n${failure}\n`)
  if (failure !== null) failures += 1
}

/** How long a program may run, in milliseconds. TypeScript 5.9 takes a minute for the types of every exported value. */
const deadline = 300_000

const run = (command: string, args: ReadonlyArray<string>, cwd = root, env: Readonly<Record<string, string>> = {}) => {
  const { status, stderr, stdout } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    timeout: deadline,
    env: { ...process.env, ...env }
  })
  return { status, output: `${stdout}${stderr}`.trim() }
}
const passes = (what: string, ...call: Parameters<typeof run>): void => {
  const { output, status } = run(...call)
  check(what, status === 0 ? null : output)
}

const [{ filename }] = JSON.parse(
  run("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder]).output
)
const tarball = join(folder, filename)

/** Folders of packages: those of the project, and those that only scripts need. */
const installations = [join(root, "node_modules"), join(root, "scripts/node_modules")]

/** A project with the package and some of the packages beside it. */
const project = (name: string, packages: ReadonlyArray<string>): string => {
  const at = join(folder, name)
  const modules = join(at, "node_modules")
  mkdirSync(join(modules, "effect-parley"), { recursive: true })
  run("tar", ["-xzf", tarball, "-C", join(modules, "effect-parley"), "--strip-components=1"])
  for (const one of packages) {
    mkdirSync(join(modules, one, ".."), { recursive: true })
    const installation = installations.find((at) => existsSync(join(at, one))) ?? join(root, "node_modules")
    symlinkSync(join(installation, one), join(modules, one), "dir")
  }
  writeFileSync(join(at, "package.json"), JSON.stringify({ type: "module", private: true }))
  cpSync(join(root, "examples"), join(at, "examples"), { recursive: true })
  return at
}

const peers = Object.keys(manifest.peerDependencies)
const needed = [
  ...Object.keys(manifest.dependencies),
  ...peers.filter((name) => manifest.peerDependenciesMeta[name]?.optional !== true)
]
const everything = project("everything", [
  ...needed,
  ...peers.filter((name) => !needed.includes(name)),
  "@types/node",
  "fastify"
])
const production = project("production", needed)

const filesOf = (at: string): ReadonlyArray<string> =>
  readdirSync(at, { recursive: true, encoding: "utf8" })
    .map((file) => join(at, file))
    .filter((file) => statSync(file).isFile())

const packed = filesOf(join(production, "node_modules/effect-parley"))

const twice = () => {
  const seen = new Map<string, string>()
  return packed
    .filter((file) => statSync(file).size >= copied)
    .flatMap((file) => {
      const digest = createHash("sha256").update(readFileSync(file)).digest("hex")
      const other = seen.get(digest)
      seen.set(digest, file)
      return other === undefined ? [] : [`${file} is ${other}`]
    })
}
const unresolved = () =>
  packed
    .filter((file) => file.endsWith(".map"))
    .flatMap((file) => {
      const { sources } = JSON.parse(readFileSync(file, "utf8"))
      return sources
        .filter((source: string) => !existsSync(join(file, "..", source)))
        .map((source: string) => `${file}: ${source}`)
    })
const listed = (lines: ReadonlyArray<string>): string | null =>
  lines.length === 0 ? null : lines.slice(0, 10).join("\n")

/** A program of a package that only scripts need. */
const tool = (name: string) => join(root, "scripts/node_modules/.bin", name)
passes("publint", tool("publint"), ["run", tarball, "--strict"])
passes("attw", tool("attw"), [tarball, "--profile", "esm-only", "--format", "table"])
check("no file is packed twice", listed(twice()))
check("every source map finds its source", listed(unresolved()))

for (const moduleResolution of ["nodenext", "bundler"]) {
  for (const dom of [false, true]) {
    const module = moduleResolution === "nodenext" ? "nodenext" : "esnext"
    writeFileSync(
      join(everything, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: {
          target: "es2024",
          lib: ["es2024", ...(dom ? ["dom"] : [])],
          module,
          moduleResolution,
          strict: true,
          noEmit: true,
          allowImportingTsExtensions: true,
          skipLibCheck: true,
          types: ["node"]
        },
        include: ["examples"]
      })
    )
    passes(`types, ${moduleResolution}, ${dom ? "with" : "without"} DOM`, "tsc", ["-p", everything])
  }
}

/** Compilers of programs: the newest, and the last one with an interface for programs. */
const compilers = [
  ["7", join(root, "node_modules/typescript/bin/tsc")],
  ["5.9", join(root, "scripts/node_modules/typescript/bin/tsc")]
] as const
const exporting = join(everything, "exporting")
mkdirSync(exporting)
const entries = Object.keys(manifest.exports)
  .filter((name) => name !== "./package.json")
  .map((name) => `${manifest.name}${name.slice(1)}`)
writeFileSync(join(exporting, "program.ts"), exportedValues(everything, entries))
writeFileSync(
  join(exporting, "tsconfig.json"),
  JSON.stringify({
    compilerOptions: {
      target: "es2024",
      lib: ["es2024", "dom"],
      module: "nodenext",
      strict: true,
      declaration: true,
      emitDeclarationOnly: true,
      outDir: "declarations",
      // A program has its packages in its own folder.
      preserveSymlinks: true,
      skipLibCheck: true,
      types: ["node"]
    },
    include: ["program.ts"]
  })
)
for (const [version, compiler] of compilers) {
  passes(`exported values have names, TypeScript ${version}`, "node", [compiler, "-p", exporting])
}

const imports = entries.map((name) => `await import("${name}")`).join("\n")
passes("every entry, without optional packages", "node", ["--input-type=module", "-e", imports], production)
const requires = entries.map((name) => `require("${name}")`).join("\n")
writeFileSync(join(production, "entries.cjs"), requires)
passes("every entry, with require", "node", ["entries.cjs"], production)

for (const { bytes, compressed, isSmall, names } of await ruleBundles(everything)) {
  const size = `${bytes} bytes, ${compressed} compressed`
  check(`a page with ${names}: ${size}`, isSmall ? null : "more than 40 kB")
}

const commonJs = join(everything, "commonJs")
mkdirSync(commonJs)
writeFileSync(join(commonJs, "package.json"), JSON.stringify({ type: "commonjs" }))
writeFileSync(
  join(commonJs, "program.ts"),
  'import { createParley } from "effect-parley/client"\nimport { truncate } from "effect-parley/domain"\n' +
    'export const texts: ReadonlyArray<string> = [truncate("Hello", 2), createParley.name]\n'
)
writeFileSync(
  join(commonJs, "tsconfig.json"),
  JSON.stringify({
    compilerOptions: {
      target: "es2024",
      module: "nodenext",
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ["node"]
    }
  })
)
for (const [version, compiler] of compilers) {
  passes(`types of a CommonJS program, TypeScript ${version}`, "node", [compiler, "-p", commonJs])
}

/** Use cases and rules on other runtimes, where they are installed. */
for (const [name, command, args] of [
  ["Deno", "deno", ["run", "-A", "--node-modules-dir=manual"]],
  ["Bun", "bun", ["run"]]
] as const) {
  if (run(command, ["--version"]).status !== 0)
    process.stdout.write(`skipped the library in ${name}: it is not installed\n`)
  else {
    writeFileSync(join(everything, "entries.js"), imports)
    passes(`every entry in ${name}`, command, [...args, "entries.js"], everything)
    passes(`example memory.ts in ${name}`, command, [...args, join("examples", "memory.ts")], everything)
  }
}

/** An empty project that installs the package as its users do, with its peers from the registry. */
const installing = join(folder, "installing")
mkdirSync(installing)
const installed = run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", tarball], installing)
const unreachable = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTCACHED/.test(installed.output)
if (unreachable) process.stdout.write("skipped npm install: the package registry is not reachable\n")
else {
  const isQuiet = installed.status === 0 && !/npm (?:warn|error)/.test(installed.output)
  check("npm install prints no warning", isQuiet ? null : installed.output)
  const scripts = Object.keys(manifest.scripts).filter((name) => /^(?:pre|post)?install$|^prepare$/.test(name))
  check("the installed package runs no script", listed(scripts))
  passes("the installed command", join(installing, "node_modules/.bin/parley"), ["--version"], installing)
}

/** Use cases whose parameters are shown as what a brand or a union is made of, instead of by the name that the domain gives it. */
const inlined = () =>
  packed
    .filter((file) => /\/dist\/src\/app\/.*\.d\.ts$/.test(file))
    .filter((file) =>
      /[(,] ?\w+: (?:(?:string|number) & import\("effect\/Brand"\)|"\w+" \||\{\s+readonly _tag: "(?:Audio|Text|User)")/.test(
        readFileSync(file, "utf8")
      )
    )
check("parameters of use cases have the names of the domain", listed(inlined()))

const command = join(production, "node_modules/effect-parley", manifest.bin.parley)
const bare = run("node", [command, "demo"], folder, { DATA_DIR: join(folder, "data"), PORT: "0", EMULATOR_PORT: "0" })
check(
  "the command says what it lacks for the embedded database",
  bare.status !== 0 && bare.output.includes("@electric-sql/pglite is not installed") ? null : bare.output
)
const pretended = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.1.0"}})'
const old = run("node", [`--import=${pretended}`, command, "--version"])
check(
  "the command says which Node it needs",
  old.status === 1 && old.output.split("\n").length === 1 && old.output.includes(manifest.engines.node.slice(2, 7))
    ? null
    : old.output
)

/** A program's own patch of `effect`, beside packages that take the `effect` beside them: copies, not links. */
const onEffect = ["effect", "@effect/platform-node", "@effect/platform-node-shared", "@effect/sql-pg"]
const belowEffect = onEffect.flatMap((name) =>
  Object.keys(JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")).dependencies ?? {})
)
const linked = new Set([...needed, ...belowEffect].filter((name) => !onEffect.includes(name)))
const patched = project("patched", [...linked])
const modules = join(patched, "node_modules")
for (const name of onEffect) {
  const isSource = (path: string) => !path.endsWith(join(name, "src"))
  cpSync(join(root, "node_modules", name), join(modules, name), { recursive: true, filter: isSource })
}
const { version, ...ofEffect } = JSON.parse(readFileSync(join(modules, "effect/package.json"), "utf8"))
const patch = version.replace(/\d+$/, "99")
writeFileSync(join(modules, "effect/package.json"), JSON.stringify({ ...ofEffect, version: patch }))
const ownEffect = `
import { createRequire } from "node:module"
for (const name of ["effect-parley", "@effect/platform-node", "@effect/sql-pg"]) {
  const found = createRequire(import.meta.resolve(name)).resolve("effect/package.json")
  if (createRequire(found)("./package.json").version !== "${patch}") throw new Error(name + " uses " + found)
}
await import("./examples/memory.ts")
`
passes(`the effect of the program, ${patch}`, "node", ["--input-type=module", "-e", ownEffect], patched)

const scope = Effect.runSync(Scope.make())
const { url: databaseUrl } = await PostgresServer.start().pipe(
  Effect.provide(NodeServices.layer),
  Scope.provide(scope),
  Effect.runPromise
)
const pages = await site()
const dataDir = join(folder, "demo")
const service = await packedService(
  join(everything, "node_modules/effect-parley", manifest.bin.parley),
  dataDir,
  pages.origin
)
check("the packed demo starts", service.ready ? null : service.output())
if (service.ready) {
  for (const example of readdirSync(join(root, "examples")).filter((file) => file.endsWith(".ts"))) {
    passes(`example ${example}`, "node", [join("examples", example)], everything, {
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl
    })
  }
  for (const { name, result } of await clientRuntimes(everything, await signedIn(dataDir), pages)) {
    if (result === "missing") process.stdout.write(`skipped the clients in ${name}: it is not installed\n`)
    else check(`the clients in ${name}`, result === "ok" ? null : result.failure)
  }
}
await service.stop()
pages.close()
await Effect.runPromise(Scope.close(scope, Exit.void))

const bytes = packed.reduce((sum, file) => sum + statSync(file).size, 0)
process.stdout.write(`${packed.length} files, ${(bytes / 1e6).toFixed(1)} MB; ${statSync(tarball).size} bytes packed\n`)
const { "./package.json": _, ...importable } = manifest.exports
for (const { bytes: own, compressed, entry, millis } of entryCosts(everything, importable)) {
  process.stdout.write(`${entry}: ${own} bytes of code, ${compressed} compressed, ${millis.toFixed(1)} ms\n`)
}
rmSync(folder, { recursive: true, force: true })
process.exitCode = failures === 0 ? 0 : 1
