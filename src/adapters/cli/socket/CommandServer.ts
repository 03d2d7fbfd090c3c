import * as NodeSocketServer from "@effect/platform-node/NodeSocketServer"
import {
  Cause,
  Console,
  Deferred,
  Effect,
  Exit,
  FileSystem,
  Formatter,
  Layer,
  Option,
  Path,
  Queue,
  Runtime,
  Semaphore,
  Stream
} from "effect"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import type { Socket } from "effect/socket"
import { exitCodeOf, failed, usage } from "../operator/OperatorError.ts"
import { SecretInput } from "../SecretInput.ts"
import { CommandMessage, openMessages, ServiceMessage, isTooLong, maxSocketPathBytes, socketName } from "./wire.ts"

/** Maximum number of concurrent commands. Others are refused: one that waits for events can take hours. */
export const maxCommands = 32

/**
 * Maximum number of pending lines for a command that does not read them. Beyond it, the command ends (contract: Limits
 * of commands beside the embedded database).
 */
export const maxWaitingLines = 10_000

/** Reserved messages for the reason of an end and the exit code. */
const lastWords = 2

/** Time for a slow command to read its pending lines and the reason, before it ends. */
const readingTime = "10 seconds"

/** Permissions: only the owner of the data folder may connect. */
const ownerOnly = 0o600
const folderMode = 0o700

export interface CommandServerOptions<R> {
  readonly dataDir: string
  /** Runs a command with its arguments. */
  readonly run: (args: ReadonlyArray<string>) => Effect.Effect<void, unknown, R>
  /** Sends log lines of commands to the other side's standard error, because a script may read its answer. */
  readonly logging: Layer.Layer<never>
  /** The failure as text, for the person at the command. */
  readonly explain: (cause: Cause.Cause<unknown>) => string
}

const lineOf = (parts: ReadonlyArray<unknown>): string =>
  parts.map((part) => (typeof part === "string" ? part : Formatter.format(part))).join(" ")

/** Serves a connection, from its arguments to its exit code. It ends when the command or the other side ends. */
const serveConnection = <R>({ explain, logging, run }: CommandServerOptions<R>) =>
  Effect.fnUntraced(function* (socket: Socket.Socket) {
    const outgoing = yield* Queue.bounded<ServiceMessage, Cause.Done>(maxWaitingLines + lastWords)
    const answers = yield* Queue.bounded<string | null>(1)
    const firstRequest = yield* Deferred.make<typeof CommandMessage.cases.Run.Type>()
    const overflown = yield* Deferred.make<void>()
    const own = yield* Console.Console

    const say = (message: ServiceMessage) => {
      if (Queue.sizeUnsafe(outgoing) < maxWaitingLines) Queue.offerUnsafe(outgoing, message)
      else Deferred.doneUnsafe(overflown, Effect.void)
    }
    const out = (...parts: ReadonlyArray<unknown>) => say(ServiceMessage.cases.Out.make({ text: lineOf(parts) }))
    const err = (...parts: ReadonlyArray<unknown>) => say(ServiceMessage.cases.Err.make({ text: lineOf(parts) }))
    const console: Console.Console = Object.assign(Object.create(own), { log: out, info: out, error: err, warn: err })

    const ask = Effect.fnUntraced(function* (question: string) {
      say(ServiceMessage.cases.Ask.make({ question }))
      const text = yield* Queue.take(answers)
      return text ?? (yield* usage("No secret was given: type it, or write it to standard input"))
    })

    const command = Effect.gen(function* () {
      const { args, canColor } = yield* Deferred.await(firstRequest)
      const exit = yield* Effect.exit(
        run(args).pipe(
          Effect.provide(logging),
          Effect.provideService(Console.Console, console),
          Effect.provideService(SecretInput, SecretInput.of({ ask })),
          Effect.provideService(TerminalCapabilities.TerminalCapabilities, {
            canColor,
            canAnimate: false,
            canPrompt: false
          })
        )
      )
      if (Exit.isFailure(exit) && Runtime.getErrorReported(Cause.squash(exit.cause))) err(explain(exit.cause))
      say(ServiceMessage.cases.End.make({ code: Exit.isFailure(exit) ? exitCodeOf(exit.cause) : 0 }))
      yield* Queue.end(outgoing)
      return yield* Effect.never
    })
    const tooMuch = Effect.gen(function* () {
      const text = `The command was ended: ${maxWaitingLines} lines waited to be read. Ask for less at once`
      yield* Queue.offerAll(outgoing, [
        ServiceMessage.cases.Err.make({ text }),
        ServiceMessage.cases.End.make({ code: 1 })
      ])
      yield* Queue.end(outgoing)
      yield* Effect.sleep(readingTime)
    })
    const hearing = Stream.fromQueue(outgoing).pipe(
      openMessages(socket, { sends: ServiceMessage, receives: CommandMessage }),
      Stream.runForEach((message) =>
        message._tag === "Run" ? Deferred.succeed(firstRequest, message) : Queue.offer(answers, message.text)
      )
    )
    const working = Effect.andThen(Effect.raceFirst(command, Deferred.await(overflown)), tooMuch)
    yield* Effect.raceFirst(Effect.ignore(hearing), working)
  })

/**
 * Creates the socket in a private folder, restricts it, and moves it to its name. So other users can never connect, and
 * the socket of a killed service is replaced.
 */
const listen = Effect.fnUntraced(function* (dataDir: string) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const target = path.join(dataDir, socketName)
  if (isTooLong(target)) {
    return yield* failed(
      `The path of a socket has at most ${maxSocketPathBytes} bytes, and ${target} has more. Choose a shorter DATA_DIR, or stop the service for a command`
    )
  }
  // Its path has to be no longer than that of the target.
  const folder = yield* files.makeTempDirectory({ directory: dataDir, prefix: "s-" })
  const unplaced = path.join(folder, "s")
  const placed = Effect.gen(function* () {
    yield* files.chmod(folder, folderMode)
    const server = yield* NodeSocketServer.make({ path: unplaced })
    yield* files.chmod(unplaced, ownerOnly)
    yield* files.rename(unplaced, target)
    return server
  })
  const server = yield* Effect.ensuring(placed, Effect.ignore(files.remove(folder, { recursive: true })))
  yield* Effect.addFinalizer(() => Effect.ignore(files.remove(target)))
  return server
})

/** Serves commands of other processes on a socket in the data folder. */
export const layer = <R>(options: CommandServerOptions<R>) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const server = yield* listen(options.dataDir)
      const permits = yield* Semaphore.make(maxCommands)
      const answer = serveConnection(options)
      const refuse = serveConnection({
        ...options,
        run: () => failed(`The service runs ${maxCommands} commands already. End one of them`)
      })
      const serve = (socket: Socket.Socket) =>
        Effect.flatMap(
          permits.withPermitsIfAvailable(1)(answer(socket)),
          Option.match({ onNone: () => refuse(socket), onSome: () => Effect.void })
        )
      yield* Effect.forkScoped(server.run((socket) => Effect.scoped(serve(socket))))
    }).pipe(
      Effect.catch((error) =>
        Effect.logWarning("commands cannot reach this service: the socket in the data folder cannot be made", error)
      )
    )
  )
