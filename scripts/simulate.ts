/**
 * `npm run simulate`: runs the whole service in virtual time under one seed or many, prints the hash of each trace and
 * the figures, and ends with code 1 if a rule does not hold. With `--differential`, plays histories on two kinds of
 * stores and compares their answers.
 */
import "effect/schema/SchemaJITCompiler/enable"
import { Effect, Exit, Option, Schema } from "effect"
import { spawn } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { HistoryFile } from "../testing/simulation/History.ts"
import { simulate, SimulationFailed } from "../testing/simulation/simulate.ts"
import { seedProgress } from "./seedProgress.ts"

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    seeds: { type: "string", default: "1" },
    hours: { type: "string", default: "1" },
    people: { type: "string", default: "10" },
    businesses: { type: "string", default: "2" },
    processes: { type: "string", default: "3" },
    messages: { type: "string", default: "100" },
    faults: { type: "string", default: "all" },
    /** Plays histories on memory and on the embedded database instead, and compares the answers of every GET. */
    differential: { type: "boolean", default: false },
    /** Ends before a new seed once this many minutes have passed. */
    minutes: { type: "string", default: "0" },
    /** A file with the next seed, by which a later run continues. */
    progress: { type: "string" },
    /** A file of a failed history to run again. */
    replay: { type: "string" },
    /** The file for a failed history. */
    file: { type: "string" },
    /** Ends with the first seed that breaks a rule. */
    "until-failure": { type: "boolean", default: false },
    "no-shrink": { type: "boolean", default: false },
    /** Processes of this machine that share the seeds. */
    workers: { type: "string", default: "1" },
    quiet: { type: "boolean", default: false }
  }
})

const write = (text: string) => void process.stdout.write(`${text}\n`)

const numberOf = (text: string, name: string): number => {
  const number = Number(text)
  if (text !== "" && Number.isFinite(number) && number >= 0) return number
  write(`--${name}: Expected a number of at least 0, and not ${text}`)
  process.exit(2)
}

/** Options that each worker gets for itself. */
const ofWorker: ReadonlySet<string> = new Set(["--seed", "--seeds", "--workers", "--progress"])

/** Options of the command that are not about the work of one seed. */
const ofRun: ReadonlySet<string> = new Set([...ofWorker, "--minutes", "--file", "--quiet"])

/** The arguments without these options and their values. */
const argumentsWithout = (options: ReadonlySet<string>): ReadonlyArray<string> =>
  process.argv
    .slice(2)
    .filter((option, at, all) => !options.has(option) && (option === "--quiet" || !options.has(all[at - 1] ?? "")))

const first = numberOf(values.seed, "seed")
const history = values.replay === undefined ? undefined : readFileSync(values.replay, "utf8")
const replayed = history === undefined ? Option.none() : Schema.decodeUnknownOption(HistoryFile)(history)
if (history !== undefined && Option.isNone(replayed)) {
  write(`${values.replay}: Expected a file that a simulation wrote`)
  process.exit(2)
}

const optionsOf = (seed: number) => ({
  seed,
  hours: numberOf(values.hours, "hours"),
  people: numberOf(values.people, "people"),
  businesses: numberOf(values.businesses, "businesses"),
  processes: numberOf(values.processes, "processes"),
  messagesPerHour: numberOf(values.messages, "messages"),
  shrink: !values["no-shrink"],
  faults: values.faults === "none" ? ("none" as const) : ("all" as const),
  ...Option.match(replayed, { onNone: () => ({}), onSome: (history) => ({ history }) })
})

const count = Option.isSome(replayed) ? 1 : numberOf(values.seeds, "seeds")
const workers = numberOf(values.workers, "workers")

