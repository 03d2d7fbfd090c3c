/**
 * A program that exports what it makes of each public entry. With `declaration: true` the compiler has to name every type
 * in it by the entries of the package (contract C369).
 */
export const exportedValues = `
import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import type { Redacted } from "effect"
import { createContact, listContacts, type NewOrganization, provisionForProvider, registerWebhook, sendWhatsApp } from "effect-parley"
import { createParley, createParleySession } from "effect-parley/client"
import { DeveloperClient, SessionClient, SessionEvents } from "effect-parley/client/effect"
import { type OrganizationId, truncate, type WhatsAppContent } from "effect-parley/domain"
import { Emulator } from "effect-parley/emulator"
import { Memory, MemoryMediaStore, MemoryPlatforms } from "effect-parley/memory"
import { AddressGuard, CloudWhatsApp, FileAgent, GraphAgent, GraphMedia, TokenHealth } from "effect-parley/meta"
import { MediaStore, WebhookSender } from "effect-parley/ports"
import { EmbeddedPostgres, PgStores, Sealer } from "effect-parley/postgres"
import { Postgres, Service } from "effect-parley/service"
import { Arbitraries, emulated, Laws, storesContract } from "effect-parley/testing"
import { constructEvent } from "effect-parley/webhooks"

const secretsKey = "x"
declare const apiKey: Redacted.Redacted

export const parley = (env: Readonly<Record<string, string>>) =>
  Service.layer({ publicUrl: "https://shop.example.com", overrides: MemoryMediaStore.layer }).pipe(
    Layer.provideMerge(Postgres.layer({ url: env["DATABASE_URL"] ?? "", secretsKey }))
  )
export const onServer = Postgres.layer({ url: "postgres://127.0.0.1/parley", secretsKey })
export const embedded = Service.layer().pipe(Layer.provideMerge(Postgres.embedded({ dataDir: "data", secretsKey })))
export const inMemory = Service.layer({ overrides: MemoryPlatforms.layer }).pipe(Layer.provideMerge(Memory.layer()))
export const listening = Service.listen({ port: 8080 }).pipe(Layer.provideMerge(parley({})))
export const routes = Service.http()
export const logging = Service.logging({})
export const handler = Service.toWebHandler(parley({}))
export const sender = Layer.effect(
  WebhookSender,
  Effect.map(WebhookSender, (usual) => WebhookSender.of({ ...usual, send: (delivery, at) => usual.send(delivery, at) }))
).pipe(Layer.provide(Service.webhookSender()))

export const create = (id: OrganizationId) => createContact(id, "+49 151 12345678", {})
export const contacts = (id: OrganizationId) => listContacts(id, { page: 1, limit: 20 }, null)
export const provision = provisionForProvider
export const accounts = (request: NewOrganization) => request.accounts
export const webhook = registerWebhook
export const send = (id: OrganizationId, content: WhatsAppContent) => sendWhatsApp(id, "+49 151 12345678", content)
export const title = (text: string) => truncate(text, 20)
export const files = Effect.map(MediaStore, (store) => store)

const client = createParley({ url: "https://parley.example.com", apiKey: "key" })
const session = createParleySession({ url: "https://parley.example.com", token: "token", organizationId: "id" })
export const parleyClient = client
export const sessionClient = session
export const list = () => client.contacts.list()
export const everyContact = () => client.contacts.all()
export const events = () => client.events.list()
export const sendText = () => client.whatsapp.sendMessage({ to: "15551234567", type: "text", text: "hi" })
export const sessionList = () => session.contacts.list()
export const conversations = () => session.conversations.list()
export const messages = () => session.messages.list({ conversationId: "id" })
export const members = () => session.members.list()
export const stream = () => session.events.stream()

export const effectClient = DeveloperClient.make({ url: "https://parley.example.com", apiKey })
export const effectList = Effect.flatMap(effectClient, (parley) => parley.contacts.list({ query: {} }))
export const effectListed = Effect.provide(effectList, FetchHttpClient.layer)
export const effectSession = SessionClient.make
export const sessionStream = SessionEvents.stream

export const emulator = Emulator.layer
export const platform = emulated
export const stores = PgStores.layer
export const sealer = Sealer.layer
export const database = EmbeddedPostgres.open("data")
export const whatsApp = CloudWhatsApp.layer
export const media = GraphMedia.layer
export const health = TokenHealth.layer
export const agents = [GraphAgent.layer, FileAgent.layer, AddressGuard.layer]
export const laws = Laws
export const arbitraries = Arbitraries
export const suite = storesContract
export const event = (body: string, headers: Headers) => constructEvent(body, headers, "whsec_x")
`
