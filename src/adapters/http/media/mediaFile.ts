import { Schema } from "effect"
import { HttpApiSchema, type OpenApi } from "effect/http-api"
import { maxMediaBytes } from "../../../domain/media/Media.ts"

/** Shared parts of the media endpoints (contract C115). */
export const mediaParams = { mediaId: Schema.String.annotate({ description: "The file's id, a UUID" }) }

export const mediaBytes = HttpApiSchema.StreamUint8Array({ contentType: "*/*" })

export const mediaDescription = `The file as it was sent, with its media type, its size (at most ${maxMediaBytes / 1024 / 1024} MiB) and an ETag; one range of bytes is given when Range asks for it. Images, sounds, films and PDF may be shown, anything else is only to be saved. As long as the file is on its way from the platform the answer is 503, and Retry-After says when to ask again.`

/** Documents the responses with bytes of any type, in whole or as a range. */
export const withParts: OpenApi.Transform["Service"] = ({ responses, ...operation }) => {
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
