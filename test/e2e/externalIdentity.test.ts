import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schema } from "effect"
import { exportJWK, generateKeyPair, SignJWT } from "jose"
import { createServer, type Server } from "node:http"
import * as Database from "../../src/adapters/postgres/database/Database.ts"
import { OrganizationId, UserId } from "../../src/domain/Ids.ts"
import { defaultTemplates } from "../../emulator/templates/defaultTemplates.ts"
import * as Emulator from "../../emulator/Emulator.ts"
import { Notifications } from "../../src/ports/access/Memberships.ts"
import { startInstalled } from "../support/processes/installedCommand.ts"
import { storesOn } from "../support/database/postgresStores.ts"
import { serverDatabase } from "../support/database/serverDatabase.ts"
import { freePort, ready, temporaryFolder } from "../support/processes/service.ts"
import { strongSecret } from "../support/strongSecret.ts"

const number = { id: "100000000000001", displayPhoneNumber: "+1 555-900-0001", wabaId: "400000000000001" }
const accessToken = "EMU100000000000001"

/** An identity provider that publishes its key, and signs tokens of users who signed in. */
const identityProvider = Effect.gen(function* () {
  const { privateKey, publicKey } = yield* Effect.promise(() => generateKeyPair("RS256"))
  const jwk = { ...(yield* Effect.promise(() => exportJWK(publicKey))), kid: "one", alg: "RS256", use: "sig" }
  const port = yield* freePort
  yield* Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<Server>((resolve) => {
          const server = createServer((_, response) => {
            response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ keys: [jwk] }))
          })
          server.listen(port, "127.0.0.1", () => resolve(server))
        })
    ),
    (server) => Effect.promise(() => new Promise((resolve) => server.close(resolve)))
  )
  const issuer = `http://127.0.0.1:${port}`
  return {
    issuer,
    jwksUrl: `${issuer}/jwks.json`,
    token: (sub: string, email: string, claims: Readonly<Record<string, unknown>> = { email_verified: true }) =>
      Effect.promise(() =>
        new SignJWT({ sub, email, aud: "dashboard", role: "authenticated", ...claims })
          .setProtectedHeader({ alg: "RS256", kid: "one" })
          .setIssuer(issuer)
          .setExpirationTime("1 hour")
          .sign(privateKey)
      )
  }
})

/** Runs a command to its end; gives its exit code and what it printed. */
const run = Effect.fnUntraced(function* (
  env: Readonly<Record<string, string>>,
  args: ReadonlyArray<string>,
  input: string | null = null
) {
  const { ended, output } = yield* startInstalled(env, args, input)
  return { code: yield* ended, output: output() }
})

const Printed = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json))

interface Asked {
  readonly method?: "GET" | "POST"
  readonly body?: unknown
}

const Body = Schema.Struct({
  error: Schema.optionalKey(Schema.String),
  data: Schema.optionalKey(Schema.Json)
})

