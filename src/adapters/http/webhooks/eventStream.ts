import { Context, DateTime, Effect, Layer, Option, Redacted, Schema } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { authorize } from "../../../app/access/authorize.ts"
import { EventStreams, makeEventStreams } from "../../../app/webhooks/streams/EventStreams.ts"
import { type EncodeFrame, type StreamFrame, heartbeatMillis } from "../../../app/webhooks/streams/StreamHub.ts"
import type { LiveEvent } from "../../../domain/webhooks/LiveEvent.ts"
import { SessionTokens } from "../../../ports/access/IdentityProvider.ts"
import { Memberships } from "../../../ports/access/Memberships.ts"
import { Organizations } from "../../../ports/access/Organizations.ts"
import { noteFacts } from "../interfaces/RequestFacts.ts"
import { BadRequest, invalidField, TooManyRequests, Unavailable } from "../interfaces/session/Failures.ts"
import { Access, sessionApi } from "../interfaces/session/middleware.ts"
import { refusal } from "../openapi/documented.ts"
import { eventIdOf } from "./eventFeed.ts"

/** Milliseconds that a client waits before it connects again. */
const retryMillis = 2_000

/** Frame type that reports missed events. */
const resyncType = "resync"

/** Frame type for a conversation that the caller may no longer read. It contains only the new assignee. */
const goneType = "conversation.gone"

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

/** The media type of server-sent events. */
export const streamType = "text/event-stream"

const example = `id: 0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e0f
retry: ${retryMillis}

: live

id: 0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e10
event: message.received
data: {"id":"0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e10","event":"message.received","timestamp":"2026-11-20T12:00:00.123Z","conversationId":"0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b","data":{"channel":"whatsapp","message_id":"wamid.HBgLMTU1NTEyMzQ1NjcVAgARGBI5","conversation_id":"0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b","contact_id":"0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a2c","from":"15551234567","type":"text","content":{"text":"Hello"},"timestamp":"2026-11-20T12:00:00.000Z"}}

`

const description = `Server-sent events: everything that happens in the organization, as it happens, as far as the caller may see it. An agent whose conversation scope is assigned receives events of conversations that are unassigned or assigned to them, and a frame of type \`${goneType}\` with \`id\`, \`event\`, \`timestamp\` and \`conversationId\` when such a conversation is assigned to another member: remove it from the view. account.updated, webhook.failing and webhook.test are for owners and admins.

The type of a frame is the event's type. Its data is JSON with \`id\`, \`event\`, \`timestamp\`, \`conversationId\` (null for events of no conversation) and \`data\`, as webhooks have it. The first frame has only an id: a client that connects again with the last id in Last-Event-ID gets every event after it, once and in order. A frame of type \`${resyncType}\` means that the named event is no longer stored: reload the view and continue. After at most ${heartbeatMillis / 1_000} seconds without an event comes a comment, or an id alone.

The stream ends when the client reads too slowly, the service stops, the organization is suspended or deleted, or the token or the membership is over before the next event. Connect again: an expired token gets 401 then, and a suspended organization 403.`

const withFrames: OpenApi.Transform["Service"] = ({ responses, ...operation }) => {
  const { "200": stream, ...failures } = responses
  const content = { [streamType]: { schema: { type: "string" }, examples: { received: { value: example } } } }
  return {
    ...operation,
    responses: { "200": { ...stream, description: "The stream, until one of the two ends it", content }, ...failures }
  }
}

/** Live event stream (contract: The stream of events). */
export const EventsGroup = HttpApiGroup.make("events")
  .add(
    HttpApiEndpoint.get("stream", "/events/stream", {
      headers: {
        "last-event-id": Schema.optionalKey(
          Schema.String.annotate({
            description: "The id of the last event that the client knows; from now on without it"
          })
        )
      },
      success: HttpApiSchema.StreamUint8Array({ contentType: streamType }),
      error: [BadRequest, TooManyRequests, Unavailable]
    })
      .annotate(OpenApi.Summary, "Stream events")
      .annotate(OpenApi.Description, description)
      .annotate(OpenApi.Transform, withFrames)
  )
  .annotate(OpenApi.Title, "Events")
  .annotate(OpenApi.Description, "What happens in the organization, as it happens")

/** Seconds after which a caller with too many streams may retry. */
const retryAfterSeconds = 5

/** Headers that disable proxy buffering and close the connection with the stream, so that a stop does not wait for it. */
const headers = { "x-accel-buffering": "no", connection: "close" }

/** The token of the request, which the guards verified. */
const tokenOf = ({ headers }: HttpServerRequest.HttpServerRequest) =>
  Redacted.make((headers["authorization"] ?? "").replace(/^bearer +/i, ""))

export const lastEventUnknown = refusal(
  "The event to go on after is none",
  invalidField("last-event-id", "Expected the id of an event")
)

/** A stream beyond the limit. */
export const tooManyStreams = (of: "member" | "organization", most: number) =>
  refusal(
    `The ${of} has too many streams`,
    new TooManyRequests({ error: `Too many event streams: at most ${most} for one ${of}` })
  )

/** A stream on a process that stops. */
export const streamsClosed = refusal(
  "The service stops",
  new Unavailable({ error: "The service is stopping; open the stream again" })
)

/** The streams of this process, as server-sent events. */
export const streams = Layer.effect(EventStreams, makeEventStreams(eventFrame))

export const layer = HttpApiBuilder.group(
  sessionApi(EventsGroup),
  "events",
  Effect.fnUntraced(function* (handlers) {
    const streams = yield* EventStreams
    const services = Context.make(SessionTokens, yield* SessionTokens).pipe(
      Context.add(Memberships, yield* Memberships),
      Context.add(Organizations, yield* Organizations)
    )
    return handlers.handle(
      "stream",
      Effect.fnUntraced(
        function* ({ headers: requestHeaders }) {
          const access = yield* Access
          const lastEventId = requestHeaders["last-event-id"] ?? ""
          const from = eventIdOf(lastEventId)
          if (lastEventId !== "" && Option.isNone(from)) {
            return yield* lastEventUnknown()
          }
          const token = tokenOf(yield* HttpServerRequest.HttpServerRequest)
          const confirm = Effect.option(authorize(token, access.organizationId)).pipe(Effect.provideContext(services))
          const frames = yield* streams.open({ access, from, confirm })
          return HttpServerResponse.stream(frames, { contentType: streamType, headers })
        },
        Effect.catchTags({
          TooManyStreams: ({ most, of }) =>
            Effect.andThen(noteFacts({ retryAfterSeconds }), tooManyStreams(of, most)()),
          StreamsClosed: streamsClosed
        })
      )
    )
  })
)
