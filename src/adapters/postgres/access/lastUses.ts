import { Array, DateTime, Effect } from "effect"
import type { ApiKeyId, OrganizationId } from "../../../domain/Ids.ts"
import { makeRareLog } from "../../../telemetry/failureLog.ts"
import { instants, uuids } from "../database/ArrayParameter.ts"
import { actingForRows } from "../rowsecurity/Acting.ts"
import { Writer } from "../database/Writer.ts"

/** How long a use waits to be written: a process writes a key at most once in that time. */
const writeInterval = "1 minute"

/** Maximum keys with an unwritten use. A key beyond it is written after a later use. */
export const maxWaiting = 10_000

/** Keys that one statement writes. */
const batchSize = 1_000

/** How long the last uses may take at shutdown. */
const shutdownPatience = "2 seconds"

interface Use {
  readonly organizationId: OrganizationId
  readonly id: ApiKeyId
  readonly at: DateTime.Utc
}

/**
 * Remembers when API keys were used, and writes it once a minute, off the path of requests. Uses that cannot be written
 * are dropped. Several processes together write a key at most once a minute, too.
 */
export const makeLastUses = Effect.gen(function* () {
  const sql = yield* Writer
  const rarely = makeRareLog()
  const waiting = new Map<ApiKeyId, { readonly organizationId: OrganizationId; readonly millis: number }>()

  const write = (uses: ReadonlyArray<Use>) =>
    actingForRows(uses)(sql`
    update api_keys k set last_used_at = t.at
    from unnest(
      ${uuids(uses.map(({ organizationId }) => organizationId))}::uuid[], ${uuids(uses.map(({ id }) => id))}::uuid[],
      ${instants(uses.map(({ at }) => at))}::timestamptz[]
    ) as t(organization_id, id, at)
    where k.organization_id = t.organization_id and k.id = t.id
      and (k.last_used_at is null or k.last_used_at <= t.at - interval '1 minute')`)

  const flush = Effect.suspend(() => {
    const uses = Array.fromIterable(waiting).map(([id, { millis, organizationId }]) => ({
      organizationId,
      id,
      at: DateTime.makeUnsafe(millis)
    }))
    waiting.clear()
    return Effect.forEach(Array.chunksOf(uses, batchSize), write, { discard: true })
  }).pipe(
    Effect.catchCause((cause) => rarely("uses", Effect.logWarning("uses of API keys could not be written", cause)))
  )

  yield* Effect.forkScoped(Effect.forever(Effect.delay(flush, writeInterval)))
  yield* Effect.addFinalizer(() => Effect.timeoutOption(flush, shutdownPatience))

  /** Remembers a use. */
  return (organizationId: OrganizationId, id: ApiKeyId, millis: number): void => {
    if (waiting.size < maxWaiting || waiting.has(id)) waiting.set(id, { organizationId, millis })
  }
})
