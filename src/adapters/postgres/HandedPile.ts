import type { HandedTransaction } from "./HandedTransaction.ts"

/** Most that is handed over and not taken; what is more is read from the log. */
export const maxHanded = { transactions: 64, deliveries: 2_048, characters: 4 * 1024 * 1024 } as const

/** What was handed over and is not taken, in the order in which it came. */
export class HandedPile {
  #all: ReadonlyArray<HandedTransaction> = []
  #deliveries = 0
  #characters = 0

  get all(): ReadonlyArray<HandedTransaction> {
    return this.#all
  }

  /** Gives back whether there was room; where there was none, nothing is left of the pile. */
  add(handed: HandedTransaction): boolean {
    this.#all = [...this.#all, handed]
    this.#count(handed)
    const { characters, deliveries, transactions } = maxHanded
    const hasRoom = this.#all.length <= transactions && this.#deliveries <= deliveries && this.#characters <= characters
    if (!hasRoom) this.keep(() => false)
    return hasRoom
  }

  /** Drops all others. */
  keep(isKept: (handed: HandedTransaction, nth: number) => boolean): void {
    const kept = this.#all.filter(isKept)
    if (kept.length === this.#all.length) return
    this.#all = kept
    this.#deliveries = 0
    this.#characters = 0
    for (const handed of kept) this.#count(handed)
  }

  #count({ deliveries }: HandedTransaction): void {
    this.#deliveries += deliveries.length
    for (const { delivery } of deliveries) this.#characters += delivery.event.dataJson.length
  }
}