/** A call of the Session interface of one process. */
const call = Effect.fnUntraced(function* (
  appUrl: string,
  headers: Readonly<Record<string, string>>,
  path: string,
  { body, method = "GET" }: Asked = {}
) {
  const response = yield* Effect.promise(() =>
    fetch(`${appUrl}/api/whatsapp${path}`, {
      method,
      headers: { ...headers, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
  )
  const text = yield* Effect.promise(() => response.text())
  const { data = null, error = null } = yield* Schema.decodeUnknownEffect(Schema.fromJsonString(Body))(text)
  return { status: response.status, data, error }
})

const Listed = Schema.Struct({ conversations: Schema.Array(Schema.Struct({ id: Schema.String })) })

/** The ids of the conversations that a caller sees. */
const seen = Effect.fnUntraced(function* (appUrl: string, headers: Readonly<Record<string, string>>) {
  const { data } = yield* call(appUrl, headers, "/conversations")
  const { conversations } = yield* Schema.decodeUnknownEffect(Listed)(data)
  return conversations.map(({ id }) => id).toSorted()
})

const Sent = Schema.fromJsonString(Schema.Struct({ data: Schema.Struct({ conversationId: Schema.String }) }))

/** Begins a conversation with a person, and gives its id. */
const conversationWith = Effect.fnUntraced(function* (appUrl: string, apiKey: string, to: string) {
  const text = yield* Effect.promise(async () => {
    const response = await fetch(`${appUrl}/api/developer/v1/send-message`, {
      method: "POST",
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      body: JSON.stringify({ to, template: { name: "hello_world", language: { code: "en_US" } } })
    })
    return response.text()
  })
  return (yield* Schema.decodeUnknownEffect(Sent)(text)).data.conversationId
})

const notAMember = { status: 403, data: null, error: "User is not a member of this organization" }
const forbidden = { status: 403, data: null, error: "Forbidden" }

describe("an external identity provider", () => {
  it.live(
    "signs in the members that an operator added by address or subject, with their roles and scopes",
    () =>
      Effect.gen(function* () {
        const provider = yield* identityProvider
        const { url: graphUrl } = yield* Effect.flatMap(
          Layer.build(
            Emulator.layer({
              host: "127.0.0.1",
              port: 0,
              seed: { phoneNumbers: [{ ...number, accessToken }], templates: { [number.wabaId]: defaultTemplates } }
            })
          ),
          (context) => Effect.provideContext(Emulator.Emulator, context)
        )
        const databaseUrl = yield* serverDatabase()
        const env = {
          DATA_DIR: yield* temporaryFolder,
          DATABASE_URL: databaseUrl,
          GRAPH_URL: graphUrl,
          META_APP_SECRET: strongSecret("app"),
          META_VERIFY_TOKEN: strongSecret("verify"),
          SECRETS_KEY: strongSecret("key"),
          SERVICE_ROLE_KEY: strongSecret("service"),
          AUTH_JWKS_URL: provider.jwksUrl,
          AUTH_ISSUER: provider.issuer,
          AUTH_AUDIENCE: "dashboard"
        }
        const operate = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
          const { code, output } = yield* run(env, [...args, "--json"], accessToken)
          assert.strictEqual(code, 0, output)
          return yield* Schema.decodeUnknownEffect(Printed)(output)
        })

        const created = yield* operate("organization", "create", "--name", "Acme", "--email", "owner@acme.example")
        assert.strictEqual(created["state"], "invited")
        const organization = OrganizationId.make(String(created["organizationId"]))
        const apiKey = String(created["apiKey"])
        const of = ["--organization", organization]
        const connect = ["--channel", "whatsapp", "--id", number.id, "--name", "Acme"]
        yield* operate("channel", "connect", ...of, ...connect, "--business-account", number.wabaId)

        const ports = [yield* freePort, yield* freePort]
        const appUrls = ports.map((port) => `http://127.0.0.1:${port}`)
        const services = yield* Effect.forEach(ports, (port) => startInstalled({ ...env, PORT: String(port) }))
        yield* Effect.forEach(services, (service, place) => ready(service, appUrls[place] ?? ""))
        const appUrl = appUrls[0] ?? ""

        const as = (token: string) => ({ authorization: `Bearer ${token}`, "x-org-id": organization })
        const bobId = UserId.make("6f1c1d7e-55c2-4a0a-9d0e-0a4f0d1f8a11")
        const owner = as(yield* provider.token("auth0|owner", "owner@acme.example"))
        const bob = as(yield* provider.token(bobId, "Bob@Acme.example"))
        const carol = as(yield* provider.token("auth0|carol", "carol@acme.example"))

        const first = yield* conversationWith(appUrl, apiKey, "15551234567")
        const second = yield* conversationWith(appUrl, apiKey, "15551234568")
        const both = [first, second].toSorted()

        // The invited owner is let in by the first token; others are not.
        assert.deepStrictEqual(yield* seen(appUrl, owner), both)
        assert.deepStrictEqual(yield* call(appUrl, bob, "/conversations"), notAMember)

        const member = ["--role", "agent", "--scope", "assigned"]
        yield* operate("member", "add", ...of, "--email", "bob@acme.example", ...member)
        const added = yield* operate(
          "member",
          "add",
          ...of,
          "--email",
          "carol@acme.example",
          "--subject",
          "auth0|carol",
          ...member
        )
        const carolId = UserId.make(String(added["userId"]))

        // Users can write their metadata, so it verifies nothing.
        const unverified = as(
          yield* provider.token(bobId, "bob@acme.example", { user_metadata: { email_verified: true } })
        )
        assert.deepStrictEqual(yield* call(appUrl, unverified, "/conversations"), notAMember)
        const firstRequests = Array.from({ length: 6 }, (_, n) => seen(appUrls[n % 2] ?? "", bob))
        for (const ids of yield* Effect.all(firstRequests, { concurrency: "unbounded" })) {
          assert.deepStrictEqual(ids, both)
        }

        const assign = (headers: Readonly<Record<string, string>>, id: string, userId: string) =>
          call(appUrl, headers, `/conversations/${id}/assign`, { method: "POST", body: { userId } })
        assert.strictEqual((yield* assign(owner, first, bobId)).status, 200)
        assert.strictEqual((yield* assign(owner, second, carolId)).status, 200)
        assert.deepStrictEqual(yield* seen(appUrl, bob), [first])
        assert.deepStrictEqual(yield* seen(appUrl, carol), [second])
        assert.deepStrictEqual(yield* seen(appUrl, owner), both)
        assert.deepStrictEqual(yield* call(appUrl, bob, `/conversations/${second}`), forbidden)

        // A member hands a conversation to another one, who is notified.
        assert.strictEqual((yield* assign(bob, first, carolId)).status, 200)
        assert.deepStrictEqual(yield* seen(appUrl, bob), [])
        assert.deepStrictEqual(yield* seen(appUrl, carol), both)
        const stranger = "6f1c1d7e-55c2-4a0a-9d0e-0a4f0d1f8a12"
        assert.deepStrictEqual(yield* assign(owner, first, stranger), notAMember)
        const notified = yield* Effect.gen(function* () {
          const { list } = yield* Notifications
          return yield* Effect.forEach([bobId, carolId], (userId) =>
            Effect.map(list(organization, userId, false, { page: 1, limit: 10 }), ({ rows }) =>
              rows.map((one) => String(one.conversationId)).toSorted()
            )
          )
        }).pipe(Effect.provide(storesOn(Database.server(Redacted.make(databaseUrl))), { local: true }), Effect.scoped)
        assert.deepStrictEqual(notified, [[first], both])

        // A role is in force from the next request on, and so is a removal, for every process.
        yield* operate("member", "role", ...of, "--member", "bob@acme.example", "--role", "admin")
        for (const url of appUrls) assert.deepStrictEqual(yield* seen(url, bob), both)
        yield* operate("member", "remove", ...of, "--member", bobId)
        for (const url of appUrls) assert.deepStrictEqual(yield* call(url, bob, "/conversations"), notAMember)

        const last = yield* run(env, ["member", "remove", ...of, "--member", "owner@acme.example"])
        assert.strictEqual(last.code, 4, last.output)
        assert.match(last.output, /^owner@acme\.example is the last owner of the organization\. .*\n$/)
        assert.deepStrictEqual(yield* seen(appUrl, owner), both)
        const outputs = services.map(({ output }) => output()).join("\n")
        assert.include(outputs, "AUTH_EMAIL_VERIFICATION")
      }).pipe(Effect.scoped),
    180_000
  )
})
