import { DateTime, Duration } from "effect"
import { ForgettingMap } from "../../../collections/ForgettingMap.ts"
import type { InboundDeliveryId } from "../../../domain/Ids.ts"
import { type InboundDelivery, inboundLease } from "../../../domain/inbound/InboundDelivery.ts"

/** Most buffered deliveries, and most characters of their bodies. Further deliveries stay unclaimed in the database. */
export const maxBuffered = { deliveries: 10_000, characters: 16 * 1024 * 1024 } as const

const leaseMillis = Duration.toMillis(inboundLease)

/** A delivery is processed only if this much of its lease is left, in milliseconds. */
const neededMillis = leaseMillis / 2

/** An inbound worker polls at least every second. Without a poll for this long, in milliseconds, none is running. */
export const pollTimeoutMillis = 10_000

/**
 * Deliveries that this process has stored and not processed yet. The database has them too, with a lease of this
 * process, so claiming them needs no query and no write. In a process without an inbound worker the buffer is
 * empty.
 */
export class InboundBuffer {
  readonly #deliveries = new ForgettingMap<InboundDeliveryId, InboundDelivery>()
  #reserved = 0
  #characters = 0
  #polledAt = Number.NEGATIVE_INFINITY

  /** Records that an inbound worker of this process polls. */
  markPolled(now: DateTime.Utc): void {
    this.#polledAt = now.epochMilliseconds
  }

  /** The end of the lease that the storing process has on a delivery. */
  leaseOf({ receivedAt }: InboundDelivery): DateTime.Utc {
    return DateTime.addDuration(receivedAt, inboundLease)
  }

  /** Reserves room until the delivery is `put` or abandoned. False without room or without an inbound worker. */
  reserve({ body, receivedAt }: InboundDelivery): boolean {
    const isFull = this.#deliveries.size + this.#reserved >= maxBuffered.deliveries
    const isPolled = Math.abs(receivedAt.epochMilliseconds - this.#polledAt) <= pollTimeoutMillis
    if (!isPolled || isFull || this.#characters + body.length > maxBuffered.characters) return false
    this.#reserved += 1
    this.#characters += body.length
    return true
  }

  /** Buffers a reserved delivery, which is in the database. */
  put(delivery: InboundDelivery): void {
    this.#reserved -= 1
    this.#deliveries.set(delivery.id, delivery)
  }

  /** Frees the room of a delivery that may not be in the database. */
  abandon({ body }: InboundDelivery): void {
    this.#reserved -= 1
    this.#characters -= body.length
  }

  forget(id: InboundDeliveryId): void {
    const delivery = this.#deliveries.get(id)
    if (delivery === undefined) return
    this.#deliveries.delete(id)
    this.#characters -= delivery.body.length
  }

  /** Takes at most `limit` deliveries with enough lease left, the oldest first. */
  take(now: DateTime.Utc, limit: number): ReadonlyArray<InboundDelivery> {
    const batch: Array<InboundDelivery> = []
    for (const delivery of this.#deliveries.values()) {
      if (batch.length >= limit) break
      if (this.#left(delivery, now) >= neededMillis) batch.push(delivery)
    }
    for (const { id } of batch) this.forget(id)
    return batch
  }

  /**
   * Takes at most `limit` deliveries with too little lease left. Drops those with an expired lease: others may have
   * claimed them.
   */
  takeExpiring(now: DateTime.Utc, limit: number): ReadonlyArray<InboundDeliveryId> {
    const late: Array<InboundDeliveryId> = []
    for (const delivery of this.#deliveries.values()) {
      if (late.length >= limit) break
      const left = this.#left(delivery, now)
      if (left >= neededMillis) continue
      if (left > 0) late.push(delivery.id)
      this.forget(delivery.id)
    }
    return late
  }

  takeAll(): ReadonlyArray<InboundDeliveryId> {
    const ids = [...this.#deliveries.keys()]
    for (const id of ids) this.forget(id)
    return ids
  }

  #left({ receivedAt }: InboundDelivery, now: DateTime.Utc): number {
    return receivedAt.epochMilliseconds + leaseMillis - now.epochMilliseconds
  }
}
