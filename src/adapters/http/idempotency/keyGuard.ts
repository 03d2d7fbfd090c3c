import { Context, Effect, Option } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import type { KeyedCall } from "../../../domain/sends/IdempotencyKey.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import type { DirectAnswer } from "../fastpath/DirectRoute.ts"
import { bodyText } from "../shared/bodyText.ts"
import type { EncodedFailure } from "../shared/encodedFailure.ts"
import { Tier } from "../shared/rateTiers.ts"
import { answerOnce, answerSendOnce } from "./answerOnce.ts"
import { refusedKey } from "./keyAnswers.ts"
import { type CallParts, keyedCall, keyHeader } from "./keyedCall.ts"

/** Who calls, and over which interface. */
export interface GuardedCaller extends Pick<CallParts, "caller"> {
  readonly api: KeyedCall["api"]
  readonly organizationId: OrganizationId
  /** Encodes the failures of the interface. */
  readonly encode: (failure: unknown) => Effect.Effect<EncodedFailure> | null
}

/** A request as far as it was read. */
export interface ReadRequest extends Pick<CallParts, "mediaType" | "body"> {
  readonly isSend: boolean
}

const responseOf = ({ headers, status, text }: DirectAnswer): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(text, { status, headers, contentType: "application/json" })

/** A response of the interface, or a failure of it, as a plain answer. An undecodable request stays a failure. */
const plainAnswer = <E, R>(
  response: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  encode: GuardedCaller["encode"]
): Effect.Effect<DirectAnswer, E, R> =>
  response.pipe(
    Effect.map((answered) => ({ status: answered.status, headers: {}, text: bodyText(answered) ?? "" })),
    Effect.catch((failure) => {
      const encoded = encode(failure)
      return encoded === null ? Effect.fail(failure) : Effect.map(encoded, (answer) => ({ ...answer, headers: {} }))
    })
  )

/** The response to a request, which is given once for each key (contract C21). A request without a key costs nothing more. */
export const onceByKey = <E, R, E2, R2>(
  caller: GuardedCaller,
  read: Effect.Effect<ReadRequest, E2, R2>,
  response: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers, method, url }) => {
    const key = headers[keyHeader]
    if (key === undefined) return response
    return Effect.flatMap(read, ({ body, isSend, mediaType }) => {
      const call = keyedCall(caller.api, key, { method, url, caller: caller.caller, mediaType, body })
      if (Option.isNone(call)) return Effect.succeed(responseOf(refusedKey(caller.api)))
      const once = isSend ? answerSendOnce : answerOnce
      const answer = once(caller.organizationId, call.value, plainAnswer(response, caller.encode))
      return Effect.map(answer, responseOf)
    })
  })

/** The request of an endpoint whose body was read before. An endpoint without a body takes no notice of one. */
export const readRequest = ({ annotations, payload }: HttpApiEndpoint.Top) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
    Effect.map(payload.size === 0 ? Effect.succeed("") : Effect.orDie(request.text), (body): ReadRequest => ({
      mediaType: "",
      body,
      isSend: Context.get(annotations, Tier) === "messaging"
    }))
  )
