import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { mediaBytes, mediaDescription, mediaParams, withParts } from "./mediaFile.ts"
import { groupTitle } from "../interfaces/session/documentedFailures.ts"
import { Forbidden, NotFound, Unavailable } from "../interfaces/session/Failures.ts"

/** Endpoint behind `content.url` of an inbound message. */
export const MediaGroup = HttpApiGroup.make("media")
  .add(
    HttpApiEndpoint.get("get", "/media/:mediaId", {
      params: mediaParams,
      success: mediaBytes,
      error: [Forbidden, NotFound, Unavailable]
    })
      .annotate(OpenApi.Summary, "Get a file of a message")
      .annotate(OpenApi.Description, mediaDescription)
      .annotate(OpenApi.Transform, withParts)
  )
  .annotate(OpenApi.Title, groupTitle.media)
  .annotate(OpenApi.Description, "What people have sent: images, documents, sounds and films")
