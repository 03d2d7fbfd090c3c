import { Context, Effect, Layer, Ref } from "effect"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { type TagChange, TagSync } from "../../../ports/contacts/TagSync.ts"

/** A change of tags, and whose contact it is about. */
export interface OfferedTagChange extends TagChange {
  readonly organizationId: OrganizationId
}

/** What `TagSync` was offered. */
export class TagSyncLog extends Context.Service<
  TagSyncLog,
  {
    /** Every change, in order. */
    readonly offered: Effect.Effect<ReadonlyArray<OfferedTagChange>>
  }
>()("effect-parley/adapters/memory/TagSyncLog") {}

/** Changes nothing elsewhere. Provides the port, and `TagSyncLog` with what it was offered. */
export const layer = Layer.effectContext(
  Effect.map(Ref.make<ReadonlyArray<OfferedTagChange>>([]), (offered) =>
    Context.make(
      TagSync,
      TagSync.of({
        offer: (organizationId, change) => Ref.update(offered, (all) => [...all, { ...change, organizationId }])
      })
    ).pipe(Context.add(TagSyncLog, TagSyncLog.of({ offered: Ref.get(offered) })))
  )
)
