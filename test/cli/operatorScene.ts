import { NodeServices } from "@effect/platform-node"
import { Effect, Exit, Layer, Redacted, Schema, Stdio, Stream } from "effect"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { exitCodeOf } from "../../src/adapters/cli/operator/OperatorError.ts"
import { operatorCommands } from "../../src/adapters/cli/operator/operatorCommands.ts"
import { Json } from "../../src/adapters/cli/output/answer.ts"
import * as Presenter from "../../src/adapters/cli/output/presenter.ts"
import * as TerminalSecretInput from "../../src/adapters/cli/SecretInput.ts"
import * as SubjectUserId from "../../src/adapters/identity/subjectUserId.ts"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as MemoryAccountCheck from "../../src/adapters/memory/access/MemoryAccountCheck.ts"
import * as MemoryDirectMessages from "../../src/adapters/memory/sends/MemoryDirectMessages.ts"
import * as MemoryMediaStore from "../../src/adapters/memory/media/MemoryMediaStore.ts"
import * as MemoryMediaUpload from "../../src/adapters/memory/media/MemoryMediaUpload.ts"
import * as MemoryTemplateCatalogue from "../../src/adapters/memory/templates/MemoryTemplateCatalogue.ts"
import * as MemoryWebhookSender from "../../src/adapters/memory/webhooks/MemoryWebhookSender.ts"
import * as MemoryWhatsApp from "../../src/adapters/memory/sends/MemoryWhatsApp.ts"
import * as LibPhoneNumbers from "../../src/adapters/phone/LibPhoneNumbers.ts"
import { explainFailure } from "../../src/adapters/settings/explainFailure.ts"
import { Passwords } from "../../src/ports/access/SignIns.ts"
import { Readiness } from "../../src/ports/process/WorkerHealth.ts"
import { SealedSecrets } from "../../src/ports/access/SealedSecrets.ts"
import { publicAddress } from "../support/http/httpWorld.ts"
import { Doctor } from "../../src/adapters/cli/operator/doctorCommand.ts"

/** Passwords whose hashes take no time. */
const quickPasswords = Layer.succeed(
  Passwords,
  Passwords.of({
    hash: (text) => Effect.succeed(`hash of ${Redacted.value(text)}`),
    verify: (text, hash) => Effect.succeed(hash === `hash of ${Redacted.value(text)}`)
  })
)

/** The stores and platforms of operators' commands, with an external identity provider or the one for development. */
export const operatorWorld = (provider: "external" | "own") =>
  Layer.mergeAll(
    Memory.layer(),
    MemoryAccountCheck.layer,
    MemoryDirectMessages.layer,
    MemoryMediaStore.layer,
    MemoryMediaUpload.layer,
    MemoryTemplateCatalogue.layer,
    MemoryWebhookSender.layer,
    MemoryWhatsApp.layer,
    LibPhoneNumbers.layer,
    quickPasswords,
    publicAddress,
    Layer.mock(SealedSecrets, { kinds: [] }),
    Layer.mock(Readiness, { obstacle: Effect.succeed(null) }),
    Layer.succeed(Doctor, Doctor.of({ checks: [] })),
    SubjectUserId.layer(provider === "own")
  )

const parley = Command.make("parley").pipe(Command.withSubcommands(operatorCommands), Command.withGlobalFlags([Json]))

interface Surroundings {
  readonly stdin?: string
}

/** Ends like the process would: its exit code, what it printed, and the explanation of a failure. */
export const operateInWords = Effect.fnUntraced(function* (
  args: ReadonlyArray<string>,
  { stdin = "" }: Surroundings = {}
) {
  const input = Stdio.layerTest({ stdin: Stream.make(new TextEncoder().encode(stdin)) })
  const before = (yield* TestConsole.logLines).length
  const exit = yield* Effect.exit(
    Command.runWith(parley, { version: "0.0.0" })(args).pipe(
      Effect.provide([TerminalSecretInput.layer, Presenter.layer()]),
      Effect.provide(input),
      Effect.provide(NodeServices.layer)
    )
  )
  const printed = (yield* TestConsole.logLines).slice(before).join("\n")
  return Exit.isFailure(exit)
    ? { code: exitCodeOf(exit.cause), printed, error: explainFailure(exit.cause) }
    : { code: 0, printed, error: "" }
})

/** The same with the answer as JSON. */
export const operate = Effect.fnUntraced(function* (args: ReadonlyArray<string>, surroundings: Surroundings = {}) {
  const { code, error, printed } = yield* operateInWords([...args, "--json"], surroundings)
  if (code !== 0) return { code, answer: null, error }
  return { code, answer: yield* Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Json))(printed), error }
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
