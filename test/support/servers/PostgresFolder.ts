import { Clock, Duration, Effect, FileSystem, Option, Path, Schema } from "effect"
import { tmpdir } from "node:os"
import * as ProcessIdentity from "../../../src/adapters/postgres/embedded/ProcessIdentity.ts"

/** The temporary folders of the test servers: `<tmp>/parley-postgres-<random>`, each with the identity of its guardian. */
const prefix = "parley-postgres-"
const ownerFile = "owner.json"
const Owner = Schema.fromJsonString(ProcessIdentity.ProcessIdentity)

/** A folder without an owner is one that is just being made, or whose maker was killed in that moment. */
const makingTakesAtMost = Duration.minutes(10)

/** Every folder above must let the unprivileged user through. */
const passable = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  for (let above = path.resolve(folder); ; above = path.dirname(above)) {
    if (((yield* fs.stat(above)).mode & 0o001) === 0) return false
    if (above === path.dirname(above)) return true
  }
})

const parent = Effect.gen(function* () {
  const path = yield* Path.Path
  return process.getuid?.() !== 0 || (yield* passable(tmpdir())) ? tmpdir() : path.resolve("/tmp")
})

export const make = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectory({ directory: yield* parent, prefix })
  yield* fs.chmod(folder, 0o711)
  return folder
})

/** Names the process whose end makes the folder a leftover. */
export const claim = Effect.fnUntraced(function* (folder: string, pid: number) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const owner = Option.getOrElse(yield* ProcessIdentity.find(pid), () => ({ pid, startedAt: null }))
  yield* fs.writeFileString(path.join(folder, ownerFile), yield* Effect.orDie(Schema.encodeEffect(Owner)(owner)))
})

/** Only a process that runs in this very data folder is the server that was left; its pid may be another's by now. */
const killServer = Effect.fnUntraced(function* (data: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const text = yield* fs.readFileString(path.join(data, "postmaster.pid"))
  const pid = Number.parseInt(text, 10)
  const where = yield* fs.readLink(`/proc/${pid}/cwd`)
  if (where === data) yield* Effect.try(() => process.kill(pid, "SIGQUIT"))
})

const isLeftBehind = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const info = yield* fs.stat(folder)
  if (Option.getOrElse(info.uid, () => -1) !== (process.getuid?.() ?? -1)) return false
  const owner = yield* fs
    .readFileString(path.join(folder, ownerFile))
    .pipe(Effect.flatMap(Schema.decodeEffect(Owner)), Effect.option)
  if (Option.isSome(owner)) return !(yield* ProcessIdentity.isRunning(owner.value))
  const age = (yield* Clock.currentTimeMillis) - Option.match(info.mtime, { onNone: () => 0, onSome: Number })
  return age > Duration.toMillis(makingTakesAtMost)
})

/** Stops the servers and removes the folders whose guardians were killed. Two sweeps at once do each other no harm. */
export const sweep = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const directory = yield* parent
  const names = (yield* fs.readDirectory(directory)).filter((name) => name.startsWith(prefix))
  for (const folder of names.map((name) => path.join(directory, name))) {
    if (!(yield* Effect.orElseSucceed(isLeftBehind(folder), () => false))) continue
    yield* Effect.ignore(killServer(path.join(folder, "data")))
    yield* Effect.ignore(fs.remove(folder, { recursive: true, force: true }))
  }
})
