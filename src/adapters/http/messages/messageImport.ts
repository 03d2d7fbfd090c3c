import { Effect, Schema, Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { importMessages } from "../../../app/messages/importMessages.ts"
import { maxImportLineBytes, maxListedRefusals } from "../../../domain/messages/PastMessage.ts"
import { type KeyCaller, onceByKey } from "../idempotency/onceByKey.ts"
import type { Interface, InterfaceGuards, Prefix, Requester } from "../interfaces/Interface.ts"
import { Refused, Refusals } from "../interfaces/Refusal.ts"
import { developer, inDeveloper } from "../interfaces/developer/developer.ts"
import { callerOf as developerCaller } from "../interfaces/developer/guards.ts"
import { Caller, developerApi, LogsAnswer } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { BodyTooLarge, mediaOf, ReadsBodyItself } from "../interfaces/readJsonBody.ts"
import { callerOf } from "../interfaces/session/guards.ts"
import { Access, sessionApi } from "../interfaces/session/middleware.ts"
import { inSession, session } from "../interfaces/session/session.ts"
import { refusal } from "../openapi/documented.ts"
import { keyOutcomes as developerKeyOutcomes } from "../interfaces/developer/Failures.ts"
import { keyOutcomes } from "../interfaces/session/Failures.ts"

/** Maximum bytes of one request. A longer file is sent in parts. */
export const maxImportedBytes = 64 * 1024 * 1024

const mebibyte = 1024 * 1024

const mediaType = "application/x-ndjson"

const exampleLine = JSON.stringify({
  channel: "whatsapp",
  contact: { id: "+15551234567", name: "Ada" },
  direction: "inbound",
  type: "text",
  text: "Is the table free?",
  time: "2026-05-20T10:00:00Z",
  externalId: "chatwoot-4711"
})

const Lines = Schema.String.annotate({
  description: `Newline-delimited JSON: a message in each line of at most ${maxImportLineBytes / 1024} KiB, with channel, account, contact {id, name}, direction, type, text, media {url, mimeType, filename}, time, status, platformId, externalId, author`,
  examples: [`${exampleLine}\n`]
}).pipe(HttpApiSchema.asText({ contentType: mediaType }))

const count = (description: string) => Schema.Int.annotate({ description })

const Imported = Data(
  Schema.Struct({
    lines: count("Lines that were read"),
    accepted: count("Messages that were added"),
    duplicates: count("Lines whose message was known"),
    refusedLines: count("Lines that were refused"),
    refused: Schema.Array(
      Schema.Struct({
        line: count("Number of the line, 1 for the first"),
        field: Schema.String.annotate({ description: "The refused field; empty if the line is no message" }),
        error: Schema.String.annotate({ description: "The reason, for people" })
      }).annotate({ description: "A line that added no message" })
    ).annotate({ description: `Refused lines in their order, at most ${maxListedRefusals}` }),
    nextLine: Schema.NullOr(Schema.Int).annotate({
      description: "The line to continue with, if the body broke off or was too long; null if all lines were read"
    })
  })
).annotate({
  examples: [
    ok({
      lines: 3,
      accepted: 1,
      duplicates: 1,
      refusedLines: 1,
      refused: [{ line: 3, field: "contact.id", error: "not a phone number" }],
      nextLine: null
    })
  ]
})

const notLines = refusal(
  "The body is not newline-delimited JSON",
  new Refused("BadRequest", { text: `Expected a body of type ${mediaType}` })
)

/** Endpoint of imports of messages (contract: Import of messages). */
const groupOf = <P extends Prefix, G extends InterfaceGuards>(on: Interface<P, G>) =>
  HttpApiGroup.make("messageImport")
    .add(
      HttpApiEndpoint.post("importMessages", `${on.prefix}/import/messages`, { payload: Lines, success: Imported })
        .middleware(on.Idempotency)
        .middleware(on.Management)
        .annotate(ReadsBodyItself, true)
        .annotate(LogsAnswer, false)
        .annotate(Refusals, [notLines])
        .annotate(OpenApi.Summary, "Import messages")
        .annotate(
          OpenApi.Description,
          `Stores messages from elsewhere, at most ${maxImportedBytes / mebibyte} MiB in a request. They are read, and dispatch no events of messages. A message with a known platformId or externalId is not added again, so an import can be repeated. Lines are stored while they arrive.${on.forManagers}`
        )
    )
    .annotate(OpenApi.Title, "Import of messages")
    .annotate(OpenApi.Description, "Messages from other services")

/** The bytes of the body, which breaks off after the maximum. */
const bytesOf = ({ stream }: HttpServerRequest.HttpServerRequest) =>
  Stream.suspend(() => {
    let left = maxImportedBytes
    return Stream.mapEffect(stream, (bytes) => {
      left -= bytes.length
      return left < 0 ? Effect.fail(new BodyTooLarge()) : Effect.succeed(bytes)
    })
  })

interface ImportRequest {
  readonly request: HttpServerRequest.HttpServerRequest
}

const imported = Effect.fnUntraced(function* ({ organizationId }: Requester, { request }: ImportRequest) {
  const { isUtf8, type } = mediaOf(request.headers["content-type"])
  if (!isUtf8 || type !== mediaType) return yield* notLines()
  return ok(yield* importMessages(organizationId, bytesOf(request)))
})

/**
 * Answers once per key. The body is not part of the call: it is not stored, and a repetition of it adds nothing.
 */
const answered = <View extends object, E, R>(caller: KeyCaller, view: Effect.Effect<View, E, R>) =>
  onceByKey(
    caller,
    Effect.succeed({ mediaType, body: "", isSend: false }),
    Effect.map(view, (body) => HttpServerResponse.jsonUnsafe(body))
  )

export const DeveloperMessageImportGroup = groupOf(developer)

export const developerLayer = HttpApiBuilder.group(
  developerApi(DeveloperMessageImportGroup),
  "messageImport",
  (handlers) =>
    handlers.handleRaw(
      "importMessages",
      Effect.fn(function* (request) {
        return yield* answered(developerCaller(yield* Caller), inDeveloper(imported)(request))
      }, Effect.catchTags(developerKeyOutcomes))
    )
)

export const SessionMessageImportGroup = groupOf(session)

export const sessionLayer = HttpApiBuilder.group(sessionApi(SessionMessageImportGroup), "messageImport", (handlers) =>
  handlers.handleRaw(
    "importMessages",
    Effect.fn(function* (request) {
      return yield* answered(callerOf(yield* Access), inSession(imported)(request))
    }, Effect.catchTags(keyOutcomes))
  )
)
