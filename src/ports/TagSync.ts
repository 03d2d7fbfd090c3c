import { Context, type Effect } from "effect"
import type { ContactId, OrganizationId } from "../domain/Ids.ts"

/** A contact whose tags have changed. */
export interface TagChange {
  readonly contactId: ContactId
  readonly added: ReadonlyArray<string>
  readonly removed: ReadonlyArray<string>
}

/** Keeps the platform's labels of a contact like our tags, as well as it can (service interface §4.7). */
export class TagSync extends Context.Service<
  TagSync,
  {
    /** Takes the change and returns at once. The platform is told later, or not at all: nothing waits for it. */
    offer(organizationId: OrganizationId, change: TagChange): Effect.Effect<void>
  }
>()("effect-parley/ports/TagSync") {}
