import { Context, Effect, Layer, Ref } from "effect"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { type TagChange, TagSync } from "../../../ports/contacts/ContactStore.ts"

/** A change of a contact's tags, with the contact. */
export interface OfferedTagChange extends TagChange {
  readonly organizationId: OrganizationId
}

/** The tag changes that `TagSync` received. */
export class TagSyncLog extends Context.Service<
  TagSyncLog,
  {
    /** Every change, in order. */
    readonly offered: Effect.Effect<ReadonlyArray<OfferedTagChange>>
  }
>()("effect-parley/adapters/memory/TagSyncLog") {}

/** Records tag changes without further effect. Provides the port and `TagSyncLog`. */
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
