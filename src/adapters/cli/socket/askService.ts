import * as NodeSocket from "@effect/platform-node/NodeSocket"
import { type Cause, Console, Effect, Option, Path, Queue, Runtime, Schedule, Schema, Stream } from "effect"
import { TerminalCapabilities } from "effect/cli"
import { failed } from "../operator/OperatorError.ts"
import { SecretInput } from "../SecretInput.ts"
import { CommandMessage, openMessages, isTooLong, ServiceMessage, socketName } from "./wire.ts"

/** Deadline of the connection to the service. */
const openTimeout = "2 seconds"

/** The service ran the command, which failed with this exit code. The service has printed the reason. */
export class FailedInService extends Schema.TaggedError<FailedInService>()("FailedInService", { code: Schema.Int }) {
  override readonly [Runtime.errorExitCode] = this.code
  override readonly [Runtime.errorReported] = false
}

/** The service ran the command. */
export class DoneByService extends Schema.TaggedError<DoneByService>()("DoneByService", {}) {}

/** Runs the command in the service of the data folder. Returns the exit code; none if no service runs. */
export const askService = Effect.fnUntraced(function* (dataDir: string, args: ReadonlyArray<string>) {
  const path = (yield* Path.Path).join(dataDir, socketName)
  const input = yield* SecretInput
  const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
  const outgoing = yield* Queue.unbounded<CommandMessage, Cause.Done>()
  yield* Queue.offer(outgoing, CommandMessage.cases.Run.make({ args, canColor }))

  const handle = (message: ServiceMessage) =>
    ServiceMessage.match(message, {
      Out: ({ text }) => Console.log(text),
      Err: ({ text }) => Console.error(text),
      Ask: ({ question }) =>
        Effect.flatMap(
          Effect.orElseSucceed(input.ask(question), () => null),
          (text) => Queue.offer(outgoing, CommandMessage.cases.Answer.make({ text }))
        ),
      End: () => Effect.void
    })
  const lost = () =>
    Effect.fail(
      failed("The service ended while it ran the command. Start it again, and look whether the command had its effect")
    )

  const socket = yield* NodeSocket.makeNet({ path, openTimeout })
  return yield* Stream.fromQueue(outgoing).pipe(
    openMessages(socket, { sends: CommandMessage, receives: ServiceMessage }),
    Stream.tap(handle),
    Stream.filter((message) => message._tag === "End"),
    Stream.runHead,
    Effect.flatMap(Option.match({ onNone: lost, onSome: ({ code }) => Effect.succeedSome(code) })),
    Effect.catchTags({
      SocketError: ({ reason }) => (reason._tag === "SocketOpenError" ? Effect.succeedNone : lost()),
      NdjsonError: lost,
      SchemaError: lost
    })
  )
})

/** Interval of attempts to reach a service without a socket. */
const retryInterval = "200 millis"

/** Ten seconds: a start on a loaded machine with migrations. */
const maxRetries = 50

/**
 * Runs the command in the service of the data folder, if one runs; otherwise does nothing. A service locks the folder
 * at the beginning of its start, and has its socket at the end. While the folder `isHeld`, this retries.
 */
export const forward = <E, R>(dataDir: string, args: ReadonlyArray<string>, isHeld: Effect.Effect<boolean, E, R>) => {
  const ask = Effect.gen(function* () {
    const code = yield* askService(dataDir, args)
    if (Option.isSome(code))
      return yield* code.value === 0 ? new DoneByService() : new FailedInService({ code: code.value })
    const socketPath = (yield* Path.Path).join(dataDir, socketName)
    return !isTooLong(socketPath) && (yield* isHeld)
  })
  return ask.pipe(
    Effect.repeat({ while: (isStarting) => isStarting, schedule: Schedule.spaced(retryInterval), times: maxRetries }),
    Effect.asVoid
  )
}
