import { Effect, Schema } from "effect"
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"

/** Debian and Ubuntu install each version of Postgres in a folder of its own here. */
const versions = "/usr/lib/postgresql"

/** Longest time for each step of an installation, in milliseconds. */
const installMillis = 300_000

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

const aptGet = (...args: ReadonlyArray<string>): string | undefined => {
  const run = spawnSync("apt-get", args, {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    encoding: "utf8",
    timeout: installMillis
  })
  return run.status === 0 ? undefined : `apt-get ${args.join(" ")}: ${run.error?.message ?? run.stderr.trim()}`
}

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
