import { Clock, Effect, Latch, Ref } from "effect"
import { type DeliveryShard, deliveryShards } from "../../src/domain/webhooks/DeliveryShard.ts"

/** Which member owns which shards. */
export type Holdings = Readonly<Record<string, ReadonlySet<DeliveryShard> | undefined>>

interface Seen {
  readonly holdings: Holdings
  /** Every time that somebody began with a shard that somebody else was not done with. */
  readonly overlaps: ReadonlyArray<string>
}

const entered = ({ holdings, overlaps }: Seen, who: string, shard: DeliveryShard): Seen => ({
  holdings: { ...holdings, [who]: new Set([...(holdings[who] ?? []), shard]) },
  overlaps: [
    ...overlaps,
    ...Object.entries(holdings)
      .filter(([, shards]) => shards?.has(shard))
      .map(([other]) => `${who} began with ${shard} before ${other} was done`)
  ]
})

const left = ({ holdings, overlaps }: Seen, who: string, shard: DeliveryShard): Seen => ({
  holdings: { ...holdings, [who]: new Set([...(holdings[who] ?? [])].filter((each) => each !== shard)) },
  overlaps
})

/** How many shards each of them has, most first. */
export const shares = (holdings: Holdings): ReadonlyArray<number> =>
  Object.values(holdings)
    .map((shards) => shards?.size ?? 0)
    .filter((count) => count > 0)
    .toSorted((a, b) => b - a)

/** How many shards a member owns. */
export const owned = (holdings: Holdings): number =>
  deliveryShards.filter((shard) => Object.values(holdings).some((shards) => shards?.has(shard))).length

/** Watches which member owns which shards. */
export const makeOwnership = Effect.gen(function* () {
  const seen = yield* Ref.make<Seen>({ holdings: {}, overlaps: [] })
  const changed = yield* Latch.make()
  const note = (change: (before: Seen) => Seen) =>
    Effect.andThen(Ref.update(seen, change), Effect.asVoid(changed.release))
  return {
    enter: (who: string, shard: DeliveryShard) => note((before) => entered(before, who, shard)),
    leave: (who: string, shard: DeliveryShard) => note((before) => left(before, who, shard)),
    /** Nothing is its any more, whatever it says itself: it is dead, or stands still. */
    lose: (who: string) =>
      note(({ holdings, overlaps }) => ({ holdings: { ...holdings, [who]: new Set() }, overlaps })),
    overlaps: Effect.map(Ref.get(seen), ({ overlaps }) => overlaps),
    holdings: Effect.map(Ref.get(seen), ({ holdings }) => holdings),
    /** Waits until things are like this, at most 90 seconds; gives how long that took, in milliseconds. */
    until: (isLike: (holdings: Holdings) => boolean) =>
      Effect.gen(function* () {
        const start = yield* Clock.currentTimeMillis
        while (!isLike((yield* Ref.get(seen)).holdings)) yield* changed.await
        return (yield* Clock.currentTimeMillis) - start
      }).pipe(
        Effect.timeout("90 seconds"),
        Effect.catch(() =>
          Effect.flatMap(Ref.get(seen), ({ holdings }) =>
            Effect.die(
              new Error(
                `it never came to that: ${JSON.stringify(Object.entries(holdings).map(([who, each]) => [who, [...(each ?? [])]]))}`
              )
            )
          )
        )
      )
  }
})

export type Ownership = Effect.Success<typeof makeOwnership>
