import { Clock, DateTime, Effect, identity, Option, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { isUtf8 } from "node:buffer"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { nestingOf } from "../../../domain/text/isJsonObject.ts"
import { ApiKeys } from "../../../ports/access/ApiKeys.ts"
import { RateLimits } from "../../../ports/limits/RateLimits.ts"
import { contactsQuery, listContacts } from "../contacts/developerContacts.ts"
import { answerSend, keyedCall, keyHeader } from "../idempotency/onceByKey.ts"
import { noteFacts } from "../interfaces/RequestFacts.ts"
import { DeveloperApi } from "../interfaces/developer/Api.ts"
import type { Failure } from "../interfaces/developer/Failures.ts"
import { admitCall, authenticate, encodeFailure, failOnDefects } from "../interfaces/developer/guards.ts"
import { base } from "../interfaces/developer/middleware.ts"
import { type PlainAnswer, bodyText } from "../interfaces/envelope.ts"
import { isJson, maxNesting } from "../interfaces/readJsonBody.ts"
import { logged } from "../requestlog/recordRequests.ts"
import { SendMessageRequest, sendMessage } from "../sends/developerWhatsApp.ts"
import type { FastRequest, FastRoute } from "./fastPath.ts"

/** Names and values without an escape. */
const plain = /^(?:[a-z]+=[\w.-]*(?:&(?=.)|$))*$/i

/** The query of a URL, if nothing in it is escaped and no name is repeated: all parsers agree on it. */
export const plainQuery = (url: string): Option.Option<Readonly<Record<string, string>>> => {
  const start = url.indexOf("?")
  const query = start === -1 ? "" : url.slice(start + 1)
  if (query === "") return Option.some({})
  if (!plain.test(query)) return Option.none()
  const values: Record<string, string> = {}
  for (const parameter of query.split("&")) {
    const equals = parameter.indexOf("=")
    const name = parameter.slice(0, equals)
    if (Object.hasOwn(values, name)) return Option.none()
    values[name] = parameter.slice(equals + 1)
  }
  return Option.some(values)
}

const utf8 = new TextDecoder()
const openingBrace = 0x7b

/** The text of a body that the body guard accepts and that is an object from its first byte on. */
const objectText = ({ body, headers }: FastRequest): Option.Option<string> => {
  const isPlain = body[0] === openingBrace && isUtf8(body) && isJson(headers["content-type"])
  const text = isPlain ? utf8.decode(body) : ""
  return isPlain && nestingOf(text) <= maxNesting ? Option.some(text) : Option.none()
}

/** An endpoint of the Developer interface on the fast path, behind the guards that the router runs. */
const fastRoute = Effect.fnUntraced(function* <Input, R>(
  endpoint: Pick<FastRoute, "method" | "path"> & Pick<HttpApiEndpoint.Top, "annotations">,
  /** Decodes the URL, or the text of the body. None for a request that the router may refuse. */
  decode: (source: string) => Option.Option<Input>,
  /** Answers with JSON in which the request log has nothing to hide by its name. */
  answer: (organizationId: OrganizationId, input: Input) => Effect.Effect<unknown, Failure, R>
) {
  const apiKeys = yield* ApiKeys
  const limits = yield* RateLimits
  const clock = yield* Clock.Clock
  const { method, path } = endpoint
  const status = method === "GET" ? 200 : 201

  const respond = (organizationId: OrganizationId, input: Input) =>
    Effect.map(answer(organizationId, input), (body): PlainAnswer =>
      HttpServerResponse.isHttpServerResponse(body)
        ? { status: body.status, text: bodyText(body) ?? "" }
        : { status, text: JSON.stringify(body) }
    )
  const failed = (failure: Failure) => encodeFailure(failure) ?? Effect.die(failure)

  const begin = (request: FastRequest) => {
    const { headers, ipAddress, url } = request
    const apiKey = headers["x-api-key"]
    const source = method === "GET" ? Option.some(url) : objectText(request)
    const input = Option.flatMap(source, decode)
    if (typeof apiKey !== "string" || Option.isNone(source) || Option.isNone(input)) return null
    const body = method === "GET" ? null : source.value
    const key = headers[keyHeader]
    const keyed = body === null || key === undefined ? null : keyedCall("developer", String(key), { method, url, body })
    if (keyed !== null && Option.isNone(keyed)) return null
    // Each frame of an effect takes time, so this has few.
    const answered = Effect.flatMap(authenticate(apiKeys, apiKey, request.source), ({ organizationId }) =>
      Effect.flatMap(admitCall(limits, organizationId, endpoint), () => {
        const response = respond(organizationId, input.value)
        if (body === null) return response
        return Effect.andThen(
          noteFacts({ bodyText: body }),
          keyed === null ? response : answerSend(organizationId, keyed.value, Effect.catch(response, failed))
        )
      })
    )
    const at = DateTime.makeUnsafe(clock.currentTimeMillisUnsafe())
    const arrival = { method, path: path.slice(base.length), ipAddress, userAgent: headers["user-agent"] ?? "", at }
    return logged(
      Effect.catchCause(answered, (cause) => Effect.catch(failOnDefects(Effect.failCause(cause)), failed)),
      { arrival, isPlain: true, answerOf: identity }
    )
  }
  return { method, path, begin }
})

const decodeQuery = Schema.decodeUnknownOption(Schema.Struct(contactsQuery))
const decodeMessage = Schema.decodeUnknownOption(Schema.fromJsonString(SendMessageRequest), { reportInput: true })

const contacts = fastRoute(
  DeveloperApi.groups.contacts.endpoints.list,
  (url) => Option.flatMap(plainQuery(url), decodeQuery),
  listContacts
)

/** A scheduled message has another status, and its key is taken before the work. */
const messages = fastRoute(
  DeveloperApi.groups.whatsapp.endpoints.sendMessage,
  (text) => Option.filter(decodeMessage(text), ({ sendAt = null }) => sendAt === null),
  sendMessage
)

/** The endpoints of the Developer interface that backends call most. */
export const fastRoutes = Effect.zipWith(contacts, messages, (one, other) => [one, other])
