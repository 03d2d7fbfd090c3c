import { Effect, Schema, Stream } from "effect"
import type { HttpServerRequest } from "effect/http"
import { maxImportRows } from "../../../domain/importContacts.ts"
import { mapInTurns } from "../../../collections/mapInTurns.ts"
import { mediaOf } from "../mediaOf.ts"
import { containersOf } from "../nestingOf.ts"
import { BodyTooLarge, BodyUnreadable, NotJsonMedia, readJsonBody, unreadableBody } from "../readJsonBody.ts"
import { readContactsCsv, TooManyRows } from "./ContactsCsv.ts"
import { describeIssue } from "./describeIssue.ts"
import { BadRequest, TooLarge, UnsupportedMedia } from "./Failures.ts"
import { type GivenRow, readItem } from "./ImportItem.ts"
import { fileIn, filePart } from "./MultipartFile.ts"

/** Largest body of an import. */
export const maxImportBytes = 10 * 1024 * 1024

/** Objects and arrays in the JSON of an import: two for each row, and some for ignored parts. */
const maxContainers = 5 * maxImportRows

/** The body as it comes in, up to the limit of an import. */
const bodyOf = (
  request: HttpServerRequest.HttpServerRequest
): Stream.Stream<Uint8Array, BodyTooLarge | BodyUnreadable> =>
  Stream.suspend(() => {
    if (Number(request.headers["content-length"]) > maxImportBytes) return Stream.fail(new BodyTooLarge())
    let left = maxImportBytes
    return request.stream.pipe(
      Stream.mapError(() => new BodyUnreadable()),
      Stream.mapEffect((bytes) => {
        left -= bytes.length
        return left < 0 ? Effect.fail(new BodyTooLarge()) : Effect.succeed(bytes)
      })
    )
  })

const parseJson = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Unknown))

/** The elements of the array are checked one by one. */
const AnyArray = Schema.declare((input: unknown): input is ReadonlyArray<unknown> => Array.isArray(input), {
  expected: "array"
})
const readEnvelope = Schema.decodeUnknownEffect(Schema.Struct({ contacts: AnyArray }), { reportInput: true })

const readJson = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const text = yield* readJsonBody(request, maxImportBytes)
  if (containersOf(text) > maxContainers) return yield* new TooManyRows()
  const json = yield* Effect.mapError(parseJson(text), () => new BadRequest({ error: unreadableBody.NotJson }))
  const { contacts } = yield* Effect.mapError(readEnvelope(json), ({ issue }) => describeIssue(issue))
  if (contacts.length > maxImportRows) return yield* new TooManyRows()
  return yield* mapInTurns(contacts, (item, index) => readItem(index, item))
})

const read = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const { isUtf8, type } = mediaOf(request.headers["content-type"])
  if (type === "application/json") return yield* readJson(request)
  if (type === "text/csv" && isUtf8) return yield* readContactsCsv(bodyOf(request))
  if (type === "multipart/form-data") return yield* readContactsCsv(fileIn(request.headers, bodyOf(request)))
  return yield* new NotJsonMedia()
})

const formProblems = {
  malformed: "Request body is not valid multipart/form-data",
  "no file": `Missing required field: ${filePart}`,
  "several files": "Only one file can be imported at once"
} as const

/** The rows of an import, from JSON or CSV. An invalid row stands in its place with its reason. */
export const readImport = (
  request: HttpServerRequest.HttpServerRequest
): Effect.Effect<ReadonlyArray<GivenRow>, BadRequest | TooLarge | UnsupportedMedia> =>
  read(request).pipe(
    Effect.catchTags({
      BodyTooLarge: () => new TooLarge({ error: unreadableBody.BodyTooLarge }),
      NotJsonMedia: () => new UnsupportedMedia({ error: unreadableBody.NotJsonMedia }),
      NestedTooDeeply: () => new BadRequest({ error: unreadableBody.NestedTooDeeply }),
      BodyUnreadable: () => new BadRequest({ error: unreadableBody.BodyUnreadable }),
      CsvRefused: ({ problem }) => new BadRequest({ error: problem }),
      FormRefused: ({ reason }) => new BadRequest({ error: formProblems[reason] }),
      TooManyRows: () => new BadRequest({ error: `At most ${maxImportRows} contacts can be imported at once` })
    })
  )
