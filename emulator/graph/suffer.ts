import { Effect, Schema } from "effect"
import { HttpEffect, type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Channel } from "../../src/domain/conversations/Channel.ts"
import type { FaultRule } from "../FaultRule.ts"
import { GraphError } from "./GraphError.ts"

/** The answer is kept back as a fault asks (see `FaultRule`). */
export class Sabotaged extends Schema.TaggedError<Sabotaged>()("Sabotaged", {
  mode: Schema.Literals(["garbled", "timeout", "disconnect"])
}) {}

/** What a fault has for a code when it names none. */
export const unnamedCode = 131000

/** What too many sends are answered with, where the fault does not say. */
const throttledCode: Readonly<Record<Channel, number>> = { whatsapp: 130429, messenger: 613, instagram: 613 }

const tooManyRequests = 429

/** The refusal with the status, whatever its code usually has. */
const asTooManyRequests = ({ code, details, isTransient, message, subcode, type, user }: GraphError): GraphError =>
  new GraphError({ httpStatus: tooManyRequests, message, type, code, subcode, details, isTransient, user })

/** The answer says when to come again. */
const comeAgainAfter = (seconds: number): Effect.Effect<void, never, HttpServerRequest.HttpServerRequest> =>
  HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, "retry-after", String(seconds)))
  )

/** Gives up here when the fault keeps the platform from sending; `refuse` says its code in the words of the channel. */
export const suffer = (
  { code, mode, retryAfterSeconds = 1, subcode }: FaultRule,
  channel: Channel,
  refuse: (code: number, subcode: number | undefined) => GraphError
): Effect.Effect<void, GraphError | Sabotaged, HttpServerRequest.HttpServerRequest> => {
  switch (mode) {
    case "sync":
      return Effect.fail(refuse(code ?? unnamedCode, subcode))
    case "throttle":
      return Effect.andThen(
        comeAgainAfter(retryAfterSeconds),
        Effect.fail(asTooManyRequests(refuse(code ?? throttledCode[channel], subcode)))
      )
    case "expiredToken":
      return Effect.fail(refuse(190, 463))
    case "garbled":
    case "timeout":
    case "disconnect":
      return Effect.fail(new Sabotaged({ mode }))
    default:
      return Effect.void
  }
}
