/** What happened to deliveries, in the order in which the receivers and the test saw it. */
export type Entry =
  | {
      readonly _tag: "Arrived"
      readonly id: string
      /** What `webhook-sequence` says; 0 without it. */
      readonly sequence: number
      /** The subscription that the body names. */
      readonly webhookId: string
      /** Whether the organization's secret signed it. */
      readonly isSigned: boolean
    }
  | { readonly _tag: "Accepted"; readonly id: string; readonly isHeard: boolean }
  | { readonly _tag: "Refused"; readonly id: string }
  /** Somebody is about to ask for it again. */
  | { readonly _tag: "Replayed"; readonly id: string }
  /** Nobody wants what this subscription wanted, from the next death on. */
  | { readonly _tag: "Ended"; readonly webhookId: string }
  /** A process is dead, and the database holds these as delivered, and as nothing else. */
  | { readonly _tag: "Died"; readonly delivered: ReadonlySet<string> }

/** An event that a subscription wanted, as the database has it. */
export interface Wanted {
  readonly id: string
  readonly webhookId: string
  readonly conversationId: string | null
  readonly sequence: number
}

/** How far a conversation got, of what one subscription wanted of it. */
interface Progress {
  readonly ids: ReadonlyArray<string>
  next: number
}

/** Of every event the conversation it stands in, and its place there. */
const conversationsOf = (wanted: ReadonlyArray<Wanted>) => {
  const all = Map.groupBy(
    wanted.filter(({ conversationId }) => conversationId !== null),
    ({ conversationId, webhookId }) => `${conversationId} ${webhookId}`
  )
  const places = new Map<string, readonly [Progress, number]>()
  for (const events of all.values()) {
    const ids = events.sort((one, other) => one.sequence - other.sequence).map(({ id }) => id)
    const progress: Progress = { ids, next: 0 }
    ids.forEach((id, place) => places.set(id, [progress, place]))
  }
  return places
}

/** Numbers of conversations that are missing, or given twice. */
export const gapsIn = (wanted: ReadonlyArray<Wanted>): ReadonlyArray<string> =>
  [...Map.groupBy(wanted, ({ conversationId }) => conversationId)].flatMap(([conversationId, events]) => {
    const numbers = events.map(({ sequence }) => sequence).sort((one, other) => one - other)
    const isWhole = numbers.every((number, place) => number === (conversationId === null ? 0 : place + 1))
    return isWhole ? [] : [`conversation ${conversationId} counts ${numbers.join(" ")}`]
  })

/** The rules of delivery, and everything that is told against them. */
class Judgement {
  readonly wrongs: Array<string> = []
  readonly accepted = new Set<string>()
  /** Those that have to come once more because somebody asked for it. */
  readonly #owed = new Set<string>()
  /** Accepted since the last death, and heard, so whoever sent it lives and knows. */
  readonly #fresh = new Set<string>()
  #delivered: ReadonlySet<string> = new Set()
  readonly #replayed = new Set<string>()
  readonly #ending = new Set<string>()
  #ended: ReadonlySet<string> = new Set()
  readonly #wanted: ReadonlyMap<string, Wanted>
  readonly #places: ReadonlyMap<string, readonly [Progress, number]>

  constructor(wanted: ReadonlyArray<Wanted>) {
    this.#wanted = new Map(wanted.map((each) => [each.id, each]))
    this.#places = conversationsOf(wanted)
  }

  take(entry: Entry): void {
    switch (entry._tag) {
      case "Arrived":
        return this.#arrived(entry)
      case "Accepted":
        return this.#accept(entry)
      case "Refused":
        return
      case "Replayed":
        this.#owed.add(entry.id)
        this.#replayed.add(entry.id)
        this.#fresh.delete(entry.id)
        return
      case "Ended":
        this.#ending.add(entry.webhookId)
        return
      case "Died":
        this.#delivered = entry.delivered
        this.#replayed.clear()
        this.#fresh.clear()
        this.#ended = new Set(this.#ending)
    }
  }

  #arrived({ id, isSigned, sequence, webhookId }: Entry & { readonly _tag: "Arrived" }): void {
    const wanted = this.#wanted.get(id)
    if (wanted === undefined) return this.#complain(id, "was wanted by nobody")
    if (!isSigned) this.#complain(id, "is not signed")
    if (wanted.webhookId !== webhookId) this.#complain(id, "came to another subscription than the one that wanted it")
    if (this.#ended.has(webhookId)) this.#complain(id, "came after the end of its subscription")
    if (wanted.sequence !== sequence) this.#complain(id, `has the number ${sequence}, not ${wanted.sequence}`)
    if (this.#fresh.has(id)) this.#complain(id, "came again although nobody died")
    if (this.#delivered.has(id) && !this.#replayed.has(id)) this.#complain(id, "came again although it was recorded")
    const [progress, place] = this.#places.get(id) ?? []
    if (progress !== undefined && place !== undefined && place > progress.next) {
      this.#complain(id, `came before ${progress.ids[progress.next]}, an earlier one of its conversation, was accepted`)
    }
  }

  #accept({ id, isHeard }: Entry & { readonly _tag: "Accepted" }): void {
    this.accepted.add(id)
    this.#owed.delete(id)
    if (isHeard) this.#fresh.add(id)
    const [progress] = this.#places.get(id) ?? []
    if (progress === undefined) return
    while (this.accepted.has(progress.ids[progress.next] ?? "")) progress.next++
  }

  /** What should have come and did not. What a subscription wanted that is no more need not come. */
  finish(): void {
    for (const id of this.#owed) this.#complain(id, "did not come once more")
    for (const { id, webhookId } of this.#wanted.values()) {
      if (!this.accepted.has(id) && !this.#ending.has(webhookId)) this.#complain(id, "never came")
    }
  }

  #complain(id: string, what: string): void {
    this.wrongs.push(`${id} ${what}`)
  }
}

/**
 * Everything that went against the rules: each event comes that a subscription wants, in the order of its conversation,
 * and none before the earlier ones were accepted; again only after a death, if it was not recorded by then, or on demand.
 */
export const wrongsIn = (journal: ReadonlyArray<Entry>, wanted: ReadonlyArray<Wanted>): ReadonlyArray<string> => {
  const judgement = new Judgement(wanted)
  for (const entry of journal) judgement.take(entry)
  judgement.finish()
  return [...gapsIn(wanted), ...judgement.wrongs]
}

/** Asked for again, and not accepted since. */
export const owedIn = (journal: ReadonlyArray<Entry>): ReadonlySet<string> => {
  const owed = new Set<string>()
  for (const entry of journal) {
    if (entry._tag === "Replayed") owed.add(entry.id)
    if (entry._tag === "Accepted") owed.delete(entry.id)
  }
  return owed
}
