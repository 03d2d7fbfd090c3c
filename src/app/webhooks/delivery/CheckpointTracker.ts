import type { OutboxCursor } from "../../../ports/webhooks/DeliveryQueue.ts"

/** What one reading of the outbox gave, as long as a delivery of it has no outcome and is not deferred. */
export class Batch {
  readonly tracker: CheckpointTracker
  /** Where the reading began. */
  readonly cursor: OutboxCursor
  #pending = 0

  constructor(tracker: CheckpointTracker, cursor: OutboxCursor) {
    this.tracker = tracker
    this.cursor = cursor
  }

  retain(): void {
    this.#pending += 1
  }

  release(): void {
    this.#pending -= 1
    if (this.#pending === 0) this.tracker.completed(this)
  }
}

/** How far a shard's outbox was read, and the cursor before which every delivery has an outcome or is deferred. */
export class CheckpointTracker {
  /** Where to read on. */
  cursor: OutboxCursor
  /** In the order in which they were read. */
  readonly #batches = new Set<Batch>()

  constructor(cursor: OutboxCursor) {
    this.cursor = cursor
  }

  /** A batch that begins at the cursor. The caller holds it until all of it is admitted. */
  begin(): Batch {
    const batch = new Batch(this, this.cursor)
    batch.retain()
    this.#batches.add(batch)
    return batch
  }

  completed(batch: Batch): void {
    this.#batches.delete(batch)
  }

  /** Where a new owner may begin. */
  get checkpoint(): OutboxCursor {
    for (const oldest of this.#batches) return oldest.cursor
    return this.cursor
  }
}
