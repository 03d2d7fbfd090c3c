import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Config, Console, Effect, Option, Result, Schema } from "effect"
import { Command, Flag, TerminalCapabilities } from "effect/cli"
import * as ListenCertificate from "./ListenCertificate.ts"
import { readDemo } from "./ListenSecret.ts"
import * as ListenForward from "./ListenForward.ts"
import { colored, listenGreeting, plain, usualStatus } from "./listenReport.ts"
import * as ListenReceiver from "./ListenReceiver.ts"
import * as ListenSecret from "./ListenSecret.ts"
import { readEventTypes } from "./operator/flags.ts"
import { Json } from "./output/answer.ts"
import { readSecret } from "./SecretInput.ts"

const Status = Schema.Int.check(
  Schema.isBetween({ minimum: 200, maximum: 599 }, { expected: "a status from 200 to 599" })
)
const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0, { expected: "a number of deliveries, 0 or more" }))

const flags = {
  host: Flag.String("host").pipe(
    Flag.withDescription(
      "Address to listen on, 127.0.0.1 by default; the certificate is for localhost, 127.0.0.1 and ::1"
    ),
    Flag.withDefault("127.0.0.1")
  ),
  port: Flag.Int("port").pipe(
    Flag.withSchema(Schema.Port),
    Flag.withDescription("Port to listen on, 8443 by default; 0 takes one that is free"),
    Flag.withDefault(8443)
  ),
  secret: Flag.Boolean("secret").pipe(
    Flag.withDescription(
      "Reads the signing secret to check with, typed or from standard input, instead of asking the demo service for it"
    ),
    Flag.withDefault(false)
  ),
  forwardTo: Flag.String("forward-to").pipe(
    Flag.withSchema(ListenForward.ForwardUrl),
    Flag.withDescription(
      "Posts each verified event to this address, such as http://127.0.0.1:3000/hook, shows its answer, and answers the same"
    ),
    Flag.optional
  ),
  events: Flag.String("events").pipe(
    Flag.withDescription("Only events of these types are printed and forwarded; separated by commas"),
    Flag.optional
  ),
  printJson: Flag.Boolean("print-json").pipe(
    Flag.withDescription("Prints a JSON object a line for each delivery, and nothing else"),
    Flag.withDefault(false)
  ),
  fail: Flag.Int("fail").pipe(
    Flag.withSchema(Count),
    Flag.withDescription("Answers 500 to so many deliveries first, to watch them being repeated"),
    Flag.withDefault(0)
  ),
  status: Flag.Int("status").pipe(
    Flag.withSchema(Status),
    Flag.withDescription("Status that deliveries are answered with, 204 by default"),
    Flag.withDefault(usualStatus)
  )
}

const dataDirectory = Config.NonEmptyString("DATA_DIR").pipe(Config.withDefault(".data"))

/** Receives webhooks on this machine and prints them, until it is interrupted. */
export const listenCommand = Command.make(
  "listen",
  flags,
  Effect.fn(function* ({ events, fail, forwardTo, host, port, printJson, secret, status }) {
    const asJson = printJson || (yield* Json)
    const types = Option.isSome(events) ? yield* readEventTypes(events.value) : null
    const dataDir = yield* dataDirectory
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    const certificate = yield* ListenCertificate.ensure(dataDir)
    const address = yield* ListenReceiver.start({
      host,
      port,
      certificate,
      secret: secret
        ? ListenSecret.fixed(yield* readSecret("The signing secret"))
        : yield* ListenSecret.ofDemo(dataDir),
      failures: fail,
      status,
      palette: canColor ? colored : plain,
      asJson,
      ...(types === null ? {} : { events: types }),
      ...(Option.isSome(forwardTo) ? { forward: yield* ListenForward.to(forwardTo.value) } : {})
    })
    if (asJson) return yield* Effect.never

    const demo = yield* Effect.result(readDemo(dataDir))
    const target = { address, certPath: certificate.certPath, status, failures: fail }
    yield* Console.log(listenGreeting(target, Result.getSuccess(demo)))
    if (Result.isFailure(demo) && !secret) {
      yield* Console.log(`Signatures cannot be checked yet: ${ListenSecret.describeDemoUnknown(demo.failure)}.\n`)
    }
    return yield* Effect.never
  }, Effect.scoped)
).pipe(
  Command.provide(NodeHttpClient.layerUndici),
  Command.withGlobalFlags([Json]),
  Command.withDescription("Receives webhooks over HTTPS, and prints each with what its signature is worth"),
  Command.withExamples([
    { command: "parley listen", description: "Receive what the demo service delivers" },
    { command: "parley listen --fail 2", description: "See how failed deliveries are repeated" },
    {
      command: "parley listen --forward-to http://127.0.0.1:3000/hook",
      description: "Hand verified events to a program of your own"
    }
  ])
)
