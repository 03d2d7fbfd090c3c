import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema, type Scope } from "effect"
import { join } from "node:path"
import { Agent, request } from "undici"
import * as ListenCertificate from "../../src/adapters/cli/ListenCertificate.ts"
import { startInstalled } from "../support/processes/installedCommand.ts"
import { signedBy } from "../support/http/metaPost.ts"
import { serverDatabase } from "../support/database/serverDatabase.ts"
import * as Nginx from "../support/servers/Nginx.ts"
import { freePort, ready, type Running, temporaryFolder } from "../support/processes/service.ts"
import { strongSecret } from "../support/strongSecret.ts"

const configuration = join(import.meta.dirname, "../../deploy/nginx/parley.conf")

const appSecret = strongSecret("app")
const serviceRoleKey = strongSecret("service")

const Made = Schema.fromJsonString(Schema.Struct({ organizationId: Schema.String, apiKey: Schema.String }))

interface Call {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** HTTP/2 unless it is false. */
  readonly allowH2?: boolean
}

/** Two processes behind nginx. */
const given: Effect.Effect<
  {
    readonly apiKey: string
    readonly restart: (ordinal: 0 | 1) => Effect.Effect<void, never, Scope.Scope>
    readonly call: (call: Call) => Promise<{ status: number; headers: Record<string, unknown>; text: string }>
    readonly stream: (path: string) => Promise<AsyncIterator<Buffer>>
    readonly plainUrl: string
    readonly log: Effect.Effect<string>
    readonly errors: Effect.Effect<string>
  },
  never,
  Scope.Scope
> = Effect.gen(function* () {
  const DATA_DIR = yield* temporaryFolder
  const ports = [yield* freePort, yield* freePort] as const
  const env = {
    DATA_DIR,
    DATABASE_URL: yield* serverDatabase(),
    GRAPH_URL: "http://127.0.0.1:9",
    SECRETS_KEY: strongSecret("key"),
    AUTH_JWT_SECRET: strongSecret("jwt"),
    SERVICE_ROLE_KEY: serviceRoleKey,
    META_APP_SECRET: appSecret,
    META_VERIFY_TOKEN: strongSecret("verify"),
    PUBLIC_URL: "https://parley.example.com",
    TRUSTED_PROXIES: "127.0.0.1/32",
    RATE_STANDARD_PER_MINUTE: "0",
    CONSOLE: "off"
  }
  const startOn = Effect.fnUntraced(function* (port: number) {
    const running = yield* startInstalled({ ...env, PORT: String(port) }, ["serve"])
    yield* ready(running, `http://127.0.0.1:${port}`)
    return running
  })
  const running: [Running, Running] = [yield* startOn(ports[0]), yield* startOn(ports[1])]
  const restart = Effect.fnUntraced(function* (ordinal: 0 | 1) {
    assert.strictEqual(yield* running[ordinal].stop, 0)
    running[ordinal] = yield* startOn(ports[ordinal])
  })
  const create = ["organization", "create", "--name", "Acme", "--email", "owner@acme.example", "--json"]
  const creation = yield* startInstalled(env, create)
  assert.strictEqual(yield* creation.ended, 0, creation.output())
  const { apiKey, organizationId } = yield* Effect.orDie(Schema.decodeUnknownEffect(Made)(creation.output()))

  const certificate = yield* Effect.orDie(Effect.provide(ListenCertificate.ensure(DATA_DIR), NodeServices.layer))
  const { errors, log, plainUrl, url } = yield* Nginx.start(configuration, certificate, ports)
  const agentOf = (allowH2: boolean) =>
    Effect.acquireRelease(
      Effect.sync(() => new Agent({ allowH2, connections: 8, connect: { ca: certificate.cert } })),
      (agent) => Effect.promise(() => agent.destroy())
    )
  const [overHttp2, overHttp1] = [yield* agentOf(true), yield* agentOf(false)]
  const call = async ({ allowH2 = true, body, headers = {}, path }: Call) => {
    const dispatcher = allowH2 ? overHttp2 : overHttp1
    const method = body === undefined ? "GET" : "POST"
    const answer = await request(`${url}${path}`, { method, dispatcher, headers, body: body ?? null })
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
  }
  const stream = async (path: string) => {
    const headers = { authorization: `Bearer ${serviceRoleKey}`, "x-org-id": organizationId }
    const { body, statusCode } = await request(`${url}${path}`, { dispatcher: overHttp2, headers })
    assert.strictEqual(statusCode, 200)
    return body[Symbol.asyncIterator]()
  }
  return { apiKey, restart, call, stream, plainUrl, log, errors }
})

