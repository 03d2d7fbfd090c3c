import { Context, Effect, HashSet, Layer, Option, Ref, Result, Schema } from "effect"
import { labelId } from "../graph/randomIds.ts"
import { savedPart, SavedState } from "../SavedState.ts"

/** How many labels a Page can have, and how many people one label. */
export const maxLabels = 1_000
export const maxLabelled = 10_000

/** A word that a Page puts on its people. */
const CustomLabel = Schema.Struct({
  id: Schema.String,
  pageId: Schema.String,
  name: Schema.String,
  people: Schema.HashSet(Schema.String)
})
export type CustomLabel = typeof CustomLabel.Type

/** The Page has a label of that name. */
export class LabelNameTaken extends Schema.TaggedError<LabelNameTaken>()("LabelNameTaken", {}) {}

/** There can be no more: of the labels of a Page, or of the people of a label. */
export class LabelsFull extends Schema.TaggedError<LabelsFull>()("LabelsFull", { limit: Schema.Int }) {}

/** The labels of all Pages, the oldest first. */
export class CustomLabels extends Context.Service<
  CustomLabels,
  {
    find(id: string): Effect.Effect<Option.Option<CustomLabel>>
    ofPage(pageId: string): Effect.Effect<ReadonlyArray<CustomLabel>>
    /** Makes a label, and says its id. */
    create(pageId: string, name: string): Effect.Effect<string, LabelNameTaken | LabelsFull>
    /** Puts the label on the person, who may have it already. */
    put(id: string, person: string): Effect.Effect<void, LabelsFull>
    /** Takes the label off the person, who need not have it. */
    remove(id: string, person: string): Effect.Effect<void>
  }
>()("emulator/CustomLabels") {}

type Labels = ReadonlyArray<CustomLabel>

const part = savedPart("labels", Schema.Array(CustomLabel))

/** What a change gives back and the labels after it, or why there is none. */
type Changed<A, E> = Result.Result<readonly [A, Labels], E>

const withPeople = (labels: Labels, id: string, people: HashSet.HashSet<string>): Labels =>
  labels.map((label) => (label.id === id ? { ...label, people } : label))

export const layer: Layer.Layer<CustomLabels> = Layer.effect(
  CustomLabels,
  Effect.gen(function* () {
    const state = yield* (yield* SavedState).ref<Labels>(part, [])
    const peopleOf = (labels: Labels, id: string) =>
      labels.find((label) => label.id === id)?.people ?? HashSet.empty<string>()

    /** Changes the labels, or fails and leaves them. */
    const change = <A, E>(act: (labels: Labels) => Changed<A, E>): Effect.Effect<A, E> =>
      Effect.flatMap(
        Ref.modify(state, (labels): readonly [Result.Result<A, E>, Labels] =>
          Result.match(act(labels), {
            onFailure: (error) => [Result.fail(error), labels],
            onSuccess: ([value, next]) => [Result.succeed(value), next]
          })
        ),
        Effect.fromResult
      )

    return CustomLabels.of({
      find: (id) => Effect.map(Ref.get(state), (labels) => Option.fromUndefinedOr(labels.find((one) => one.id === id))),
      ofPage: (pageId) => Effect.map(Ref.get(state), (labels) => labels.filter((one) => one.pageId === pageId)),
      create: Effect.fnUntraced(function* (pageId, name) {
        const id = yield* labelId
        return yield* change((labels): Changed<string, LabelNameTaken | LabelsFull> => {
          const present = labels.filter((one) => one.pageId === pageId)
          if (present.some((one) => one.name === name)) return Result.fail(new LabelNameTaken())
          if (present.length >= maxLabels) return Result.fail(new LabelsFull({ limit: maxLabels }))
          return Result.succeed([id, [...labels, { id, pageId, name, people: HashSet.empty() }]])
        })
      }),
      put: (id, person) =>
        change((labels): Changed<void, LabelsFull> => {
          const people = HashSet.add(peopleOf(labels, id), person)
          return HashSet.size(people) > maxLabelled
            ? Result.fail(new LabelsFull({ limit: maxLabelled }))
            : Result.succeed([undefined, withPeople(labels, id, people)])
        }),
      remove: (id, person) =>
        Ref.update(state, (labels) => withPeople(labels, id, HashSet.remove(peopleOf(labels, id), person)))
    })
  })
)
