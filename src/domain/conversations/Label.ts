import { Result, Schema } from "effect"
import { folded } from "../contacts/ContactSearch.ts"
import { LabelId, OrganizationId } from "../Ids.ts"
import { type TextLimit, isWithin } from "../text/textLimits.ts"

/** A color as six hexadecimal digits after `#`, in lower case. */
export const LabelColor = Schema.String.check(
  Schema.isPattern(/^#[0-9a-f]{6}$/, { expected: "a color such as #2f80ed" })
)

/** The color of a label that names none. */
export const defaultLabelColor = "#6b7280"

/** A label of an organization. Conversations and contacts have labels by name (contract: Labels of an organization). */
export class Label extends Schema.Opaque<Label>()(
  Schema.Struct({
    id: LabelId,
    organizationId: OrganizationId,
    name: Schema.NonEmptyString,
    color: LabelColor,
    createdAt: Schema.DateTimeUtcFromString
  })
) {}

/** Most labels of an organization. */
export const maxLabels = 200

/** Most labels of one conversation or contact. */
export const maxLabelsOfOne = 50

/** The name of a label. */
export const labelNameLimit: TextLimit = { limit: 64, unit: "characters" }

/** The organization has no label with this id. */
export class LabelNotFound extends Schema.TaggedError<LabelNotFound>()("LabelNotFound", {}) {}

/** The name belongs to a different label of the organization. Capitals and accents make no difference. */
export class LabelNameTaken extends Schema.TaggedError<LabelNameTaken>()("LabelNameTaken", {}) {}

/** The organization has as many labels as it may have. */
export class TooManyLabels extends Schema.TaggedError<TooManyLabels>()("TooManyLabels", {}) {}

/** The name of a label is blank or too long. */
export class LabelNameRefused extends Schema.TaggedError<LabelNameRefused>()("LabelNameRefused", {}) {}

/** The organization has no label with the name at this index of the request. */
export class LabelUnknown extends Schema.TaggedError<LabelUnknown>()("LabelUnknown", {
  index: Schema.Int,
  name: Schema.String
}) {}

/** The request has more than `maxLabelsOfOne` labels. */
export class TooManyLabelsOfOne extends Schema.TaggedError<TooManyLabelsOfOne>()("TooManyLabelsOfOne", {}) {}

/** The form in which names are compared: without surrounding spaces, capitals and accents. */
const keyOf = (name: string): string => folded(name.trim())

/** Sorts labels by name, as lists show them. */
export const byLabelName = (one: Pick<Label, "name" | "id">, other: Pick<Label, "name" | "id">): number => {
  const [a, b] = [`${keyOf(one.name)}\n${one.id}`, `${keyOf(other.name)}\n${other.id}`]
  return a < b ? -1 : a > b ? 1 : 0
}

/** A name without surrounding spaces, for a label that is not one of `others`. */
export const labelName = (
  others: ReadonlyArray<Label>,
  name: string
): Result.Result<string, LabelNameRefused | LabelNameTaken> => {
  const trimmed = name.trim()
  if (trimmed === "" || !isWithin(trimmed, labelNameLimit)) return Result.fail(new LabelNameRefused())
  return others.some((other) => keyOf(other.name) === keyOf(trimmed))
    ? Result.fail(new LabelNameTaken())
    : Result.succeed(trimmed)
}

/** A change of a label. Absent fields stay as they are. */
export interface LabelChange {
  readonly name?: string | undefined
  readonly color?: Label["color"] | undefined
}

/** The label after the change. `all`: every label of the organization. */
export const changedLabel = (
  all: ReadonlyArray<Label>,
  label: Label,
  { color = label.color, name }: LabelChange
): Result.Result<Label, LabelNameRefused | LabelNameTaken> =>
  Result.map(
    name === undefined
      ? Result.succeed(label.name)
      : labelName(
          all.filter(({ id }) => id !== label.id),
          name
        ),
    (changed) => ({ ...label, name: changed, color })
  )

/**
 * The requested labels under their stored names, each once, in the order of `byLabelName`. `known`: every label of the
 * organization.
 */
export const assignedLabels = (
  known: ReadonlyArray<Label>,
  requested: ReadonlyArray<string>
): Result.Result<ReadonlyArray<string>, LabelUnknown | TooManyLabelsOfOne> => {
  const byKey = new Map(known.map((label) => [keyOf(label.name), label]))
  const index = requested.findIndex((name) => !byKey.has(keyOf(name)))
  const unknown = requested[index]
  if (unknown !== undefined) return Result.fail(new LabelUnknown({ index, name: unknown }))
  const keys = new Set(requested.map(keyOf))
  if (keys.size > maxLabelsOfOne) return Result.fail(new TooManyLabelsOfOne())
  const assigned = known.filter(({ name }) => keys.has(keyOf(name)))
  return Result.succeed(assigned.toSorted(byLabelName).map(({ name }) => name))
}

/** The labels after one of them is renamed; after it is deleted if `after` is null. */
export const renamedLabels = (
  labels: ReadonlyArray<string>,
  before: string,
  after: string | null
): ReadonlyArray<string> => labels.flatMap((name) => (name !== before ? [name] : after === null ? [] : [after]))

/** Whether both lists have the same labels, in any order. */
export const isSameLabels = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean =>
  one.length === other.length && one.every((name) => other.includes(name))
