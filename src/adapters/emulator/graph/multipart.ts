import { ByteSize, Effect, type Schema, Stream } from "effect"
import { type HttpServerRequest, Multipart } from "effect/http"
import { type GraphError, refusal } from "./GraphError.ts"

/** A file of a form. */
export interface GraphFile {
  /** The name of the part: `file`. */
  readonly field: string
  readonly filename: string
  /** As the part says it, without parameters; the platform does not look into files. */
  readonly mimeType: string
  readonly bytes: Uint8Array
}

/** The largest file that the platform takes is a document of 100 MiB. One byte more lets a file that is too large be recognised. */
export const maxUpload = ByteSize.mebibytes(101)

const limits = Multipart.limitsServices({
  maxParts: 20,
  maxFieldSize: ByteSize.mebibytes(1),
  maxFileSize: maxUpload,
  maxTotalSize: ByteSize.mebibytes(102),
  fieldMimeTypes: []
})

const unreadable = ({ reason }: Multipart.MultipartError): GraphError =>
  reason._tag === "Parse" || reason._tag === "InternalError"
    ? refusal(100, { details: "The form cannot be read" })
    : refusal(1, { httpStatus: 413, message: `Request body is larger than ${ByteSize.format(maxUpload)}` })

type ReadPart = readonly [name: string, value: Schema.Json, file: GraphFile | null]

/** A file stands among the parameters as what there is to say of it. */
const readPart = (part: Multipart.Part): Effect.Effect<ReadPart, Multipart.MultipartError> =>
  part._tag === "Field"
    ? Effect.succeed([part.key, part.value, null])
    : Effect.map(part.contentEffect, (bytes) => [
        part.key,
        { filename: part.name, mime_type: part.contentType, size: bytes.length },
        { field: part.key, filename: part.name, mimeType: part.contentType, bytes }
      ])

/** A form of parts: its fields as their text, and its files; or the refusal of one that is too large or broken. */
export const readMultipart = (request: HttpServerRequest.HttpServerRequest) =>
  request.multipartStream.pipe(
    Stream.mapEffect(readPart),
    Stream.runCollect,
    Effect.provideContext(limits),
    Effect.mapBoth({
      onFailure: unreadable,
      onSuccess: (parts) => ({
        fields: parts.map(([name, value]) => [name, value] as const),
        files: parts.flatMap(([, , file]) => (file === null ? [] : [file]))
      })
    })
  )
