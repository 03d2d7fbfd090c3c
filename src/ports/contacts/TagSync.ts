import { Context, type Effect } from "effect"
import type { ContactId, OrganizationId } from "../../domain/Ids.ts"

/** A contact whose tags have changed. */
export interface TagChange {
  readonly contactId: ContactId
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
}

/** Keeps the platform's labels of a contact like our tags, as well as it can (contract C63). */
export class TagSync extends Context.Service<
  TagSync,
  {
    /** Queues the change and returns at once. The platform call happens later, or not at all. */
    offer(organizationId: OrganizationId, change: TagChange): Effect.Effect<void>
  }
>()("effect-parley/ports/TagSync") {}
