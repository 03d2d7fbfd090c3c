import { DateTime } from "effect"
import type { EncodeFrame, StreamFrame } from "../../../app/webhooks/streams/StreamHub.ts"
import type { LiveEvent } from "../../../domain/webhooks/LiveEvent.ts"

/** Milliseconds that a client waits before it connects again. */
export const retryMillis = 2_000

/** Frame type that reports missed events. */
export const resyncType = "resync"

/** Frame type for a conversation that the caller may no longer read. It contains only the new assignee. */
export const goneType = "conversation.gone"

const headOf = ({ conversationId, id, occurredAt }: LiveEvent, type: string): string =>
  JSON.stringify({ id, event: type, timestamp: DateTime.formatIso(occurredAt), conversationId })

/** The event as JSON on one line, with its recorded data. */
const dataOf = (event: LiveEvent): string => {
  const { dataJson, type } = event
  const head = headOf(event, type)
  // JSON allows line breaks only between tokens.
  return `${head.slice(0, -1)},"data":${dataJson.replaceAll(/[\r\n]+/g, " ")}}`
}

const textOf = (frame: StreamFrame): string => {
  switch (frame._tag) {
    case "Opened":
      return `id: ${frame.id}\nretry: ${retryMillis}\n\n`
    case "Missed":
      return `event: ${resyncType}\ndata: {"reason":"unknown_event"}\n\n`
    case "Event":
      return `id: ${frame.event.id}\nevent: ${frame.event.type}\ndata: ${dataOf(frame.event)}\n\n`
    case "Gone":
      return `id: ${frame.event.id}\nevent: ${goneType}\ndata: ${goneDataOf(frame.event)}\n\n`
    case "CaughtUp":
      return ": live\n\n"
    case "Alive":
      // An id without data advances the resume cursor and dispatches no event.
      return frame.passed === null ? ":\n\n" : `id: ${frame.passed}\n\n`
  }
}

const goneDataOf = (event: LiveEvent): string => {
  const assigneeId = event.conversation?.assigneeId ?? null
  return `${headOf(event, goneType).slice(0, -1)},"assigneeId":${JSON.stringify(assigneeId)}}`
}

const encoder = new TextEncoder()

/** The frame as server-sent events (WHATWG HTML, section 9.2). */
export const eventFrame: EncodeFrame = (frame) => encoder.encode(textOf(frame))
