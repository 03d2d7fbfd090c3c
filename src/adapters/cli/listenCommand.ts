import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Config, Console, Effect, Option, Result, Schema } from "effect"
import { Command, Flag, TerminalCapabilities } from "effect/cli"
import * as ListenCertificate from "./ListenCertificate.ts"
import * as ListenDemo from "./ListenDemo.ts"
import { listenGreeting } from "./listenGreeting.ts"
import { colored, plain, usualStatus } from "./listenReport.ts"
import * as ListenReceiver from "./ListenReceiver.ts"
import * as ListenSecret from "./ListenSecret.ts"

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
  secret: Flag.Redacted("secret").pipe(
    Flag.withDescription("Signing secret to check with, instead of asking the demo service for it"),
    Flag.optional
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
  Effect.fn(function* ({ fail, host, port, secret, status }) {
    const dataDir = yield* dataDirectory
    const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
    const certificate = yield* ListenCertificate.ensure(dataDir)
    const address = yield* ListenReceiver.start({
      host,
      port,
      certificate,
      secret: Option.isSome(secret) ? ListenSecret.given(secret.value) : yield* ListenSecret.ofDemo(dataDir),
      failures: fail,
      status,
      palette: canColor ? colored : plain
    })

    const demo = yield* Effect.result(ListenDemo.read(dataDir))
    const place = { address, certPath: certificate.certPath, status, failures: fail }
    yield* Console.log(listenGreeting(place, Result.getSuccess(demo)))
    if (Result.isFailure(demo) && Option.isNone(secret)) {
      yield* Console.log(`Signatures cannot be checked yet: ${ListenSecret.describeDemoUnknown(demo.failure)}.\n`)
    }
    return yield* Effect.never
  }, Effect.scoped)
).pipe(
  Command.provide(NodeHttpClient.layerUndici),
  Command.withDescription("Receives webhooks over HTTPS, and prints each with what its signature is worth"),
  Command.withExamples([
    { command: "parley listen", description: "Receive what the demo service delivers" },
    { command: "parley listen --fail 2", description: "See how failed deliveries are repeated" }
  ])
)
