import { Effect, Option, type Scope } from "effect"
import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chown, type FileHandle, mkdir, open, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { maintain, serverUrl } from "../database/serverDatabase.ts"

const run = promisify(execFile)

/** The user of a server that the tests start as root. */
const serverUser = 65_534

const block = Buffer.alloc(1_024 * 1_024)

/** Room for the tables of the service and some rows, in megabytes. */
const megabytes = 96

export interface SmallDisk {
  /** The tablespace of the test server on it. */
  readonly tablespace: string
  /** Takes all that is left of the disk. */
  readonly fill: Effect.Effect<void>
  /** Gives it back. */
  readonly empty: Effect.Effect<void>
}

/** Writes until no space is left on the device. */
const fillWith = async (path: string) => {
  const writeOn = async (file: FileHandle): Promise<void> => {
    await file.write(block)
    return writeOn(file)
  }
  const file = await open(path, "w")
  await writeOn(file).catch(() => undefined)
  await file.close()
}

/** A file system of its own in memory with a tablespace on it; none where only others may mount one. */
export const smallDisk: Effect.Effect<Option.Option<SmallDisk>, never, Scope.Scope> = Effect.gen(function* () {
  if (process.getuid?.() !== 0 || process.env["DATABASE_URL"] !== undefined) return Option.none()
  const name = `parley_disk_${randomBytes(6).toString("hex")}`
  const folder = join(tmpdir(), name)
  const isMounted = yield* Effect.promise(async () => {
    await mkdir(folder)
    return run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", folder]).then(
      () => true,
      () => false
    )
  })
  const unmount = Effect.promise(async () => {
    if (isMounted) await run("umount", ["-l", folder]).catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  })
  yield* Effect.addFinalizer(() => unmount)
  if (!isMounted) return Option.none()
  const location = join(folder, "tables")
  yield* Effect.promise(async () => {
    await mkdir(location)
    await chown(location, serverUser, serverUser)
  })
  const server = yield* serverUrl
  yield* Effect.acquireRelease(maintain(server, `create tablespace ${name} location '${location}'`), () =>
    maintain(server, `drop tablespace ${name}`)
  )
  const ballast = join(folder, "ballast")
  return Option.some({
    tablespace: name,
    fill: Effect.promise(() => fillWith(ballast)),
    empty: Effect.promise(() => rm(ballast, { force: true }))
  })
})
