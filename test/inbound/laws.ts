import { Effect } from "effect"
import { assertKept, expectedOf, givenHistories } from "./expected.ts"
import { withHandClock } from "./HandClock.ts"
import { histories, type History } from "./history.ts"
import { StoredInbox } from "./StoredInbox.ts"
import { Arrival, runSomehow, today } from "./run.ts"

/** Two organizations' histories, and how what is reported of them comes in. */
export const given = { one: histories, other: histories, arrival: Arrival }

interface Given {
  readonly one: History
  readonly other: History
  readonly arrival: Arrival
}

/** Everything of both organizations at once comes to what each comes to by itself, as it happened. */
export const comesToTheSame = Effect.fnUntraced(function* ({ arrival, one, other }: Given) {
  const both = [one, other]
  const expected = yield* expectedOf(both)
  const { organizations, parts, sendings } = yield* givenHistories(both)
  yield* withHandClock(today, runSomehow(parts, sendings, arrival))
  assertKept(yield* (yield* StoredInbox).all, both, organizations, expected)
})
