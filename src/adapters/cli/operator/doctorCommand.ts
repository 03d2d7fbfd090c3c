import { Console, Context, Effect } from "effect"
import { Command } from "effect/cli"
import { Json, answerList } from "../output/answer.ts"
import { failed } from "./OperatorError.ts"

/** The result of one check. */
export interface Finding {
  /** The checked object: "database", "webhook of Acme". */
  readonly what: string
  readonly state: "ok" | "warning" | "problem"
  /** Its condition as text. */
  readonly found: string
  /** The next step; null for `ok`. */
  readonly remedy: string | null
}

/** A check and its name while it runs. */
export interface Check {
  readonly name: string
  /** Never fails: problems are findings. */
  readonly findings: Effect.Effect<ReadonlyArray<Finding>>
}

export const ok = (what: string, found: string): Finding => ({ what, state: "ok", found, remedy: null })
export const warning = (what: string, found: string, remedy: string): Finding => ({
  what,
  state: "warning",
  found,
  remedy
})
export const problem = (what: string, found: string, remedy: string): Finding => ({
  what,
  state: "problem",
  found,
  remedy
})

/** Checks everything that the service needs. */
export class Doctor extends Context.Service<Doctor, { readonly checks: ReadonlyArray<Check> }>()(
  "effect-parley/adapters/cli/Doctor"
) {}

/** Maximum length of a finding in characters: it may contain statements for an administrator. */
const maxShown = 2_000

/** `parley doctor`. Progress goes to standard error, the findings to standard output. */
export const doctorCommand = Command.make("doctor", {}, () =>
  Effect.gen(function* () {
    const { checks } = yield* Doctor
    const isQuiet = yield* Json
    const findings: Array<Finding> = []
    for (const { findings: look, name } of checks) {
      if (!isQuiet) yield* Console.error(`checking ${name} …`)
      findings.push(...(yield* look))
    }
    yield* answerList("findings", {
      rows: findings.map((finding) => ({ ...finding })),
      columns: ["state", "what", "found", "remedy"],
      hasMore: false,
      maxCell: maxShown,
      none: "Nothing was checked."
    })
    const problems = findings.filter(({ state }) => state === "problem").length
    if (problems > 0) return yield* failed(`${problems} of ${findings.length} checks found a problem`)
  })
).pipe(
  Command.withShortDescription("Checks everything that the service needs, and says what to do"),
  Command.withDescription(
    "Checks settings, database, pooler, schema, clocks, disk, platform, Redis, bucket, keys of session tokens, identity provider of the console, collector, webhooks and tokens, and says what to do. A probe in the bucket is removed again; no other data changes"
  )
)
