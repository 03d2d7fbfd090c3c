import { NodeServices } from "@effect/platform-node"
import { ConfigProvider, Effect, Exit, Layer, Redacted, Schema, Stdio, Stream } from "effect"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { exitCodeOf } from "../../src/adapters/cli/exitCodeOf.ts"
import { memberCommand } from "../../src/adapters/cli/memberCommand.ts"
import { channelCommand, keyCommand, organizationCommand } from "../../src/adapters/cli/operatorCommands.ts"
import * as SubjectUserId from "../../src/adapters/identity/subjectUserId.ts"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { explainFailure } from "../../src/adapters/settings/explainFailure.ts"
import { Passwords } from "../../src/ports/policies/Passwords.ts"

/** Passwords whose hashes take no time. */
const quickPasswords = Layer.succeed(
  Passwords,
  Passwords.of({
    hash: (text) => Effect.succeed(`hash of ${Redacted.value(text)}`),
    verify: (text, hash) => Effect.succeed(hash === `hash of ${Redacted.value(text)}`)
  })
)

/** The stores of operators' commands, with an external identity provider or the one for development. */
export const operatorWorld = (provider: "external" | "own") =>
  Layer.mergeAll(Memory.layer(), quickPasswords, SubjectUserId.layer(provider === "own"))

const parley = Command.make("parley").pipe(
  Command.withSubcommands([organizationCommand, keyCommand, memberCommand, channelCommand])
)

interface Surroundings {
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
}

/** Ends like the process would: its exit code, what it printed as JSON, and the explanation of a failure. */
export const operate = Effect.fnUntraced(function* (
  args: ReadonlyArray<string>,
  { env = {}, stdin = "" }: Surroundings = {}
) {
  const input = Stdio.layerTest({ stdin: Stream.make(new TextEncoder().encode(stdin)) })
  const before = (yield* TestConsole.logLines).length
  const exit = yield* Effect.exit(
    Command.runWith(parley, { version: "0.0.0" })(args).pipe(
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(env)),
      Effect.provide(input),
      Effect.provide(NodeServices.layer)
    )
  )
  if (Exit.isFailure(exit)) {
    return { code: exitCodeOf(exit.cause), answer: null, error: explainFailure(exit.cause) }
  }
  const printed = (yield* TestConsole.logLines).slice(before).join("\n")
  return { code: 0, answer: yield* Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Json))(printed), error: "" }
})

/** The same of a command that has to succeed, as what it should print. */
export const operated = Effect.fnUntraced(function* <S extends Schema.ConstraintDecoder<unknown>>(
  answer: S,
  args: ReadonlyArray<string>,
  surroundings: Surroundings = {}
) {
  const ended = yield* operate(args, surroundings)
  if (ended.code !== 0) return yield* Effect.die(new Error(ended.error))
  return yield* Effect.orDie(Schema.decodeUnknownEffect(answer)(ended.answer))
})
