import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { maxMediaBytes } from "../../../domain/message/Media.ts"
import { groupTitle } from "./documentedFailures.ts"
import { Forbidden, NotFound, Unavailable } from "./Failures.ts"

/** The bytes under whatever type they have; a part of them when one was asked for. */
const withParts: OpenApi.Transform["Service"] = ({ responses, ...operation }) => {
  const content = {
    "*/*": { schema: { type: "string", format: "binary" }, examples: { text: { value: "Hello" } } }
  }
  const { "200": whole, ...failures } = responses
  return {
    ...operation,
    responses: {
      "200": { ...whole, description: "The file", content },
      "206": { description: "The part of the file that Range asks for", content },
      ...failures
    }
  }
}

/** Where `content.url` of a message that came in leads to. */
export const MediaGroup = HttpApiGroup.make("media")
  .add(
    HttpApiEndpoint.get("get", "/media/:mediaId", {
      params: { mediaId: Schema.String.annotate({ description: "The file's id, a UUID" }) },
      success: HttpApiSchema.StreamUint8Array({ contentType: "*/*" }),
      error: [Forbidden, NotFound, Unavailable]
    })
      .annotate(OpenApi.Summary, "Get a file of a message")
      .annotate(
        OpenApi.Description,
        `The file as it was sent, with its media type, its size (at most ${maxMediaBytes / 1024 / 1024} MiB) and an ETag; one range of bytes is given when Range asks for it. Images, sounds, films and PDF may be shown, anything else is only to be saved. As long as the file is on its way from the platform the answer is 503, and Retry-After says when to ask again.`
      )
      .annotate(OpenApi.Transform, withParts)
  )
  .annotate(OpenApi.Title, groupTitle.media)
  .annotate(OpenApi.Description, "What people have sent: images, documents, sounds and films")
