import { Effect } from "effect"
import type { Contest, Outcome, Size } from "./Comparison.ts"
import type { Round } from "./Round.ts"

/**
 * Lets the contenders take turns (A B A B), so that whatever else the machine does meets all of them. Rounds to warm up
 * are not counted.
 */
export const inTurn = Effect.fnUntraced(function* <R>(
  { contenders, heading, targets, unit }: Contest<R>,
  { rounds, warmUps }: Size,
  notes: ReadonlyArray<string> = []
) {
  const results = contenders.map(({ name }) => ({ name, rounds: new Array<Round>() }))
  for (let turn = -warmUps; turn < rounds; turn++) {
    for (const [place, { round }] of contenders.entries()) {
      const figures = yield* round
      if (turn >= 0) results[place]?.rounds.push(figures)
    }
  }
  const outcome: Outcome = { heading, unit, targets, results, notes }
  return outcome
})
