import { type SessionAccess, actorOf } from "../../../domain/access/SessionAccess.ts"
import type { EventId, OrganizationId } from "../../../domain/Ids.ts"
import { isTakenFrom, type LiveEvent, mayReceive } from "../../../domain/webhooks/LiveEvent.ts"
import type { FeedPlace, FeedSlice, MayHaveEvents } from "../../../ports/webhooks/EventLog.ts"
import type { StreamReader } from "./StreamReader.ts"

/** A frame of the stream. */
export type StreamFrame =
  /** The first frame: the id after which to resume. */
  | { readonly _tag: "Opened"; readonly id: EventId }
  /** The client's last id is unknown: the client must reload its data. */
  | { readonly _tag: "Missed" }
  | { readonly _tag: "Event"; readonly event: LiveEvent }
  /** The event removed the conversation from the client's view. */
  | { readonly _tag: "Gone"; readonly event: LiveEvent }
  /** The client has received all earlier events. Later ones are live. */
  | { readonly _tag: "CaughtUp" }
  /** A heartbeat, with the id of a skipped event that the client may not see. */
  | { readonly _tag: "Alive"; readonly passed: EventId | null }

/** Encodes a frame. A frame for many readers is encoded once. */
export type EncodeFrame = (frame: StreamFrame) => Uint8Array

/** Maximum positions in one read. */
const maxPlaces = 128

/** Maximum positions of lagging readers among them: each may have a whole slice. */
const maxCatchUps = 16

/** Heartbeat interval of idle streams, in milliseconds: proxies close silent connections after 60 seconds. */
export const heartbeatMillis = 15_000

/** The readers at one position of an organization's feed. */
interface Group {
  readonly cursor: FeedPlace
  readonly readers: Array<StreamReader>
}

/** The readers of this process by organization, and the organizations that have to be read. */
export class StreamHub {
  readonly #encode: EncodeFrame
  readonly #readers = new Map<OrganizationId, Set<StreamReader>>()
  readonly #due = new Set<OrganizationId>()
  readonly #wake: () => void

  constructor(encode: EncodeFrame, wake: () => void) {
    this.#encode = encode
    this.#wake = wake
  }

  get hasDue(): boolean {
    return this.#due.size > 0
  }

  /** Streams of the organization, and how many of them are the caller's. */
  countOf(access: SessionAccess): { readonly organization: number; readonly member: number } {
    const readers = [...(this.#readers.get(access.organizationId) ?? [])]
    const actor = actorOf(access)
    return { organization: readers.length, member: readers.filter((one) => actorOf(one.access) === actor).length }
  }

  add(reader: StreamReader): void {
    const { organizationId } = reader.access
    const readers = this.#readers.get(organizationId) ?? new Set()
    this.#readers.set(organizationId, readers.add(reader))
    this.markDue([organizationId])
  }

  remove(reader: StreamReader): void {
    reader.end()
    const { organizationId } = reader.access
    const readers = this.#readers.get(organizationId)
    readers?.delete(reader)
    if (readers?.size === 0) this.#readers.delete(organizationId)
  }

  markDue(organizationIds: Iterable<OrganizationId>): void {
    for (const organizationId of organizationIds) {
      if (this.#readers.has(organizationId)) this.#due.add(organizationId)
    }
    if (this.hasDue) this.#wake()
  }

  /** Marks the organizations with readers that may have events. */
  signal(mayHaveEvents: MayHaveEvents): void {
    this.markDue([...this.#readers.keys()].filter(mayHaveEvents))
  }

  /** Takes the positions of due organizations for the next read. */
  takeDue(): ReadonlyArray<Group> {
    const groups = new Map<string, Group>()
    let catchUps = 0
    for (const organizationId of Array.from(this.#due)) {
      if (groups.size >= maxPlaces) break
      this.#due.delete(organizationId)
      for (const reader of this.#readers.get(organizationId) ?? []) {
        const { isCaughtUp, position } = reader
        if (reader.isEnded || (!isCaughtUp && !reader.isEmpty)) continue
        const key = `${organizationId} ${position}`
        const group = groups.get(key)
        if (group !== undefined) group.readers.push(reader)
        else if (groups.size >= maxPlaces || (!isCaughtUp && catchUps >= maxCatchUps)) this.#due.add(organizationId)
        else {
          groups.set(key, { cursor: { organizationId, position }, readers: [reader] })
          if (!isCaughtUp) catchUps += 1
        }
      }
    }
    return [...groups.values()]
  }

  /** Writes the slice to the readers of the group. */
  give(group: Group, slice: FeedSlice, now: number): void {
    const frames = slice.events.map((event) => ({ event, bytes: this.#encode({ _tag: "Event", event }) }))
    for (const reader of group.readers) {
      const visible = frames.flatMap(({ bytes, event }) => {
        if (mayReceive(reader.access, event)) return [{ id: event.id, bytes }]
        return isTakenFrom(reader.access, event) ? [{ id: event.id, bytes: this.#encode({ _tag: "Gone", event }) }] : []
      })
      reader.passedId = slice.events.at(-1)?.id ?? reader.passedId
      reader.knownId = visible.at(-1)?.id ?? reader.knownId
      reader.position = slice.position
      reader.write(
        visible.map(({ bytes }) => bytes),
        now
      )
      if (!slice.hasMore && !reader.isCaughtUp) this.tell(reader, { _tag: "CaughtUp" }, now)
      reader.isCaughtUp = !slice.hasMore
    }
    // Readers with waiting bytes are marked due once their client has received them.
    if (slice.hasMore && group.readers.some((reader) => reader.isEmpty)) this.markDue([group.cursor.organizationId])
  }

  tell(reader: StreamReader, frame: StreamFrame, now: number): void {
    reader.write([this.#encode(frame)], now)
  }

  /** Sends a heartbeat to clients of idle streams. */
  keepAlive(now: number): void {
    for (const reader of this.#all()) {
      if (!reader.isEmpty || now - reader.writtenAt < heartbeatMillis) continue
      const passed = reader.passedId === reader.knownId ? null : reader.passedId
      reader.knownId = reader.passedId
      this.tell(reader, { _tag: "Alive", passed }, now)
    }
  }

  /** Organizations with streams. */
  get organizationIds(): ReadonlyArray<OrganizationId> {
    return [...this.#readers.keys()]
  }

  /** Ends the streams of these organizations. */
  endOf(organizationIds: Iterable<OrganizationId>): void {
    for (const organizationId of organizationIds) {
      for (const reader of this.#readers.get(organizationId) ?? []) reader.end()
    }
  }

  endAll(): void {
    for (const reader of this.#all()) reader.end()
  }

  #all(): ReadonlyArray<StreamReader> {
    return Array.from(this.#readers.values()).flatMap((readers) => Array.from(readers))
  }
}
