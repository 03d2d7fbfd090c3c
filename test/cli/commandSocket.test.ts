import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import {
  Console,
  Deferred,
  Effect,
  Exit,
  Fiber,
  FileSystem,
  Latch,
  Layer,
  Logger,
  Option,
  Scope,
  Stdio,
  Stream
} from "effect"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { operatorCommands } from "../../src/adapters/cli/operator/operatorCommands.ts"
import { Json } from "../../src/adapters/cli/output/answer.ts"
import * as Presenter from "../../src/adapters/cli/output/presenter.ts"
import { askService, forward } from "../../src/adapters/cli/socket/askService.ts"
import * as CommandServer from "../../src/adapters/cli/socket/CommandServer.ts"
import { maxSocketPathBytes } from "../../src/adapters/cli/socket/wire.ts"
import * as DataDirLock from "../../src/adapters/postgres/embedded/DataDirLock.ts"
import { SecretInput } from "../../src/adapters/cli/SecretInput.ts"
import { explainFailure } from "../../src/adapters/settings/explainFailure.ts"
import { commandLogging } from "../../src/adapters/settings/logging.ts"
import { givenOrganization, uuid } from "../../testing/given/given.ts"
import { temporaryFolder } from "../support/processes/service.ts"
import { operatorWorld } from "./operatorScene.ts"

const parley = Command.make("parley").pipe(Command.withSubcommands(operatorCommands), Command.withGlobalFlags([Json]))

/** The socket of a service with stores in memory. */
const serving = (dataDir: string) =>
  CommandServer.layer({
    dataDir,
    run: (args) =>
      Command.runWith(parley, { version: "0.0.0" })(args).pipe(
        Effect.provide([Presenter.layer(), Stdio.layerTest({ stdin: Stream.empty })]),
        Effect.provide(NodeServices.layer)
      ),
    logging: commandLogging,
    explain: explainFailure
  })

const answers = (text: string) => Layer.succeed(SecretInput, SecretInput.of({ ask: () => Effect.succeed(text) }))

/** Runs a command beside the service, as another process would. */
const beside = (dataDir: string, args: ReadonlyArray<string>, secret = "") =>
  Effect.provide(askService(dataDir, args), answers(secret))

