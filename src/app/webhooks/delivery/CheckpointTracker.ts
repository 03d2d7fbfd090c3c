import type { OutboxCursor } from "../../../ports/webhooks/DeliveryQueue.ts"

/** The deliveries of one outbox read; complete once each has an outcome or is deferred. */
export class Batch {
  readonly tracker: CheckpointTracker
  /** The cursor before the first delivery of the batch. */
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

/** Tracks the read cursor of a shard, and the checkpoint before which every delivery has an outcome or is deferred. */
export class CheckpointTracker {
  /** The cursor of the next read. */
  cursor: OutboxCursor
  /** In the order in which they were read. */
  readonly #batches = new Set<Batch>()

  constructor(cursor: OutboxCursor) {
    this.cursor = cursor
  }

  /** Begins a batch at the cursor. The caller must release it once all of it is admitted. */
  begin(): Batch {
    const batch = new Batch(this, this.cursor)
    batch.retain()
    this.#batches.add(batch)
    return batch
  }

  completed(batch: Batch): void {
    this.#batches.delete(batch)
  }

  /** The cursor at which a new owner can start. */
  get checkpoint(): OutboxCursor {
    for (const oldest of this.#batches) return oldest.cursor
    return this.cursor
  }
}
