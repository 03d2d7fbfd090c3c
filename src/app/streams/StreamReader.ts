import { Array, Cause, Effect, type Option } from "effect"
import type { SessionAccess } from "../../domain/access/SessionAccess.ts"
import type { EventId } from "../../domain/Ids.ts"
import type { FeedPosition } from "../../ports/stores/delivery/LiveFeed.ts"

/** Most bytes that wait for a reader. A reader with more is closed, and resumes behind the last event that it got. */
export const maxWaitingBytes = 512 * 1_024

/** What a reader is, and where it begins. */
export interface ReaderStart {
  readonly access: SessionAccess
  /** Asks again what the caller may see; none when the token or the membership is over. */
  readonly confirm: Effect.Effect<Option.Option<SessionAccess>>
  /** The id that a client resumes behind. */
  readonly id: EventId
  readonly position: FeedPosition
  /** Called when the reader has taken all that waited. */
  readonly drained: () => void
}

/** One stream of events: where it is in the feed, and the bytes that wait for its client. */
export class StreamReader {
  readonly confirm: ReaderStart["confirm"]
  readonly #drained: () => void
  access: SessionAccess
  /** When the access was last confirmed, in milliseconds of `elapsedMillis`. */
  confirmedAt: number
  position: FeedPosition
  /** Whether it has had all events of the feed. */
  isCaughtUp = false
  /** When bytes were last given to it, in milliseconds of `elapsedMillis`. */
  writtenAt: number
  /** The last event that the reader is behind, whether or not it was shown. */
  passedId: EventId
  /** The id that its client knows. */
  knownId: EventId
  isEnded = false
  #waiting: Array<Uint8Array> = []
  #bytes = 0
  #wake: (() => void) | null = null

  constructor({ access, confirm, drained, id, position }: ReaderStart, now: number) {
    this.access = access
    this.confirm = confirm
    this.position = position
    this.passedId = this.knownId = id
    this.#drained = drained
    this.confirmedAt = this.writtenAt = now
  }

  get isEmpty(): boolean {
    return this.#bytes === 0
  }

  /** Adds bytes for the client. A reader that has too many waiting is closed. */
  write(frames: ReadonlyArray<Uint8Array>, now: number): void {
    if (this.isEnded || frames.length === 0) return
    const bytes = frames.reduce((sum, { byteLength }) => sum + byteLength, 0)
    if (!this.isEmpty && this.#bytes + bytes > maxWaitingBytes) return this.end()
    this.#waiting.push(...frames)
    this.#bytes += bytes
    this.writtenAt = now
    this.#wake?.()
  }

  /** Ends the stream at once, and drops the bytes that wait. */
  end(): void {
    this.isEnded = true
    this.#waiting = []
    this.#bytes = 0
    this.#wake?.()
  }

  readonly #next = Effect.callback<void>((resume) => {
    const wake = () => {
      this.#wake = null
      resume(Effect.void)
    }
    this.#wake = wake
    return Effect.sync(() => {
      this.#wake = null
    })
  })

  /** Waits for bytes and takes them all; done when the stream has ended. */
  readonly pull: Effect.Effect<Array.NonEmptyReadonlyArray<Uint8Array>, Cause.Done> = Effect.suspend(() => {
    if (this.isEnded) return Cause.done()
    const taken = this.#waiting
    if (!Array.isArrayNonEmpty(taken)) return Effect.andThen(this.#next, this.pull)
    this.#waiting = []
    this.#bytes = 0
    if (!this.isCaughtUp) this.#drained()
    return Effect.succeed(taken)
  })
}
