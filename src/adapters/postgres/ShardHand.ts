import type { OrganizationId } from "../../domain/Ids.ts"
import type { Webhook } from "../../domain/Webhook.ts"
import type { LogPlace, LogSlice } from "../../ports/DeliveryQueue.ts"
import { type DeliveryPlace, placeText } from "./deliveryPlace.ts"
import { HandedPile } from "./HandedPile.ts"
import { HandedRow } from "./HandedRow.ts"
import type { HandedDelivery, HandedTransaction } from "./HandedTransaction.ts"
import type { KnownOrganization } from "./KnownOrganization.ts"
import type { PlacedSlice } from "./PlacedSlice.ts"
import { Snapshot } from "./Snapshot.ts"

/** So many transactions are taken from the hand before the log is read: whoever reads it passes them by, one by one. */
export const maxSeen = 128

/** How often, in milliseconds, the log is read although all that is known of it is at hand. */
export const lookMillis = 1_000

/** Most organizations that something is known of. */
export const maxKnown = 10_000

/** A reading of the shard's log that is under way, and what has happened since that it may not know of. */
export interface Look {
  readonly stirred: Set<OrganizationId>
  isOutdated: boolean
}

/** What a reading of the shard's log has come to. */
export interface Looked {
  /** The place behind it. */
  readonly place: DeliveryPlace
  /** Of organizations of which nothing waits. Only what the reading itself took a snapshot of counts. */
  readonly calm: ReadonlyArray<KnownOrganization>
}

/** Whether all of its conversation that was recorded before it is behind the place: the last of it is. */
const isNext = ({ previous }: HandedDelivery, since: Snapshot, seen: ReadonlySet<string>): boolean =>
  previous !== null && (seen.has(previous) || since.shows(previous))

/**
 * What was recorded a moment ago of a shard that this process attends to, by itself or by others who have told all of it.
 * Whoever reads the shard takes it from here, as if it had been read from the log: the place behind it names the
 * transactions. It is taken only where reading could not have found anything else before it or with it:
 *
 * - All before it in its conversations was read: the transaction that recorded there last is one that the place shows.
 * - Nothing of its organization waits, nobody has read its organization by itself, and its subscription is as it was
 *   recorded for, since a reading of the shard (`known`).
 *
 * Else all of it is read from the log, where it is as well. What is not handed over is only there: it is read when somebody
 * tells of it, and every now and then.
 */
export class ShardHand {
  /** What the last reading has shown; null where that is not known, or there is more of it. */
  #since: Snapshot | null = null
  #isOpen = false
  #hasToLook = true
  #lookedAt = Number.NEGATIVE_INFINITY
  /** What is at hand may be given although there may be more: it does not wait for that. The next time it does. */
  #isPutOff = false
  readonly #pile = new HandedPile()
  readonly #known = new Map<OrganizationId, KnownOrganization>()
  #looks: ReadonlyArray<Look> = []

  /** The place that was given last, and its text: it is what comes next. */
  #given: { readonly text: LogPlace; readonly place: DeliveryPlace } | null = null

  /** Somebody begins to attend to the shard. What was recorded before may be with others. */
  open(): void {
    this.#isOpen = true
    this.#since = null
    this.#hasToLook = true
    this.#known.clear()
    this.#looks = []
    this.#pile.keep(() => false)
  }

