import { Effect, Schema, Stream } from "effect"
import { type HttpServerRequest, MultipartParser } from "effect/http"
import { mapInTurns } from "../../../collections/mapInTurns.ts"
import { maxImportRows } from "../../../domain/contacts/importContacts.ts"
import { containersOf } from "../../../domain/text/isJsonObject.ts"
import {
  BodyTooLarge,
  BodyUnreadable,
  mediaOf,
  NotJsonMedia,
  readJsonBody,
  unreadableBody
} from "../interfaces/readJsonBody.ts"
import { Text, optional } from "../interfaces/requestFields.ts"
import { BadRequest, type TooLarge, type UnsupportedMedia } from "../interfaces/session/Failures.ts"
import { bodyRefused, describeIssue } from "../interfaces/session/guards.ts"
import { refusal } from "../openapi/documented.ts"
import { readContactsCsv, TooManyRows } from "./ContactsCsv.ts"
import { type GivenRow, readItem } from "./ImportItem.ts"

/** A charset whose files have a byte order mark. */
const utf16 = /;\s*charset="?utf-16(?:le|be)?"?\s*$/i

/** The form part of the file. */
export const filePart = "file"

/** The form part and query parameter of the country of national phone numbers. */
export const countryPart = "defaultCountry"

/** Maximum bytes of the country part. */
const maxCountryBytes = 64

/** Maximum parts of a form. */
const maxParts = 100

/** The form cannot be parsed, or does not have exactly one file. */
export class FormRefused extends Schema.TaggedError<FormRefused>()("FormRefused", {
  reason: Schema.Literals(["malformed", "no file", "several files"])
}) {}

/**
 * Streams the bytes of the file in a `multipart/form-data` body (RFC 7578). `onCountry` receives the country part; other parts
 * are skipped.
 */
export const fileIn = <E>(
  headers: Record<string, string>,
  body: Stream.Stream<Uint8Array, E>,
  onCountry: (country: string) => void = () => {}
): Stream.Stream<Uint8Array, E | FormRefused> =>
  Stream.suspend(() => {
    let read: Array<Uint8Array> = []
    let files = 0
    let refusal: FormRefused | null = null
    const parser = MultipartParser.make({
      headers,
      maxParts,
      isFile: () => true,
      onField: () => {},
      onFile: ({ name }) => {
        if (name === filePart && ++files > 1) refusal ??= new FormRefused({ reason: "several files" })
        const decoder = new TextDecoder()
        let country = ""
        return (bytes) => {
          if (name === filePart && bytes !== null) read.push(bytes)
          if (name !== countryPart) return
          if (bytes === null) onCountry(country.trim())
          else if (country.length < maxCountryBytes) country += decoder.decode(bytes, { stream: true })
        }
      },
      onError: () => (refusal ??= new FormRefused({ reason: "malformed" })),
      onDone: () => {}
    })
    /** Runs a parser step and returns the file bytes that it emitted, possibly none. */
    const step = (move: () => void) =>
      Effect.suspend(() => {
        move()
        const bytes = read
        read = []
        return refusal === null ? Effect.succeed(bytes) : Effect.fail(refusal)
      })
    const end = step(() => {
      parser.end()
      if (files === 0) refusal ??= new FormRefused({ reason: "no file" })
    })
    return Stream.mapEffect(body, (bytes) => step(() => parser.write(bytes))).pipe(
      Stream.concat(Stream.fromEffect(end)),
      Stream.flattenIterable
    )
  })

/** Maximum body of an import. */
export const maxImportBytes = 10 * 1024 * 1024

/** Maximum objects and arrays in an import: two per row, and some for ignored fields. */
const maxContainers = 5 * maxImportRows

/** Streams the body, up to the limit of an import. */
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

/** An array whose elements are checked one by one. */
const AnyArray = Schema.declare((input: unknown): input is ReadonlyArray<unknown> => Array.isArray(input), {
  expected: "array"
})
const readEnvelope = Schema.decodeUnknownEffect(Schema.Struct({ contacts: AnyArray, [countryPart]: optional(Text) }), {
  reportInput: true
})

/** Rows of an import, and the country of their national phone numbers; null if absent. */
export interface GivenImport {
  readonly rows: ReadonlyArray<GivenRow>
  readonly defaultCountry: string | null
}

/** Observer of the content of an import: the JSON, or the bytes of the file. */
export type Witness = (content: Uint8Array | string) => void

const readJson = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, witness: Witness) {
  const text = yield* readJsonBody(request, maxImportBytes)
  witness(text)
  if (containersOf(text) > maxContainers) return yield* new TooManyRows()
  const json = yield* Effect.mapError(parseJson(text), () => new BadRequest({ error: unreadableBody.NotJson }))
  const { contacts, defaultCountry } = yield* Effect.mapError(readEnvelope(json), ({ issue }) => describeIssue(issue))
  if (contacts.length > maxImportRows) return yield* new TooManyRows()
  const rows = yield* mapInTurns(contacts, (item, index) => readItem(index, item))
  const content: GivenImport = { rows, defaultCountry: defaultCountry ?? null }
  return content
})

const readFile = Effect.fnUntraced(function* <E>(file: Stream.Stream<Uint8Array, E>, witness: Witness) {
  return yield* readContactsCsv(Stream.tap(file, (bytes) => Effect.sync(() => witness(bytes))))
})

const read = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, witness: Witness) {
  const { isUtf8, type } = mediaOf(request.headers["content-type"])
  if (type === "application/json") return yield* readJson(request, witness)
  let defaultCountry: string | null = null
  const onCountry = (country: string) => {
    if (country !== "") defaultCountry = country
  }
  const withCountry = (rows: ReadonlyArray<GivenRow>): GivenImport => ({ rows, defaultCountry })
  if (type === "text/csv" && (isUtf8 || utf16.test(request.headers["content-type"] ?? "")))
    return withCountry(yield* readFile(bodyOf(request), witness))
  if (type === "multipart/form-data") {
    return withCountry(yield* readFile(fileIn(request.headers, bodyOf(request), onCountry), witness))
  }
  return yield* new NotJsonMedia()
})

export const tooManyRows = refusal(
  "There are too many rows",
  new BadRequest({ error: `At most ${maxImportRows} contacts can be imported at once` })
)

const formProblems = {
  malformed: "Request body is not valid multipart/form-data",
  "no file": `Missing required field: ${filePart}`,
  "several files": "Only one file can be imported at once"
} as const

/** Reads the rows of an import, from JSON or CSV. An invalid row is returned in order, with its reason. */
export const readImport = (
  request: HttpServerRequest.HttpServerRequest,
  witness: Witness
): Effect.Effect<GivenImport, BadRequest | TooLarge | UnsupportedMedia> =>
  read(request, witness).pipe(
    Effect.catchTags({
      ...bodyRefused,
      CsvRefused: ({ problem }) => new BadRequest({ error: problem }),
      FormRefused: ({ reason }) => new BadRequest({ error: formProblems[reason] }),
      TooManyRows: tooManyRows
    })
  )
