import { Context, type Effect } from "effect"

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
