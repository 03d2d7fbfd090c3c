import { Option } from "effect"
import { type GraphError, refusal } from "../graph/GraphError.ts"
import type { GraphFile } from "../graph/multipart.ts"
import { bareType, isAnimated, maxStillSticker, mediaKinds } from "./mediaKinds.ts"

const allTypes = mediaKinds.flatMap(({ mimeTypes }) => mimeTypes).join(", ")

const wrongType = (mimeType: string): GraphError =>
  refusal(100, {
    message:
      `(#100) Param file must be a file with one of the following types: ${allTypes}. ` +
      `Received file of type '${mimeType}'.`
  })

const tooLarge = (max: number): GraphError =>
  refusal(100, { details: `File Too Large: The file you uploaded is too large. The maximum is ${max} bytes.` })

const empty = refusal(131053, { details: "The file you uploaded is empty." })

/** What the platform has against a file that is to be sent; it goes by the type that the upload says. */
export const uploadRefusal = ({
  bytes,
  mimeType
}: Pick<GraphFile, "bytes" | "mimeType">): Option.Option<GraphError> => {
  const type = bareType(mimeType)
  const kind = mediaKinds.find(({ mimeTypes }) => mimeTypes.includes(type))
  if (kind === undefined) return Option.some(wrongType(mimeType))
  if (bytes.length === 0) return Option.some(empty)
  const maxSize = type === "image/webp" && !isAnimated(bytes) ? maxStillSticker : kind.maxSize
  return bytes.length > maxSize ? Option.some(tooLarge(maxSize)) : Option.none()
}
