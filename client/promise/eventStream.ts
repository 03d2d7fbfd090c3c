import type { ParleyEvent } from "../webhooks/ParleyEvent.ts"
import { type Connection, failureOf, refusalOf, requestOf } from "./call.ts"
import { EventFrames, type EventFrame } from "./EventFrames.ts"
import { ParleyError } from "./ParleyError.ts"
import { reconnectPause, steadyMillis, usualRetry } from "./reconnectPause.ts"

/** An event of a stream. */
export type LiveEvent = ParleyEvent & {
  /** Null for an event without a conversation. */
  readonly conversationId: string | null
}

/** Events were missed, because the service no longer has the last event. Reload the visible data. */
export interface Resync {
  readonly event: "resync"
  /** Id of the event after which the stream continues. */
  readonly id: string
}

/**
 * The conversation was assigned to another member, and the caller may no longer read it. The id is that of the event
 * `conversation.assigned` (contract: A conversation that another member gets).
 */
export interface ConversationGone {
  readonly event: "conversation.gone"
  readonly id: string
  readonly timestamp: string
  readonly conversationId: string
  /** The user id of the new assignee. */
  readonly assigneeId: string | null
}

/** An entry of a stream. */
export type StreamEntry = LiveEvent | ConversationGone | Resync

/** Options of a stream. */
export interface StreamOptions {
  /** Ends the stream and its iteration. */
  readonly signal?: AbortSignal | undefined
  /** Id of the last received event. Without it the stream starts with new events. */
  readonly lastEventId?: string | undefined
  /** Called with each id that has no event: the first id, and ids of events that the caller may not see. */
  readonly passed?: ((id: string) => void) | undefined
}

/** Milliseconds of silence after which a connection is lost. The service sends something every 15 seconds. */
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

/** An open connection, or the failure to open one. */
type Connected =
  | { readonly body: ReadableStream<Uint8Array>; readonly cut: AbortController }
  | { readonly failure: unknown; readonly retryAfter: number | null }

const isStream = (response: Response): boolean =>
  response.headers.get("content-type")?.startsWith("text/event-stream") === true

/** Connects after the last id. Rejects if a further connection cannot help. */
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
  // The deadline applies to the head of the answer only.
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
    return Promise.reject(failureOf(null, "UNREADABLE", `The answer of ${found.url} is not an event stream`))
  const failure = await refusalOf(found, true)
  return failure.retry === "later" || failure.retry === "reauthorize"
    ? { failure, retryAfter: failure.retryAfter }
    : Promise.reject(failure)
}

/** Returns the next bytes; null if the connection ended or was silent for too long. */
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

/** Parses the event of a frame. The types are generated from the schemas that the service encodes with. */
const eventOf = ({ data, id, type }: EventFrame): ReadonlyArray<unknown> => {
  if (data === null) return []
  return [type === "resync" ? { event: "resync", id } : JSON.parse(data)]
}

async function* follow(
  connection: Connection,
  path: string,
  { lastEventId, passed, signal }: StreamOptions & { readonly signal: AbortSignal }
): AsyncGenerator<unknown, void, undefined> {
  const state = new EventFrames(lastEventId ?? null)
  let failures = 0
  let isRefused = false
  // Each connection depends on the previous one.
  /* oxlint-disable eslint/no-await-in-loop */
  while (!signal.aborted) {
    const connected = await connect(connection, path, state.lastId, signal)
    if ("failure" in connected) {
      if (signal.aborted) return
      const isUnauthorized = connected.failure instanceof ParleyError && connected.failure.status === 401
      // After the first 401 the token is requested once more, because it may have expired.
      if (isUnauthorized && isRefused) return Promise.reject(connected.failure)
      isRefused = isUnauthorized
      if (isUnauthorized) continue
      const wait = reconnectPause(failures, state.retry ?? usualRetry)
      failures += 1
      await pause(Math.max(wait, (connected.retryAfter ?? 0) * 1_000), signal)
      continue
    }
    const standing = AbortSignal.any([signal, connected.cut.signal])
    void pause(steadyMillis, standing).then(() => {
      if (!standing.aborted) failures = 0
    })
    isRefused = false
    const frames = new EventFrames(state.lastId)
    const decoder = new TextDecoder()
    const reader = connected.body.getReader()
    for (;;) {
      const bytes = await nextBytes(reader, connected.cut)
      if (bytes === null || frames.isTooLong) break
      for (const frame of frames.take(decoder.decode(bytes, { stream: true }))) {
        const isPassed = frame.data === null && frame.id !== state.lastId
        state.lastId = frame.id
        if (isPassed && frame.id !== null) passed?.(frame.id)
        yield* eventOf(frame)
      }
      state.retry = frames.retry ?? state.retry
    }
    connected.cut.abort()
    await pause(reconnectPause(failures, state.retry ?? usualRetry), signal)
    failures += 1
  }
  /* oxlint-enable eslint/no-await-in-loop */
}

/**
 * Follows a stream. A lost connection resumes after the last event, so that each event arrives once and in order
 * (contract: Reconnection). The token is requested before each connection. Rejects if a further connection cannot help.
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
