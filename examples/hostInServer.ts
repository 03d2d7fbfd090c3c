/** The service in a program with a server, a Postgres and a media store of its own. */
import { NodeHttpServer } from "@effect/platform-node"
import { Effect, Layer } from "effect"
import { sendWhatsApp } from "effect-parley"
import { OrganizationId, WhatsAppContent } from "effect-parley/domain"
import { MemoryMediaStore } from "effect-parley/memory"
import { Postgres, Service } from "effect-parley/service"
import { HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import assert from "node:assert/strict"
import { createHash, randomUUID } from "node:crypto"
import { createServer } from "node:http"

const secret = (name: string) => createHash("sha256").update(`${name} of an example`).digest("hex")

const parley = Service.layer({
  publicUrl: "https://shop.example.com/messaging",
  metaAppSecret: secret("META_APP_SECRET"),
  metaVerifyToken: secret("META_VERIFY_TOKEN"),
  authJwtSecret: secret("AUTH_JWT_SECRET"),
  serviceRoleKey: secret("SERVICE_ROLE_KEY"),
  overrides: MemoryMediaStore.layer // Your own media store: a layer that provides the port MediaStore.
}).pipe(
  Layer.provideMerge(Postgres.layer({ url: process.env["DATABASE_URL"] ?? "", secretsKey: secret("SECRETS_KEY") }))
)

const shop = HttpRouter.add("GET", "/orders", HttpServerResponse.text("your orders"))
const server = HttpRouter.serve(Layer.merge(shop, Service.http({ prefix: "/messaging" }))).pipe(
  Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0 })),
  Layer.provideMerge(parley)
)
const program = Effect.gen(function* () {
  const url = HttpServer.formatAddress((yield* HttpServer.HttpServer).address).replace("0.0.0.0", "127.0.0.1")
  for (const path of ["/orders", "/messaging/ready"]) {
    assert.equal((yield* Effect.promise(() => fetch(`${url}${path}`))).status, 200)
  }
  const hello = WhatsAppContent.cases.Text.make({ text: "Hello" })
  const failure = yield* Effect.flip(sendWhatsApp(OrganizationId.make(randomUUID()), "15551234567", hello))
  assert.equal(failure._tag, "ChannelNotConnected")
})
await Effect.runPromise(Effect.provide(program, server)) // A program that only serves: Service.runMain(server)