/** Runs a part of the seeds in a process of its own; its exit code. */
const runWorker = (index: number): Promise<number> => {
  const share = Math.ceil(count / workers)
  const from = first + index * share
  const seeds = Math.max(0, Math.min(share, first + count - from))
  const own = ["--seed", String(from), "--seeds", String(seeds)]
  const progress = values.progress === undefined ? [] : ["--progress", `${values.progress}-${from}`]
  const options = [...argumentsWithout(ofWorker), ...own, ...progress]
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), ...options], { stdio: "inherit" })
  return new Promise((resolve) => child.on("close", (code) => resolve(code ?? 1)))
}

if (workers > 1) {
  const codes = await Promise.all(Array.from({ length: workers }, (_, index) => runWorker(index)))
  process.exit(Math.max(...codes))
}

const progress = seedProgress({
  first,
  file: values.progress,
  options: argumentsWithout(ofRun).join(" "),
  minutes: numberOf(values.minutes, "minutes")
})
const began = performance.now()
const processorTime = process.cpuUsage()
let hours = 0
let seeds = 0
let failures = 0

/** Simulates a seed; whether every rule held. */
const runSeed = (seed: number): boolean => {
  const exit = Effect.runSyncExit(simulate(optionsOf(seed)))
  if (Exit.isSuccess(exit)) {
    const { figures, hash, seed: played } = exit.value
    hours += figures.hours
    const facts = Object.entries(figures).map(([name, value]) => `${name} ${Math.round(value * 100) / 100}`)
    if (!values.quiet) write(`seed ${played} ${hash} ${facts.join(", ")}`)
    return true
  }
  const failed = exit.cause.reasons.flatMap((reason) => (reason._tag === "Fail" ? [reason.error] : []))[0]
  if (!(failed instanceof SimulationFailed)) throw new Error(String(exit.cause))
  const file = values.file ?? `simulation-${failed.seed}.json`
  writeFileSync(file, `${Schema.encodeSync(HistoryFile)(failed.history)}\n`)
  write(`seed ${failed.seed}: ${failed.message}\nReplay it with: npm run simulate -- --replay ${file}`)
  return false
}

/** Plays histories on memory and on the embedded database; a function of the seed, as `runSeed`. */
const comparing = async () => {
  const { differentialHistory, findDifferences, makeEmbedded, onEmbedded } =
    await import("../test/simulation/differences.ts")
  const playOn = onEmbedded(await Effect.runPromise(makeEmbedded))
  return async (seed: number): Promise<boolean> => {
    const length = numberOf(values.hours, "hours")
    const { differences, gets } = await Effect.runPromise(findDifferences(differentialHistory(seed, length), playOn))
    hours += length
    if (!values.quiet || differences.length > 0)
      write(`seed ${seed}: ${differences.length} differences in ${gets} GETs`)
    for (const difference of differences) write(difference)
    return differences.length === 0
  }
}

const run = values.differential ? await comparing() : runSeed

for (let seed = progress.first; seed < first + count && !progress.isTimeOver(); seed++) {
  // oxlint-disable-next-line no-await-in-loop -- One seed after the other, until the time is over.
  const isHeld = await run(seed)
  seeds += 1
  if (!isHeld) failures += 1
  progress.ended(seed, !isHeld)
  if (!isHeld && values["until-failure"]) break
}

const left = Math.max(0, first + count - progress.first - seeds)
if (left > 0 || progress.first > first) {
  write(`${progress.first - first} seeds before this run with ${progress.failedBefore} failures, ${left} left`)
}
const { system, user } = process.cpuUsage(processorTime)
const seconds = (performance.now() - began) / 1_000
const perSecond = (passed: number): string => (passed === 0 ? 0 : hours / passed).toFixed(1)
write(
  `${seeds} seeds, ${failures} failed, ${hours.toFixed(1)} virtual hours in ${seconds.toFixed(1)} seconds: ` +
    `${perSecond(seconds)} hours a second, ${perSecond((user + system) / 1_000_000)} a second of processor time`
)
process.exitCode = failures > 0 ? 1 : 0