  /** Hands over what was committed. Whoever attends to the shard has to be told in any case. */
  give(handed: HandedTransaction): void {
    if (this.#isOpen && !this.#pile.add(handed)) this.askForLook()
  }

  /** Something was put into the shard that is not handed over. */
  askForLook(): void {
    this.#hasToLook = true
    for (const look of this.#looks) look.isOutdated = true
  }

  /** Of the organization something waits from now on, or it is read by itself: only a reading of the shard tells more. */
  stir(organizationId: OrganizationId): void {
    this.#known.delete(organizationId)
    for (const { stirred } of this.#looks) stirred.add(organizationId)
  }

  /** The subscription as it is now. */
  follow(version: string, webhook: Webhook): void {
    const { organizationId } = webhook
    if (this.#known.has(organizationId)) this.#known.set(organizationId, { version, webhook })
  }

  /** The log is about to be read. */
  look(): Look {
    const look: Look = { stirred: new Set(), isOutdated: false }
    this.#looks = [...this.#looks, look]
    return look
  }

  /** The log was read. What was handed over is in it when its snapshot shows it. */
  looked(look: Look, { calm, place }: Looked, now: number): void {
    this.#looks = this.#looks.filter((other) => other !== look)
    this.#hasToLook = look.isOutdated
    this.#isPutOff = false
    for (const known of calm) {
      const { organizationId } = known.webhook
      if (!look.stirred.has(organizationId)) this.#known.set(organizationId, known)
    }
    if (this.#known.size > maxKnown) this.#known.clear()
    this.#since = null
    if (place.until !== null) return
    const since = new Snapshot(place.since)
    this.#since = since
    this.#lookedAt = now
    this.#pile.keep(({ transaction }) => !since.shows(transaction))
  }

  /** The text of a place that somebody may go on from, which reading it takes as long as all the rest. */
  textOf(place: DeliveryPlace): LogPlace {
    if (this.#given?.place !== place) this.#given = { text: placeText(place), place }
    return this.#given.text
  }

  /** The place of a text, when it is the one that was written last. */
  placeOf(text: LogPlace): DeliveryPlace | null {
    return this.#given?.text === text ? this.#given.place : null
  }

  /** Whether more is known to be behind the place than what is handed over, or the place is long. */
  asksForLook({ seen }: DeliveryPlace): boolean {
    return this.#hasToLook || seen.length >= maxSeen
  }

  /** Whether there may be more that nobody has told of. */
  isLongAgo(now: number): boolean {
    return Math.abs(now - this.#lookedAt) >= lookMillis
  }

  /** What is at hand behind the place; null also where the log has to be looked at with it. A look can be put off once. */
  takeAlone(
    place: DeliveryPlace,
    except: ReadonlyArray<OrganizationId>,
    limit: number,
    asksAgain = this.asksForLook(place)
  ): LogSlice | null {
    if (asksAgain && this.#isPutOff) return null
    const taken = this.take(place, except, limit)
    if (taken === null) return null
    this.#isPutOff ||= asksAgain
    return { ...taken, place: this.textOf(taken.place), asksAgain }
  }

  /** What is at hand behind the place; null when there is nothing, or nothing that may be taken. */
  take(place: DeliveryPlace, except: ReadonlyArray<OrganizationId>, limit: number): PlacedSlice | null {
    const since = this.#since
    if (since === null || since.text !== place.since || place.until !== null || this.#pile.all.length === 0) return null
    // Something may be handed over after it was read.
    this.#pile.keep(({ transaction }) => !since.shows(transaction))
    const left = new Set(except)
    const seen = new Set(place.seen)
    const subscriptions = new Map<OrganizationId, Webhook>()
    const found: Array<HandedDelivery> = []
    let taken = 0
    for (const { deliveries, transaction } of this.#pile.all) {
      if (taken > 0 && found.length + deliveries.length > limit) break
      for (const handed of deliveries) {
        const { event, organizationId } = handed.delivery
        if (left.has(organizationId)) continue
        if (event.conversationId !== null && !isNext(handed, since, seen)) return null
        const known = this.#known.get(organizationId)
        if (known === undefined || known.version !== handed.version) return null
        subscriptions.set(organizationId, known.webhook)
        found.push(handed)
      }
      if (found.length > limit) return null
      seen.add(transaction)
      taken += 1
    }
    const from = this.textOf(place)
    this.#pile.keep((_, nth) => nth >= taken)
    return {
      deliveries: found.map((handed) => new HandedRow(handed, from)),
      place: { ...place, seen: [...seen] },
      hasMore: this.#pile.all.length > 0,
      asksAgain: false,
      subscriptions: [...subscriptions.values()]
    }
  }
}
