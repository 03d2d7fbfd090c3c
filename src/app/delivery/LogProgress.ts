import type { LogPlace } from "../../ports/DeliveryQueue.ts"

/** What was read from the log at once, as long as something of it is neither settled nor parked. */
export class Slice {
  readonly progress: LogProgress
  /** Where it begins. */
  readonly place: LogPlace
  #pending = 0

  constructor(progress: LogProgress, place: LogPlace) {
    this.progress = progress
    this.place = place
  }

  hold(): void {
    this.#pending += 1
  }

  release(): void {
    this.#pending -= 1
    if (this.#pending === 0) this.progress.finished(this)
  }
}

/** How far a shard's log was read, and how far everything is settled or waits. */
export class LogProgress {
  /** Where to read on. */
  place: LogPlace
  /** In the order in which they were read. */
  readonly #slices = new Set<Slice>()

  constructor(place: LogPlace) {
    this.place = place
  }

  /** A slice that begins where we are. Whoever begins it holds it until all of it is taken in. */
  begin(): Slice {
    const slice = new Slice(this, this.place)
    slice.hold()
    this.#slices.add(slice)
    return slice
  }

  finished(slice: Slice): void {
    this.#slices.delete(slice)
  }

  /** Where a new owner may begin. */
  get settled(): LogPlace {
    for (const oldest of this.#slices) return oldest.place
    return this.place
  }
}