describe("the socket for commands", () => {
  it.live("runs commands of other processes, with their output, errors and exit codes", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      yield* Layer.build(serving(dataDir))
      const { id, name } = yield* givenOrganization()
      const listed = beside(dataDir, ["organization", "list", "--json"])
      assert.deepStrictEqual(yield* listed, Option.some(0))
      const printed = (yield* TestConsole.logLines).join("\n")
      assert.include(printed, `"id": "${id}"`)
      assert.include(printed, `"name": "${name}"`)

      const nowhere = yield* uuid
      assert.deepStrictEqual(yield* beside(dataDir, ["key", "list", "--organization", nowhere]), Option.some(3))
      assert.deepStrictEqual(yield* beside(dataDir, ["key", "create"]), Option.some(2))
      const errors = (yield* TestConsole.errorLines).join("\n")
      assert.include(errors, `There is no organization ${nowhere}.`)
      assert.include(errors, "Help:  parley key create --help")
    }).pipe(
      Effect.scoped,
      Effect.provide(operatorWorld("own")),
      Effect.provide(TestConsole.layer),
      Effect.provide(NodeServices.layer)
    )
  )

  it.live("is awaited while a starting service holds the folder", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      const asked = yield* Deferred.make<boolean>()
      const held = Effect.as(Deferred.succeed(asked, true), true)
      const forwarding = yield* Effect.forkChild(
        Effect.provide(Effect.flip(forward(dataDir, ["organization", "list"], held)), answers(""))
      )
      yield* Deferred.await(asked)
      yield* Layer.build(serving(dataDir))
      assert.strictEqual((yield* Fiber.join(forwarding))._tag, "DoneByService")
    }).pipe(
      Effect.scoped,
      Effect.provide(operatorWorld("own")),
      Effect.provide(TestConsole.layer),
      Effect.provide(NodeServices.layer)
    )
  )

  it.live("is not awaited if no process holds the folder, nor after the process has ended", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      let asked = 0
      const held = Effect.sync(() => asked++ === 0)
      yield* Effect.provide(forward(dataDir, ["organization", "list"], held), answers(""))
      assert.strictEqual(asked, 2)
      assert.isFalse(yield* DataDirLock.isHeld(dataDir))
      yield* DataDirLock.acquire(dataDir)
      assert.isTrue(yield* DataDirLock.isHeld(dataDir))
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.live("requires a secret of the client", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      yield* Layer.build(serving(dataDir))
      const { id } = yield* givenOrganization()
      const add = ["member", "add", "--organization", id, "--email", "ada@example.com", "--role", "agent"]
      assert.deepStrictEqual(yield* beside(dataDir, add, "short"), Option.some(2))
      assert.deepStrictEqual(yield* beside(dataDir, add, "long enough"), Option.some(0))
      assert.notInclude((yield* TestConsole.logLines).join("\n"), "long enough")
    }).pipe(
      Effect.scoped,
      Effect.provide(operatorWorld("own")),
      Effect.provide(TestConsole.layer),
      Effect.provide(NodeServices.layer)
    )
  )

  it.live("is accessible to the owner of the data folder only, and removed with the service", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const dataDir = yield* temporaryFolder
      const modes = Effect.scoped(
        Effect.gen(function* () {
          yield* Layer.build(serving(dataDir))
          const { mode } = yield* files.stat(`${dataDir}/parley.sock`)
          return { mode: mode & 0o777, names: yield* files.readDirectory(dataDir) }
        })
      )
      assert.deepStrictEqual(yield* modes, { mode: 0o600, names: ["parley.sock"] })
      assert.deepStrictEqual(yield* files.readDirectory(dataDir), [])
      assert.deepStrictEqual(yield* beside(dataDir, ["organization", "list"]), Option.none())
    }).pipe(Effect.scoped, Effect.provide(operatorWorld("own")), Effect.provide(NodeServices.layer))
  )

  it.live("replaces the socket of a killed service", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const dataDir = yield* temporaryFolder
      yield* files.writeFileString(`${dataDir}/parley.sock`, "")
      assert.deepStrictEqual(yield* beside(dataDir, ["organization", "list"]), Option.none())
      yield* Layer.build(serving(dataDir))
      assert.deepStrictEqual(yield* beside(dataDir, ["organization", "list"]), Option.some(0))
    }).pipe(
      Effect.scoped,
      Effect.provide(operatorWorld("own")),
      Effect.provide(TestConsole.layer),
      Effect.provide(NodeServices.layer)
    )
  )

  it.live(
    "writes log lines of a command to the client's errors, not into its output (contract: Answers of commands)",
    () =>
      Effect.gen(function* () {
        const dataDir = yield* temporaryFolder
        const run = () => Effect.andThen(Effect.logWarning("careful", { keyId: "f4343d2e" }), Console.log("{}"))
        yield* Layer.build(CommandServer.layer({ dataDir, run, logging: commandLogging, explain: explainFailure }))
        assert.deepStrictEqual(yield* beside(dataDir, ["key", "create"]), Option.some(0))
        assert.deepStrictEqual(yield* TestConsole.logLines, ["{}"])
        assert.include((yield* TestConsole.errorLines).join("\n"), 'careful {"keyId":"f4343d2e"}')
      }).pipe(
        Effect.scoped,
        Effect.provide(Logger.layer([Logger.consoleJson])),
        Effect.provide(TestConsole.layer),
        Effect.provide(NodeServices.layer)
      )
  )

  it.live("ends a command whose client disconnects", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      const started = yield* Deferred.make<void>()
      const ended = yield* Deferred.make<void>()
      const endless = Effect.andThen(Deferred.succeed(started, undefined), Effect.never)
      yield* Layer.build(
        CommandServer.layer({
          dataDir,
          run: () => Effect.onInterrupt(endless, () => Deferred.succeed(ended, undefined)),
          logging: commandLogging,
          explain: explainFailure
        })
      )
      const asking = yield* Effect.forkChild(beside(dataDir, ["event", "tail"]))
      yield* Deferred.await(started)
      yield* Fiber.interrupt(asking)
      yield* Deferred.await(ended)
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  it.live("refuses commands over the limit of simultaneous commands", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      const running = yield* Latch.make()
      let begun = 0
      const run = () =>
        Effect.andThen(
          Effect.suspend(() => {
            begun += 1
            return begun === CommandServer.maxCommands ? running.open : Effect.void
          }),
          Effect.never
        )
      yield* Layer.build(CommandServer.layer({ dataDir, run, logging: commandLogging, explain: explainFailure }))
      yield* Effect.forEach(Array.from({ length: CommandServer.maxCommands }), () =>
        Effect.forkChild(beside(dataDir, ["event", "tail"]))
      )
      yield* running.await
      assert.deepStrictEqual(yield* beside(dataDir, ["organization", "list"]), Option.some(1))
      assert.include((yield* TestConsole.errorLines).join("\n"), "The service runs 32 commands already")
    }).pipe(Effect.scoped, Effect.provide(TestConsole.layer), Effect.provide(NodeServices.layer))
  )

  it.live("reports that the service ended during a command", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      const started = yield* Deferred.make<void>()
      const scope = yield* Scope.make()
      const run = () => Effect.andThen(Deferred.succeed(started, undefined), Effect.never)
      yield* Layer.buildWithScope(
        CommandServer.layer({ dataDir, run, logging: commandLogging, explain: explainFailure }),
        scope
      )
      const asking = yield* Effect.forkChild(Effect.flip(beside(dataDir, ["event", "tail"])))
      yield* Deferred.await(started)
      yield* Scope.close(scope, Exit.void)
      assert.include((yield* Fiber.join(asking)).message, "The service ended while it ran the command")
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )

  /** A folder whose path has this many bytes. */
  const folderOf = Effect.fnUntraced(function* (bytes: number) {
    const files = yield* FileSystem.FileSystem
    const parent = yield* temporaryFolder
    const dataDir = `${parent}/${"d".repeat(bytes - Buffer.byteLength(parent) - 1)}`
    yield* files.makeDirectory(dataDir)
    return dataDir
  })
  const longest = maxSocketPathBytes - "/parley.sock".length

  it.live("supports a data folder whose path has the maximum length of a socket path", () =>
    Effect.gen(function* () {
      const dataDir = yield* folderOf(longest)
      yield* Layer.build(serving(dataDir))
      assert.deepStrictEqual(yield* beside(dataDir, ["organization", "list"]), Option.some(0))
    }).pipe(
      Effect.scoped,
      Effect.provide(operatorWorld("own")),
      Effect.provide(TestConsole.layer),
      Effect.provide(NodeServices.layer)
    )
  )

  it.live("is not created for a longer path: the log has the remedy, and a command finds no service", () =>
    Effect.gen(function* () {
      const lines: Array<unknown> = []
      const dataDir = yield* folderOf(longest + 1)
      yield* Layer.build(serving(dataDir)).pipe(
        Effect.provide(Logger.layer([Logger.make(({ message }) => lines.push(message))]))
      )
      const said = JSON.stringify(lines)
      assert.include(said, "commands cannot reach this service")
      assert.include(said, `${dataDir}/parley.sock`)
      assert.include(said, `at most ${maxSocketPathBytes} bytes`)
      assert.include(said, "shorter DATA_DIR")
      assert.deepStrictEqual(yield* beside(dataDir, ["organization", "list"]), Option.none())
      assert.deepStrictEqual(yield* (yield* FileSystem.FileSystem).readDirectory(dataDir), [])
    }).pipe(Effect.scoped, Effect.provide(operatorWorld("own")), Effect.provide(NodeServices.layer))
  )

  const printing = (lines: number) =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      const ended = yield* Deferred.make<void>()
      const run = () =>
        Effect.gen(function* () {
          const console = yield* Console.Console
          yield* Effect.sync(() => {
            for (let line = 0; line < lines; line++) console.log(`line ${line}`)
          })
          if (lines > CommandServer.maxWaitingLines) return yield* Effect.never
        }).pipe(Effect.ensuring(Deferred.succeed(ended, undefined)))
      yield* Layer.build(CommandServer.layer({ dataDir, run, logging: commandLogging, explain: explainFailure }))
      const code = yield* beside(dataDir, ["delivery", "list"])
      yield* Deferred.await(ended)
      return { code, out: yield* TestConsole.logLines, errors: (yield* TestConsole.errorLines).join("\n") }
    }).pipe(Effect.scoped, Effect.provide(TestConsole.layer), Effect.provide(NodeServices.layer))

  it.live("prints every line of a command with the maximum number of pending lines", () =>
    Effect.gen(function* () {
      const { code, out } = yield* printing(CommandServer.maxWaitingLines - 1)
      assert.deepStrictEqual(code, Option.some(0))
      assert.lengthOf(out, CommandServer.maxWaitingLines - 1)
      assert.strictEqual(out.at(-1), `line ${CommandServer.maxWaitingLines - 2}`)
    })
  )

  it.live("ends a command with more pending lines, with a message", () =>
    Effect.gen(function* () {
      const { code, errors, out } = yield* printing(CommandServer.maxWaitingLines + 1)
      assert.deepStrictEqual(code, Option.some(1))
      assert.lengthOf(out, CommandServer.maxWaitingLines)
      assert.include(errors, "The command was ended: 10000 lines waited to be read. Ask for less at once")
    })
  )
})