const contact = (apiKey: string, ordinal: number): Call => ({
  path: "/api/developer/v1/contacts",
  headers: { "x-api-key": apiKey, "content-type": "application/json" },
  body: JSON.stringify({ phone: `+1555${String(1_000_000 + ordinal)}`, name: "Ada" })
})

describe("the service behind nginx, with the configuration of deploy", () => {
  it.live.skipIf(!Nginx.isInstalled)(
    "has its addresses, request ids, webhooks, large bodies and streams",
    () =>
      Effect.gen(function* () {
        const { apiKey, call, log, plainUrl, stream } = yield* given
        yield* Effect.promise(async () => {
          const health = await call({ path: "/health?name=ada", headers: { "x-request-id": "of-the-caller" } })
          assert.strictEqual(health.status, 200)
          assert.strictEqual(health.headers["x-request-id"], "of-the-caller")
          assert.include(String(health.headers["strict-transport-security"]), "max-age")
          const { headers, statusCode } = await request(`${plainUrl}/some/path`)
          assert.deepStrictEqual([statusCode, headers["location"]], [308, "https://localhost/some/path"])

          const body = JSON.stringify({ object: "page", entry: [] })
          const webhook = { path: "/webhooks/meta", body }
          assert.strictEqual((await call({ ...webhook, headers: signedBy(appSecret, body) })).status, 200)
          assert.strictEqual((await call({ ...webhook, headers: signedBy("another", body) })).status, 401)

          // The service itself refuses what it has seen: nginx would say so in HTML.
          const upload = { path: "/api/whatsapp/media?filename=a.jpg", headers: { authorization: "Bearer none" } }
          const large = await call({ ...upload, body: new Uint8Array(60 << 20) })
          assert.deepStrictEqual([large.status, large.text.startsWith("{")], [401, true])
          const { path, headers: keyed } = contact(apiKey, 0)
          // Over HTTP/2 nginx ends the connection of a caller that sends on after the answer.
          const tooLarge = { path, headers: keyed ?? {}, body: new Uint8Array(13 << 20), allowH2: false }
          assert.strictEqual((await call(tooLarge)).status, 413)

          const pieces = await stream("/api/whatsapp/events/stream")
          const next = async (until: string, before = ""): Promise<string> => {
            const piece = await pieces.next()
            const text = before + String(piece.value)
            return text.includes(until) || piece.done === true ? text : next(until, text)
          }
          assert.include(await next(": live"), "retry: ")
          assert.strictEqual((await call(contact(apiKey, 1))).status, 201)
          assert.include(await next("contact.created"), "Ada")
        })
        const lines = yield* log
        assert.match(lines, /GET \/health 200 .* of-the-caller$/m)
        assert.notInclude(lines, "name=ada")
      }).pipe(Effect.scoped),
    120_000
  )

  it.live.skipIf(!Nginx.isInstalled)(
    "loses no call while its processes are restarted one by one",
    () =>
      Effect.gen(function* () {
        const { apiKey, call, errors, restart } = yield* given
        const answers: Array<number> = []
        let isOver = false
        const calling = async (ordinal: number): Promise<void> => {
          if (isOver) return
          // Of HTTP/1.1: undici's HTTP/2 is an experiment, and the way to the processes is the same.
          const made = await call({ ...contact(apiKey, ordinal), allowH2: false })
          const list = { path: "/api/developer/v1/contacts?limit=1", headers: { "x-api-key": apiKey }, allowH2: false }
          const read = await call(list)
          answers.push(made.status, read.status)
          await calling(ordinal + 6)
        }
        const callers = Promise.all(Array.from({ length: 6 }, (_, ordinal) => calling(ordinal)))
        for (const ordinal of [0, 1, 0, 1] as const) yield* restart(ordinal)
        isOver = true
        yield* Effect.promise(() => callers)
        assert.isAbove(answers.length, 100)
        // A refused connection costs nothing: the call goes to the other process.
        const others = (yield* errors).split("\n").filter((line) => !line.includes("Connection refused"))
        assert.deepStrictEqual(
          answers.filter((status) => status !== 200 && status !== 201),
          [],
          others.join("\n")
        )
      }).pipe(Effect.scoped),
    180_000
  )
})
