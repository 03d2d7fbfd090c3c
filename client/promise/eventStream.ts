import type { ParleyEvent } from "../webhooks/ParleyEvent.ts"
import { type Connection, failureOf, refusalOf, requestOf } from "./call.ts"
import { EventFrames, type EventFrame } from "./EventFrames.ts"
import { ParleyError } from "./ParleyError.ts"
import { reconnectPause, steadyMillis, usualRetry } from "./reconnectPause.ts"

/** An event as a stream tells it. */
export type LiveEvent = ParleyEvent & {
  /** Null for an event of no conversation. */
  readonly conversationId: string | null
}

/** Events were missed, because the one to resume behind is not kept any more: load anew what you show. */
export interface Resync {
  readonly event: "resync"
  /** The event that the stream goes on behind. */
  readonly id: string
}

/**
 * The conversation was assigned to another member, and the caller may no longer read it. The id is that of the event
 * `conversation.assigned` (contract C302).
 */
export interface ConversationGone {
  readonly event: "conversation.gone"
  readonly id: string
  readonly timestamp: string
  readonly conversationId: string
  /** The user id of the new assignee. */
  readonly assigneeId: string | null
}

/** What a stream gives. */
export type StreamEntry = LiveEvent | ConversationGone | Resync

/** How to follow a stream. */
export interface StreamOptions {
  /** Ends the stream: the iteration is over then. */
  readonly signal?: AbortSignal | undefined
  /** The id of the last event that is known; from now on without it. */
  readonly lastEventId?: string | undefined
  /** Called with each id that comes without an event: that of the beginning, and those of events that the caller may not see. */
  readonly passed?: ((id: string) => void) | undefined
}

/** A connection that is silent for this long, in milliseconds, is lost: the service shows every 15 seconds that it is there. */
const silenceMillis = 45_000

const pause = (millis: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, millis)
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true }
    )
  })

/** A connection that stands, or why there is none. */
type Connected =
  | { readonly body: ReadableStream<Uint8Array>; readonly cut: AbortController }
  | { readonly failure: unknown; readonly retryAfter: number | null }

const isStream = (response: Response): boolean =>
  response.headers.get("content-type")?.startsWith("text/event-stream") === true

/** Connects behind the last id. It is rejected when no further connection would help. */
const connect = async (
  connection: Connection,
  path: string,
  lastId: string | null,
  signal: AbortSignal
): Promise<Connected> => {
  const cut = new AbortController()
  const { address, headers } = await requestOf(connection, path, {
    accept: "text/event-stream",
    ...(lastId === null ? {} : { "last-event-id": lastId })
  })
  // Only the head of the answer has a deadline.
  const deadline = setTimeout(() => cut.abort(), connection.timeout)
  const init: RequestInit = { headers, signal: AbortSignal.any([signal, cut.signal]), redirect: "manual" }
  const found = await connection
    .fetch(address, init)
    .catch((cause: unknown) =>
      failureOf(cause, "UNREACHABLE", `The service at ${connection.base} could not be reached`)
    )
  clearTimeout(deadline)
  if (found instanceof ParleyError) return { failure: found, retryAfter: null }
  if (found.ok && isStream(found) && found.body !== null) return { body: found.body, cut }
  if (found.ok)
    return Promise.reject(failureOf(null, "UNREADABLE", `The answer of ${found.url} is no stream of events`))
  const failure = await refusalOf(found, true)
  return failure.retry === "later" || failure.retry === "reauthorize"
    ? { failure, retryAfter: failure.retryAfter }
    : Promise.reject(failure)
}

/** The next bytes; null when the connection has ended, or is silent for too long. */
const nextBytes = (
  reader: ReadableStreamDefaultReader<Uint8Array>,
  cut: AbortController
): Promise<Uint8Array | null> => {
  const silence = setTimeout(() => cut.abort(), silenceMillis)
  return reader
    .read()
    .then(({ value }) => value ?? null)
    .catch(() => null)
    .finally(() => clearTimeout(silence))
}

/** The table of endpoints and the types come from one document, and the service writes what they say. */
const eventOf = ({ data, id, type }: EventFrame): ReadonlyArray<unknown> => {
  if (data === null) return []
  return [type === "resync" ? { event: "resync", id } : JSON.parse(data)]
}

async function* follow(
  connection: Connection,
  path: string,
  { lastEventId, passed, signal }: StreamOptions & { readonly signal: AbortSignal }
): AsyncGenerator<unknown, void, undefined> {
  const known = new EventFrames(lastEventId ?? null)
  let failures = 0
  let isRefused = false
  // Each connection says what the next one needs.
  /* oxlint-disable eslint/no-await-in-loop */
  while (!signal.aborted) {
    const connected = await connect(connection, path, known.lastId, signal)
    if ("failure" in connected) {
      if (signal.aborted) return
      const isUnauthorized = connected.failure instanceof ParleyError && connected.failure.status === 401
      // A token that is over is refreshed once, by asking for it again.
      if (isUnauthorized && isRefused) return Promise.reject(connected.failure)
      isRefused = isUnauthorized
      if (isUnauthorized) continue
      const waited = reconnectPause(failures, known.retry ?? usualRetry)
      failures += 1
      await pause(Math.max(waited, (connected.retryAfter ?? 0) * 1_000), signal)
      continue
    }
    const standing = AbortSignal.any([signal, connected.cut.signal])
    void pause(steadyMillis, standing).then(() => {
      if (!standing.aborted) failures = 0
    })
    isRefused = false
    const frames = new EventFrames(known.lastId)
    const decoder = new TextDecoder()
    const reader = connected.body.getReader()
    for (;;) {
      const bytes = await nextBytes(reader, connected.cut)
      if (bytes === null || frames.isTooLong) break
      for (const frame of frames.take(decoder.decode(bytes, { stream: true }))) {
        const isPassed = frame.data === null && frame.id !== known.lastId
        known.lastId = frame.id
        if (isPassed && frame.id !== null) passed?.(frame.id)
        yield* eventOf(frame)
      }
      known.retry = frames.retry ?? known.retry
    }
    connected.cut.abort()
    await pause(reconnectPause(failures, known.retry ?? usualRetry), signal)
    failures += 1
  }
  /* oxlint-enable eslint/no-await-in-loop */
}

/**
 * Follows a stream: connects again when a connection is lost, behind the last event, so that each comes once and in order
 * (contract C233). The token is asked for before each connection. It is rejected when no further connection would help.
 */
export const eventStream = (
  connection: Connection,
  path: string,
  { signal, ...options }: StreamOptions = {}
): AsyncIterable<unknown> => ({
  [Symbol.asyncIterator]: () => {
    const ended = new AbortController()
    const either = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal])
    const events = follow(connection, path, { ...options, signal: either })
    return {
      next: () => events.next(),
      return: () => {
        ended.abort()
        return events.return()
      }
    }
  }
})
