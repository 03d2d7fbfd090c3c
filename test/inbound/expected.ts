import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { withHandClock } from "./HandClock.ts"
import type { History } from "./history.ts"
import { type Kept, StoredInbox } from "./StoredInbox.ts"
import { differences, type InboxPicture, pictureOf } from "./picture.ts"
import { partsOf } from "./reports.ts"
import { runStraight, today } from "./run.ts"
import { reserved } from "./sends.ts"
import { type Connected, connected, memoryWorld } from "./world.ts"

/** What each organization's history comes to by itself: as it happened, in a world of its own in memory. */
export const expectedOf = (histories: ReadonlyArray<History>) =>
  Effect.forEach(histories, (history, organization) =>
    Effect.gen(function* () {
      const own = yield* connected(organization)
      yield* runStraight(partsOf(history, organization), yield* reserved(history, own))
      return pictureOf(yield* (yield* StoredInbox).all, own.id, history.isLoose)
    }).pipe((run) => withHandClock(today, run), Effect.provide(Layer.fresh(memoryWorld)))
  )

/** Everything of some organizations in one world: empty before it, with what is about to be sent, and all reports. */
export const givenHistories = Effect.fnUntraced(function* (histories: ReadonlyArray<History>) {
  yield* (yield* StoredInbox).clear
  const organizations = yield* Effect.forEach(histories, (_, which) => connected(which))
  const sendings = yield* Effect.forEach(histories, (history, which) => {
    const own = organizations[which]
    return own === undefined ? Effect.succeed([]) : reserved(history, own)
  })
  return { organizations, sendings: sendings.flat(), parts: histories.flatMap(partsOf) }
})

/** That each organization has what its own history comes to, and that nothing is left over. */
export const assertKept = (
  kept: Kept,
  histories: ReadonlyArray<History>,
  organizations: ReadonlyArray<Connected>,
  expected: ReadonlyArray<InboxPicture>
): void => {
  for (const [which, { id }] of organizations.entries()) {
    const found = pictureOf(kept, id, histories[which]?.isLoose === true)
    const different = differences(found, expected[which] ?? found)
    assert.isEmpty(different, different.join("\n"))
  }
  assert.isEmpty(kept.undone)
  assert.isEmpty(kept.problems.filter(({ reason }) => reason === "failed"))
}
