import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { mediaBytes, mediaDescription, mediaParams, withParts } from "./mediaFile.ts"
import { groupTitle } from "../interfaces/developer/documentedFailures.ts"
import { NotFound, Unavailable } from "../interfaces/developer/Failures.ts"

/** Endpoint behind `content.url` of an event (contract C115). */
export const MediaGroup = HttpApiGroup.make("media")
  .add(
    HttpApiEndpoint.get("get", "/v1/media/:mediaId", {
      params: mediaParams,
      success: mediaBytes,
      error: [NotFound, Unavailable]
    })
      .annotate(OpenApi.Summary, "Get a file of a message")
      .annotate(OpenApi.Description, mediaDescription)
      .annotate(OpenApi.Transform, withParts)
  )
  .annotate(OpenApi.Title, groupTitle.media)
  .annotate(OpenApi.Description, "What people have sent: images, documents, sounds and films")
