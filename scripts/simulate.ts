/**
 * `npm run simulate`: runs the whole service in virtual time under one seed or many, prints the hash of each trace and
 * the figures, and ends with code 1 if a rule does not hold.
 */
import "effect/schema/SchemaJITCompiler/enable"
import { Effect, Exit, Option, Schema } from "effect"
import { spawn } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { HistoryFile } from "../testing/simulation/History.ts"
import { simulate, SimulationFailed } from "../testing/simulation/simulate.ts"

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
const isShared = (option: string): boolean => ["--seed", "--seeds", "--workers"].includes(option)

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
  const options = process.argv.slice(2).filter((option, at, all) => !isShared(option) && !isShared(all[at - 1] ?? ""))
  const child = spawn(
    process.execPath,
    [fileURLToPath(import.meta.url), ...options, "--seed", String(from), "--seeds", String(seeds)],
    { stdio: "inherit" }
  )
  return new Promise((resolve) => child.on("close", (code) => resolve(code ?? 1)))
}

if (workers > 1) {
  const codes = await Promise.all(Array.from({ length: workers }, (_, index) => runWorker(index)))
  process.exit(Math.max(...codes))
}

const began = performance.now()
let hours = 0
let failures = 0

for (let seed = first; seed < first + count && !(failures > 0 && values["until-failure"]); seed++) {
  const exit = Effect.runSyncExit(simulate(optionsOf(seed)))
  if (Exit.isSuccess(exit)) {
    const { figures, hash } = exit.value
    hours += figures.hours
    const facts = Object.entries(figures).map(([name, value]) => `${name} ${Math.round(value * 100) / 100}`)
    if (!values.quiet) write(`seed ${seed} ${hash} ${facts.join(", ")}`)
    continue
  }
  failures += 1
  const failed = exit.cause.reasons.flatMap((reason) => (reason._tag === "Fail" ? [reason.error] : []))[0]
  if (!(failed instanceof SimulationFailed)) throw new Error(String(exit.cause))
  const file = values.file ?? `simulation-${failed.seed}.json`
  writeFileSync(file, `${Schema.encodeSync(HistoryFile)(failed.history)}\n`)
  write(`seed ${failed.seed}: ${failed.message}\nReplay it with: npm run simulate -- --replay ${file}`)
}

const seconds = (performance.now() - began) / 1_000
const speed = seconds === 0 ? 0 : hours / seconds
write(
  `${count} seeds, ${failures} failed, ${hours.toFixed(1)} virtual hours in ${seconds.toFixed(1)} seconds: ${speed.toFixed(1)} hours a second`
)
process.exitCode = failures > 0 ? 1 : 0
