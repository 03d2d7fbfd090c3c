import { Context, type Effect } from "effect"
import type { Label } from "../../domain/conversations/Label.ts"
import type { LabelId, OrganizationId } from "../../domain/Ids.ts"

/** Stores the labels of organizations, and renames them in conversations and contacts (contract: Labels of an organization). */
export class LabelStore extends Context.Service<
  LabelStore,
  {
    /** All labels, in the order of `byLabelName`. */
    list(organizationId: OrganizationId): Effect.Effect<ReadonlyArray<Label>>
    /** Like `list`; inside a transaction no label changes until its end. Several callers have the lock at once. */
    lock(organizationId: OrganizationId): Effect.Effect<ReadonlyArray<Label>>
    /** Adds a label with a new name. */
    add(label: Label): Effect.Effect<void>
    /**
     * Replaces name and color. Conversations and contacts with the label have it under its new name. Their times of update
     * stay. Does nothing without such a label.
     */
    save(label: Label): Effect.Effect<void>
    /** Deletes the label, also from conversations and contacts. Returns whether there was one. */
    remove(organizationId: OrganizationId, id: LabelId): Effect.Effect<boolean>
  }
>()("effect-parley/ports/LabelStore") {}
