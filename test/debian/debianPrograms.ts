import { Effect, Schema } from "effect"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { aptGet } from "../../scripts/aptGet.ts"

/** Debian and Ubuntu install each version of Postgres in a folder of its own here. */
const versions = "/usr/lib/postgresql"

export class NoDebianPostgres extends Schema.TaggedError<NoDebianPostgres>()("NoDebianPostgres", {
  reason: Schema.String
}) {
  override get message(): string {
    return `No Postgres of Debian: ${this.reason}`
  }
}

/** The newest installed version; undefined without one. */
const installed = (): string | undefined =>
  (existsSync(versions) ? readdirSync(versions) : [])
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(versions, version))
    .find((folder) => existsSync(join(folder, "bin", "postgres")))

/** Recommended packages are installed too: from version 17 on, JIT is one of them. */
const install = (): string | undefined =>
  process.getuid?.() === 0
    ? (aptGet("update") ?? aptGet("install", "-y", "postgresql"))
    : `none in ${versions}, and only root can install one`

/** Folder with `bin` of the Postgres that Debian packages, which is installed when there is none. */
export const debianPrograms = Effect.suspend(() => {
  const failure = installed() === undefined ? install() : undefined
  const programs = installed()
  return programs === undefined
    ? Effect.fail(new NoDebianPostgres({ reason: failure ?? `apt-get installed nothing in ${versions}` }))
    : Effect.succeed(programs)
})
