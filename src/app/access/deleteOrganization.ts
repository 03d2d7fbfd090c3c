import { DateTime, Duration, Effect } from "effect"
import { OrganizationNameDiffers, OrganizationUnknown } from "../../domain/access/AccessFailures.ts"
import type { OrganizationId } from "../../domain/Ids.ts"
import { MediaStore } from "../../ports/media/MediaStore.ts"
import { outsideTransaction } from "../inTransaction.ts"
import { OrganizationDeletion, Organizations } from "../../ports/access/Organizations.ts"

/**
 * Time from the mark to the last pass. It is longer than caches of keys, members and accounts last, and than the longest
 * work in flight: an attempt to fetch a file, 4 minutes.
 */
export const deletionSettleTime = Duration.minutes(5)

/** Files that are removed before their rows are deleted. */
const fileBatch = 500

/** Files that are removed at the same time. */
const fileConcurrency = 8

/** Progress of a deletion. With `waitUntil` it waits for work in flight until then. */
export interface DeletionProgress {
  readonly rows: number
  readonly files: number
  readonly waitUntil: DateTime.Utc | null
}

/** Removes the files of the organization, their bytes first. Returns how many there were. */
const deleteFiles = Effect.fnUntraced(function* (organizationId: OrganizationId) {
  const store = yield* MediaStore
  const deletion = yield* OrganizationDeletion
  let files = 0
  let batch = yield* deletion.files(organizationId, fileBatch)
  while (batch.length > 0) {
    yield* Effect.forEach(batch, (id) => store.remove(organizationId, id), {
      concurrency: fileConcurrency,
      discard: true
    })
    yield* deletion.forgetFiles(organizationId, batch)
    files += batch.length
    batch = yield* deletion.files(organizationId, fileBatch)
  }
  return files
})

/**
 * Deletes an organization with everything that belongs to it (contract: Deletion of an organization). `name` confirms
 * it. Run again after an interruption, it continues. Work in flight can insert rows again, so after
 * `deletionSettleTime` the deletion repeats until a whole pass finds nothing.
 */
export const deleteOrganization = Effect.fn("deleteOrganization")(function* <E, R>(
  organizationId: OrganizationId,
  name: string,
  onProgress: (progress: DeletionProgress) => Effect.Effect<void, E, R>
) {
  yield* outsideTransaction("deleteOrganization")
  const deletion = yield* OrganizationDeletion
  const found = yield* (yield* Organizations).findAny(organizationId)
  if (found === null) return yield* new OrganizationUnknown({ organizationId })
  if (found.name !== name) return yield* new OrganizationNameDiffers({ organizationId, name: found.name })

  const markedAt = yield* deletion.begin(organizationId, yield* DateTime.now)
  // Files follow after the wait: an attempt to fetch one may store its bytes until then.
  let rows = yield* deletion.deleteRows(organizationId)
  const waitUntil = DateTime.addDuration(markedAt, deletionSettleTime)
  const now = yield* DateTime.now
  if (DateTime.isLessThan(now, waitUntil)) {
    yield* onProgress({ rows, files: 0, waitUntil })
    yield* Effect.sleep(DateTime.distance(now, waitUntil))
  }
  let files = 0
  let isEmpty = false
  while (!isEmpty) {
    const removed = yield* deleteFiles(organizationId)
    const deleted = yield* deletion.deleteRows(organizationId)
    rows += deleted
    files += removed
    isEmpty = removed + deleted === 0
    yield* onProgress({ rows, files, waitUntil: null })
  }
  yield* deletion.finish(organizationId)
  return { rows, files }
})
