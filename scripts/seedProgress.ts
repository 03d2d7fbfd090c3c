import { Schema } from "effect"
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"

/** The progress of a run over many seeds, as a file has it. */
const Progress = Schema.fromJsonString(
  Schema.Struct({
    /** The options that decide what a seed does. With others the run starts anew. */
    options: Schema.String,
    /** The seed with which a later run continues. */
    next: Schema.Int,
    /** Seeds that broke a rule. */
    failed: Schema.Array(Schema.Int)
  })
)
type Progress = typeof Progress.Type

/** Where a run over seeds continues, and when it ends by itself. */
export interface SeedProgress {
  /** The first seed of this run. */
  readonly first: number
  /** Number of seeds that earlier runs found to break a rule. */
  readonly failedBefore: number
  /** Whether the time of the run is over. */
  readonly isTimeOver: () => boolean
  /** Records the end of a seed. */
  readonly ended: (seed: number, isFailed: boolean) => void
}

/** Options of `seedProgress`. */
export interface ProgressOptions {
  readonly first: number
  /** The file of the progress; undefined to record none. */
  readonly file: string | undefined
  readonly options: string
  /** Longest time of the run in minutes; 0 for any. */
  readonly minutes: number
}

const read = ({ file, first, options }: ProgressOptions): Progress => {
  const anew = { options, next: first, failed: [] }
  if (file === undefined || !existsSync(file)) return anew
  const stored = Schema.decodeUnknownSync(Progress)(readFileSync(file, "utf8"))
  return stored.options === options ? stored : anew
}

/** Continues after the last seed in the file, and records each further one there. */
export const seedProgress = (given: ProgressOptions): SeedProgress => {
  const { file, minutes } = given
  const began = performance.now()
  let progress = read(given)
  return {
    first: progress.next,
    failedBefore: progress.failed.length,
    isTimeOver: () => minutes > 0 && performance.now() - began > minutes * 60_000,
    ended: (seed, isFailed) => {
      if (file === undefined) return
      progress = { ...progress, next: seed + 1, failed: isFailed ? [...progress.failed, seed] : progress.failed }
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, `${Schema.encodeSync(Progress)(progress)}\n`)
    }
  }
}
