import { Effect, Option } from "effect"
import type { Channel } from "../../src/domain/conversations/Channel.ts"
import { Faults } from "../Faults.ts"
import type { GraphError } from "./GraphError.ts"
import { suffer } from "./suffer.ts"

/** Modes in which no answer of the platform arrives. */
const answerless: ReadonlySet<string> = new Set(["garbled", "timeout", "disconnect"])

/**
 * Takes the fault of a send, and fails if it keeps the platform from sending. With an armed `echo` a fault without an
 * answer does not: the platform sends the message, and the app only learns of it by the echo.
 */
export const takeFault = Effect.fnUntraced(function* (
  channel: Channel,
  recipients: ReadonlyArray<string>,
  refuse: (code: number, subcode: number | undefined) => GraphError
) {
  const faults = yield* Faults
  const fault = yield* faults.take(channel, recipients)
  if (Option.isNone(fault)) return { fault, isEchoTaken: false }
  const isEchoTaken = answerless.has(fault.value.mode) && (yield* faults.strikes("echo", channel, recipients))
  if (!isEchoTaken) yield* suffer(fault.value, channel, refuse)
  return { fault, isEchoTaken }
})
