import { Context, Effect, Layer, Option, Redacted } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { authorize } from "../../../../app/access/authorize.ts"
import { EventStreams, makeEventStreams } from "../../../../app/webhooks/streams/EventStreams.ts"
import { SessionTokens } from "../../../../ports/access/IdentityProvider.ts"
import { Memberships } from "../../../../ports/access/Memberships.ts"
import { Organizations } from "../../../../ports/access/Organizations.ts"
import { eventIdOf } from "../../developer/webhooks/events.ts"
import { noteFacts } from "../../shared/RequestFacts.ts"
import { SessionApi } from "../Api.ts"
import { invalidField, streamsClosed, TooManyRequests, tooManyStreams, Unavailable } from "../Failures.ts"
import { Access } from "../SessionAuth.ts"
import { eventFrame } from "./eventFrame.ts"
import { streamType } from "./EventsGroup.ts"

/** Seconds after which a caller with too many streams may retry. */
const retryAfterSeconds = 5

/** Headers that disable proxy buffering and close the connection with the stream, so that a stop does not wait for it. */
const headers = { "x-accel-buffering": "no", connection: "close" }

/** The token of the request, which the guards verified. */
const tokenOf = ({ headers }: HttpServerRequest.HttpServerRequest) =>
  Redacted.make((headers["authorization"] ?? "").replace(/^bearer +/i, ""))

/** The streams of this process, as server-sent events. */
export const streams = Layer.effect(EventStreams, makeEventStreams(eventFrame))

export const layer = HttpApiBuilder.group(
  SessionApi,
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
            return yield* invalidField("last-event-id", "Expected the id of an event")
          }
          const token = tokenOf(yield* HttpServerRequest.HttpServerRequest)
          const confirm = Effect.option(authorize(token, access.organizationId)).pipe(Effect.provideContext(services))
          const frames = yield* streams.open({ access, from, confirm })
          return HttpServerResponse.stream(frames, { contentType: streamType, headers })
        },
        Effect.catchTags({
          TooManyStreams: ({ most, of }) =>
            Effect.andThen(noteFacts({ retryAfterSeconds }), new TooManyRequests({ error: tooManyStreams(of, most) })),
          StreamsClosed: () => new Unavailable({ error: streamsClosed })
        })
      )
    )
  })
)
