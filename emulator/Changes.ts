import { Context, DateTime, Effect, Layer, Ref, Schema } from "effect"

/** The parts of the emulator that a page shows, each with a list of its own. */
export const Topic = Schema.Literals(["threads", "deliveries", "ledger", "templates", "faults"])
export type Topic = typeof Topic.Type

/** The answer to a poll. */
export interface Poll {
  /** The `after` of the next poll. */
  readonly revision: number
  readonly changed: ReadonlyArray<Topic>
}

/** Counts changes by topic, so that a poll costs the same however much has changed. */
export interface Changes {
  readonly touch: (...topics: ReadonlyArray<Topic>) => Effect.Effect<void>
  /** The topics that changed after the revision. All of them for a revision of an earlier process. */
  readonly since: (revision: number) => Effect.Effect<Poll>
}

/** Without the layer nothing is counted. */
export const Changes = Context.Reference<Changes>("emulator/Changes", {
  defaultValue: () => ({ touch: () => Effect.void, since: (revision) => Effect.succeed({ revision, changed: [] }) })
})

interface Revisions {
  readonly last: number
  readonly byTopic: Readonly<Record<Topic, number>>
}

/** Revisions begin at the time of the start in epoch milliseconds, above those of earlier processes. */
export const layer: Layer.Layer<never> = Layer.effect(
  Changes,
  Effect.gen(function* () {
    const start = DateTime.toEpochMillis(yield* DateTime.now)
    const state = yield* Ref.make<Revisions>({
      last: start,
      byTopic: { threads: start, deliveries: start, ledger: start, templates: start, faults: start }
    })
    return {
      touch: (...topics) =>
        Ref.update(state, ({ byTopic, last }) => ({
          last: last + 1,
          byTopic: { ...byTopic, ...Object.fromEntries(topics.map((topic) => [topic, last + 1])) }
        })),
      since: (revision) =>
        Effect.map(Ref.get(state), ({ byTopic, last }) => ({
          revision: last,
          changed: Topic.literals.filter((topic) => byTopic[topic] > revision || revision > last)
        }))
    }
  })
)
