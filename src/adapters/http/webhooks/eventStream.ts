import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { heartbeatMillis } from "../../../app/webhooks/streams/StreamHub.ts"
import { groupTitle } from "../interfaces/session/documentedFailures.ts"
import { BadRequest, TooManyRequests, Unavailable } from "../interfaces/session/Failures.ts"
import { goneType, resyncType, retryMillis } from "./eventFrame.ts"

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

/** Live event stream (contract C230). */
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
  .annotate(OpenApi.Title, groupTitle.events)
  .annotate(OpenApi.Description, "What happens in the organization, as it happens")
