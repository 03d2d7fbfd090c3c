import { Context, Effect, HashSet, Layer, Option, Ref, Result, Schema } from "effect"
import { labelId } from "../graph/randomIds.ts"
import { savedPart, SavedState } from "../SavedState.ts"

/** Maximum number of labels of a Page, and of people of a label. */
export const maxLabels = 1_000
export const maxLabelled = 10_000

/** A label that a Page assigns to people. */
const CustomLabel = Schema.Struct({
  id: Schema.String,
  pageId: Schema.String,
  name: Schema.String,
  people: Schema.HashSet(Schema.String)
})
export type CustomLabel = typeof CustomLabel.Type

/** The Page already has a label with that name. */
export class LabelNameTaken extends Schema.TaggedError<LabelNameTaken>()("LabelNameTaken", {}) {}

/** The Page has too many labels, or the label too many people. */
export class LabelsFull extends Schema.TaggedError<LabelsFull>()("LabelsFull", { limit: Schema.Int }) {}

/** The labels of all Pages, oldest first. */
export class CustomLabels extends Context.Service<
  CustomLabels,
  {
    find(id: string): Effect.Effect<Option.Option<CustomLabel>>
    ofPage(pageId: string): Effect.Effect<ReadonlyArray<CustomLabel>>
    /** Creates a label and returns its id. */
    create(pageId: string, name: string): Effect.Effect<string, LabelNameTaken | LabelsFull>
    /** Assigns the label to the person; no effect if already assigned. */
    put(id: string, person: string): Effect.Effect<void, LabelsFull>
    /** Removes the label from the person; no effect if not assigned. */
    remove(id: string, person: string): Effect.Effect<void>
  }
>()("emulator/CustomLabels") {}

type Labels = ReadonlyArray<CustomLabel>

const part = savedPart("labels", Schema.Array(CustomLabel))

/** The result of a change and the labels after it, or its failure. */
type Changed<A, E> = Result.Result<readonly [A, Labels], E>

const withPeople = (labels: Labels, id: string, people: HashSet.HashSet<string>): Labels =>
  labels.map((label) => (label.id === id ? { ...label, people } : label))

export const layer: Layer.Layer<CustomLabels> = Layer.effect(
  CustomLabels,
  Effect.gen(function* () {
    const state = yield* (yield* SavedState).ref<Labels>(part, [])
    const peopleOf = (labels: Labels, id: string) =>
      labels.find((label) => label.id === id)?.people ?? HashSet.empty<string>()

    /** Changes the labels, or fails and leaves them unchanged. */
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
