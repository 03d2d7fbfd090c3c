import { Effect, Schema } from "effect"
import { HttpEffect, type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Channel } from "../../src/domain/conversations/Channel.ts"
import type { FaultRule } from "../FaultRule.ts"
import { GraphError } from "./GraphError.ts"

/** A fault suppresses the answer (see `FaultRule`). */
export class AnswerSuppressed extends Schema.TaggedError<AnswerSuppressed>()("AnswerSuppressed", {
  mode: Schema.Literals(["garbled", "timeout", "disconnect"])
}) {}

/** The code of a fault that names none. */
export const unnamedCode = 131000

/** The code of a throttling fault that names none. */
const throttledCode: Readonly<Record<Channel, number>> = { whatsapp: 130429, messenger: 613, instagram: 613 }

const tooManyRequests = 429

/** The refusal with status 429, regardless of its usual status. */
const asTooManyRequests = ({ code, details, isTransient, message, subcode, type, user }: GraphError): GraphError =>
  new GraphError({ httpStatus: tooManyRequests, message, type, code, subcode, details, isTransient, user })

/** Sets `Retry-After` on the answer. */
const setRetryAfter = (seconds: number): Effect.Effect<void, never, HttpServerRequest.HttpServerRequest> =>
  HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, "retry-after", String(seconds)))
  )

/** Fails if the fault prevents the send; `refuse` builds the refusal with its code in the channel's texts. */
export const applyFault = (
  { code, mode, retryAfterSeconds = 1, subcode }: FaultRule,
  channel: Channel,
  refuse: (code: number, subcode: number | undefined) => GraphError
): Effect.Effect<void, GraphError | AnswerSuppressed, HttpServerRequest.HttpServerRequest> => {
  switch (mode) {
    case "sync":
      return Effect.fail(refuse(code ?? unnamedCode, subcode))
    case "throttle":
      return Effect.andThen(
        setRetryAfter(retryAfterSeconds),
        Effect.fail(asTooManyRequests(refuse(code ?? throttledCode[channel], subcode)))
      )
    case "expiredToken":
      return Effect.fail(refuse(190, 463))
    case "garbled":
    case "timeout":
    case "disconnect":
      return Effect.fail(new AnswerSuppressed({ mode }))
    default:
      return Effect.void
  }
}
