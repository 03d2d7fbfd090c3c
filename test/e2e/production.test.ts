import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Schema } from "effect"
import { createServer, type Server } from "node:http"
import { defaultGraphVersion } from "../../src/adapters/settings/graphVersion.ts"
import { startInstalled } from "../support/processes/installedCommand.ts"
import { strongSecret } from "../support/strongSecret.ts"
import { serverDatabase } from "../support/database/serverDatabase.ts"
import { freePort, ready, temporaryFolder } from "../support/processes/service.ts"

/** A platform that tells when it is asked, and answers when it is let. */
const platform = Effect.gen(function* () {
  const asked = yield* Deferred.make<string>()
  const answer = yield* Deferred.make<void>()
  const answered = Effect.runPromise(Deferred.await(answer))
  const port = yield* freePort
  yield* Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<Server>((resolve) => {
          const server = createServer(async (request, response) => {
            Deferred.doneUnsafe(asked, Effect.succeed(`${request.url} ${request.headers.authorization}`))
            await answered
            response
              .writeHead(200, { "content-type": "application/json" })
              .end('{"contacts":[{"input":"15551234567","wa_id":"15551234567"}],"messages":[{"id":"wamid.held"}]}')
          })
          server.listen(port, "127.0.0.1", () => resolve(server))
        })
    ),
    (server) => Effect.promise(() => new Promise((resolve) => server.close(resolve)))
  )
  return {
    url: `http://127.0.0.1:${port}`,
    asked: Deferred.await(asked),
    answer: Deferred.succeed(answer, undefined)
  }
})

/** Runs a command to its end; gives what it printed as JSON. */
const command = Effect.fnUntraced(function* <S extends Schema.ConstraintDecoder<unknown>>(
  env: Readonly<Record<string, string>>,
  args: ReadonlyArray<string>,
  answer: S,
  input: string | null = null
) {
  const { ended, output } = yield* startInstalled(env, [...args, "--json"], input)
  assert.strictEqual(yield* ended, 0, output())
  return yield* Schema.decodeUnknownEffect(Schema.fromJsonString(answer))(output())
})

const Organization = Schema.Struct({
  organizationId: Schema.String,
  email: Schema.String,
  state: Schema.Literal("invited"),
  apiKeyId: Schema.String,
  apiKey: Schema.String
})

describe("the service outside of demo mode", () => {
  it.live(
    "an operator sets up an organization, and a send that runs during the stop of the service is completed",
    () =>
      Effect.gen(function* () {
        const graph = yield* platform
        const port = yield* freePort
        const env = {
          DATA_DIR: yield* temporaryFolder,
          DATABASE_URL: yield* serverDatabase(),
          GRAPH_URL: graph.url,
          PORT: String(port),
          META_APP_SECRET: strongSecret("app"),
          META_VERIFY_TOKEN: strongSecret("verify"),
          SECRETS_KEY: strongSecret("key"),
          AUTH_JWT_SECRET: strongSecret("jwt"),
          SERVICE_ROLE_KEY: strongSecret("service")
        }
        const acme = yield* command(
          env,
          ["organization", "create", "--name", "Acme", "--email", "owner@acme.example", "--plan", "free"],
          Organization
        )
        yield* command(
          env,
          [
            "channel",
            "connect",
            "--organization",
            acme.organizationId,
            "--channel",
            "whatsapp",
            "--id",
            "4711",
            "--name",
            "+1 555 0100",
            "--business-account",
            "4712",
            "--skip-check"
          ],
          Schema.Struct({ id: Schema.String, channel: Schema.Literal("whatsapp"), externalId: Schema.Literal("4711") }),
          "token-of-acme\n"
        )

        const service = yield* startInstalled(env)
        yield* ready(service, `http://127.0.0.1:${port}`)
        const sending = yield* Effect.forkChild(
          Effect.promise(async () => {
            const response = await fetch(`http://127.0.0.1:${port}/api/developer/v1/send-message`, {
              method: "POST",
              headers: { "x-api-key": acme.apiKey, "content-type": "application/json" },
              body: JSON.stringify({ to: "15551234567", template: { name: "x", language: { code: "en" } } })
            })
            return { status: response.status, body: await response.text() }
          })
        )
        assert.strictEqual(yield* graph.asked, `/${defaultGraphVersion}/4711/messages Bearer token-of-acme`)

        const stopping = yield* Effect.forkChild(service.stop)
        yield* graph.answer
        const { body, status } = yield* Fiber.join(sending)
        assert.strictEqual(status, 201)
        assert.include(body, '"waMessageId":"wamid.held"')
        assert.strictEqual(yield* Fiber.join(stopping), 0)
        assert.notInclude(service.output(), "token-of-acme")
        assert.include(service.output(), "PUBLIC_URL is not set")

        const plan = yield* command(
          env,
          ["organization", "plan", "--organization", acme.organizationId, "--plan", "growth"],
          Schema.Struct({ plan: Schema.String, used: Schema.Int, allowed: Schema.Int })
        )
        assert.deepStrictEqual({ ...plan }, { plan: "growth", used: 1, allowed: 100_000 })
      }).pipe(Effect.scoped),
    180_000
  )
})
