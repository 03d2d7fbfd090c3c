import type { Outcome } from "./Comparison.ts"
import { verdictsOf, type Verdict } from "./ratios.ts"
import { median, type Round } from "./Round.ts"

const nameWidth = 46

/** Figures as wide as what is measured asks for: three digits say enough. */
const inFigures = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

const column = (value: number, width = 8): string => inFigures(value).padStart(width)

const contenderLine = (name: string, rounds: ReadonlyArray<Round>, unit: string): string => {
  const rates = rounds.map(({ perSecond }) => perSecond)
  const medianOf = (figure: keyof Round) => median(rounds.map((round) => round[figure] ?? NaN))
  const worst = Math.max(...rounds.map((round) => round.worst))
  const memory = rounds[0]?.megabytes === undefined ? "" : `   ${column(medianOf("megabytes"))} MB`
  return `  ${name.padEnd(nameWidth)} ${column(median(rates))} ${unit} (worst ${column(Math.min(...rates), 0)})   p50 ${column(medianOf("p50"))} ms   p99 ${column(medianOf("p99"))} ms   worst ${column(worst)} ms${memory}`
}

const verdictLine = ({ against, isMet, must, ratio, ratios, what }: Verdict): string => {
  const times = against === null ? "" : "×"
  const bound = "atLeast" in must ? `≥ ${must.atLeast}${times}` : `≤ ${must.atMost}${times}`
  const range = `${inFigures(Math.min(...ratios))} to ${inFigures(Math.max(...ratios))}`
  const subject = against === null ? what : `${what}, against ${against}`
  return `  ${subject}: must ${bound}: ${inFigures(ratio)}${times} (${range}) ${isMet ? "met" : "MISSED"}`
}

/** The outcome for people; a moment of everything is not judged. */
export const reportOf = (outcome: Outcome, isJudged: boolean): string =>
  [
    outcome.heading,
    ...outcome.results.map(({ name, rounds }) => contenderLine(name, rounds, outcome.unit)),
    ...(isJudged ? verdictsOf(outcome).map(verdictLine) : []),
    ...outcome.notes.map((note) => `  ${note}`)
  ].join("\n")
