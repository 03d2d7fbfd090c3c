import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit } from "effect"
import { checkLaw, type Law } from "../../../testing/laws/Law.ts"

/** A new field of an input moves all values generated after it, so a defect that is found seldom goes missing then. */
const advice =
  "A law in `few` finds too few defects, and no law finds those in `missing` from every seed: make inputs of the law more often that tell the defect from the rule"

/** Implementations of a rule that break it, each by what is wrong with it. */
export type Defects<Rule> = ReadonlyArray<readonly [defect: string, rule: Rule]>

/** How many defects each law finds at least. */
const fewest = 3

/** A law finds a defect if it does from each of these, so that no law is good for one seed only. */
const seeds = [1, 20_261_126, 777_777]

/** Of a test, on a machine that others use too. */
const timeout = 300_000

/** The inputs of the usual number of runs from the seed. They are made once for all defects: that takes longest. */
const inputsOf = <Rule>({ inputs, name }: Law<Rule>, seed: number) =>
  Effect.gen(function* () {
    const given: Array<unknown> = []
    const recording: Law<null> = { name, inputs, holds: (_, one) => given.push(one) > 0 }
    yield* checkLaw(recording, null, { seed })
    return given
  })

/** A rule that throws is broken too. */
const isBroken = <Rule>(law: Law<Rule>, rule: Rule, given: unknown): boolean =>
  Exit.isFailure(Effect.runSyncExit(Effect.sync(() => assert.isTrue(law.holds(rule, given)))))

/** That each law finds at least three of the defects within the usual number of runs, and that each defect breaks a law. */
export const findsDefects = <Rule>(name: string, laws: ReadonlyArray<Law<Rule>>, defects: Defects<Rule>): void =>
  void describe(`the laws of ${name}`, () => {
    it.effect(
      "find the defects within the usual number of runs",
      () =>
        Effect.gen(function* () {
          const missing = new Set(defects.map(([defect]) => defect))
          const few: Array<{ readonly law: string; readonly finds: ReadonlyArray<string> }> = []
          for (const law of laws) {
            const runs = yield* Effect.forEach(seeds, (seed) => inputsOf(law, seed))
            const finds: Array<string> = []
            for (const [defect, broken] of defects) {
              if (finds.length >= fewest && !missing.has(defect)) continue
              if (runs.every((inputs) => inputs.some((given) => isBroken(law, broken, given)))) finds.push(defect)
            }
            for (const defect of finds) missing.delete(defect)
            if (finds.length < fewest) few.push({ law: law.name, finds })
          }
          assert.deepStrictEqual({ few, missing: [...missing] }, { few: [], missing: [] }, advice)
        }),
      timeout
    )
  })
