import type { Outcome, Target } from "./Comparison.ts"
import { median } from "./Round.ts"

/** A target with what came of it; the ratio is the median of those of the turns. */
export interface Verdict extends Target {
  readonly ratio: number
  readonly ratios: ReadonlyArray<number>
  readonly isMet: boolean
}

const isMet = (ratio: number, must: Target["must"]) =>
  "atLeast" in must ? ratio >= must.atLeast : ratio <= must.atMost

/** Ratios of rounds that followed each other: a machine that is slow for a while is slow for both. */
export const verdictsOf = ({ results, targets }: Outcome): ReadonlyArray<Verdict> =>
  targets.map((target) => {
    const others = results.find(({ name }) => name === target.against)?.rounds
    const ratios = (results[0]?.rounds ?? []).map(
      (round, turn) =>
        (round[target.figure] ?? NaN) / (target.against === null ? 1 : (others?.[turn]?.[target.figure] ?? NaN))
    )
    const ratio = median(ratios)
    return { ...target, ratio, ratios, isMet: isMet(ratio, target.must) }
  })
