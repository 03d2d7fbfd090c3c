import { Context, type Effect } from "effect"

/** The result of one check. */
export interface Finding {
  /** The thing that was checked: "database", "webhook of Acme". */
  readonly what: string
  readonly state: "ok" | "warning" | "problem"
  /** Its condition, in words. */
  readonly found: string
  /** What to do; null for `ok`. */
  readonly remedy: string | null
}

/** A check, and what to call it while it runs. */
export interface Check {
  readonly name: string
  /** Never fails: what goes wrong is a finding. */
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

/** Looks at everything that the service needs. */
export class Doctor extends Context.Service<Doctor, { readonly checks: ReadonlyArray<Check> }>()(
  "effect-parley/adapters/cli/Doctor"
) {}
