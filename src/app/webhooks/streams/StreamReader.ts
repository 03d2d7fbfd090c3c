import { Array, Cause, Effect, type Option } from "effect"
import type { SessionAccess } from "../../../domain/access/SessionAccess.ts"
import type { EventId } from "../../../domain/Ids.ts"
import type { FeedPosition } from "../../../ports/webhooks/EventLog.ts"

/** Most bytes that wait for a reader. A reader with more is closed; its client resumes after the last event it received. */
export const maxWaitingBytes = 512 * 1_024

/** The caller of a new reader, and the position at which it starts. */
export interface ReaderStart {
  readonly access: SessionAccess
  /** Loads the access of the caller again; none if the token or the membership has ended. */
  readonly confirm: Effect.Effect<Option.Option<SessionAccess>>
  /** The event after which the stream starts. */
  readonly id: EventId
  readonly position: FeedPosition
  /** Called when the client has received all waiting bytes. */
  readonly drained: () => void
}

/** A stream of events: its position in the feed, and the bytes that wait for its client. */
export class StreamReader {
  readonly confirm: ReaderStart["confirm"]
  readonly #drained: () => void
  access: SessionAccess
  /** When the access was last confirmed, in milliseconds of `elapsedMillis`. */
  confirmedAt: number
  position: FeedPosition
  /** Whether the reader has read all events of the feed. */
  isCaughtUp = false
  /** When bytes were last written, in milliseconds of `elapsedMillis`. */
  writtenAt: number
  /** The last event that was read, whether or not the caller may see it. */
  passedId: EventId
  /** The last id that was sent to the client. */
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
    const chunks = this.#waiting
    if (!Array.isArrayNonEmpty(chunks)) return Effect.andThen(this.#next, this.pull)
    this.#waiting = []
    this.#bytes = 0
    if (!this.isCaughtUp) this.#drained()
    return Effect.succeed(chunks)
  })
}
