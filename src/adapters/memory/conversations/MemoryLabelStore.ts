import { Effect, Layer, Option } from "effect"
import { byLabelName, type Label, renamedLabels } from "../../../domain/conversations/Label.ts"
import type { LabelId, OrganizationId } from "../../../domain/Ids.ts"
import { LabelStore } from "../../../ports/conversations/LabelStore.ts"
import { pick } from "../newest.ts"
import type { State, Step } from "../State.ts"
import { World } from "../World.ts"

const labelsOf = ({ labels }: State, organizationId: OrganizationId) =>
  labels.filter((label) => label.organizationId === organizationId).toSorted(byLabelName)

/** Renames the label in all rows of the organization; deletes it from them if `after` is null. */
const renamed = (state: State, organizationId: OrganizationId, before: string, after: string | null): State => {
  const renameIn = <Row extends { readonly organizationId: OrganizationId; readonly labels: ReadonlyArray<string> }>(
    rows: ReadonlyArray<Row>
  ) =>
    rows.map((row) =>
      row.organizationId === organizationId && row.labels.includes(before)
        ? { ...row, labels: renamedLabels(row.labels, before, after) }
        : row
    )
  return { ...state, contacts: renameIn(state.contacts), conversations: renameIn(state.conversations) }
}

const save =
  (label: Label): Step<void> =>
  (state) => {
    const before = Option.getOrUndefined(pick(state.labels, label.organizationId, label.id))
    if (before === undefined) return [Effect.void, state]
    const { color, name } = label
    const labels = state.labels.map((stored) => (stored === before ? { ...stored, color, name } : stored))
    return [Effect.void, renamed({ ...state, labels }, label.organizationId, before.name, name)]
  }

const remove =
  (organizationId: OrganizationId, id: LabelId): Step<boolean> =>
  (state) => {
    const gone = Option.getOrUndefined(pick(state.labels, organizationId, id))
    if (gone === undefined) return [Effect.succeed(false), state]
    const labels = state.labels.filter((stored) => stored !== gone)
    return [Effect.succeed(true), renamed({ ...state, labels }, organizationId, gone.name, null)]
  }

export const layer = Layer.effect(
  LabelStore,
  Effect.map(World, ({ read, step }) =>
    LabelStore.of({
      list: (organizationId) => read("LabelStore.list", (state) => labelsOf(state, organizationId)),
      // Transactions are serialized here, so a read needs no lock.
      lock: (organizationId) => read("LabelStore.lock", (state) => labelsOf(state, organizationId)),
      add: (label) => step("LabelStore.add", (state) => [Effect.void, { ...state, labels: [...state.labels, label] }]),
      save: (label) => step("LabelStore.save", save(label)),
      remove: (organizationId, id) => step("LabelStore.remove", remove(organizationId, id))
    })
  )
)
