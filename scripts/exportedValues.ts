import { spawnSync } from "node:child_process"

/** A value of an entry, and how a program uses it. */
interface Value {
  /** The entry, then the name; between them the namespace that has it, if any. */
  readonly path: readonly [entry: string, ...names: Array<string>]
  readonly kind: "class" | "function" | "service" | "value"
}

/** Marked as `@internal`, so that declarations do not have it. */
const internal = new Set(["Emulator.listening"])

/** A script that lists the values of all entries and the methods of the clients. It runs in the project that has the package. */
const listing = (entries: ReadonlyArray<string>): string => `
const kindOf = (value) => {
  // A schema is a function only to have no enumerable fields.
  if (typeof value !== "function" || "ast" in value && !/^class/.test(Function.prototype.toString.call(value))) return "value"
  if ("key" in value) return "service"
  return /^class\\b/.test(Function.prototype.toString.call(value)) ? "class" : "function"
}
const values = []
const list = (path, of) => {
  for (const [name, value] of Object.entries(of)) {
    if (value?.[Symbol.toStringTag] === "Module") list([...path, name], value)
    else values.push({ path: [...path, name], kind: kindOf(value) })
  }
}
for (const entry of ${JSON.stringify(entries)}) list([entry], await import(entry))
const { createParley, createParleySession } = await import("effect-parley/client")
const url = "https://parley.example.com"
const clients = {
  parleyClient: createParley({ url, apiKey: "key" }),
  sessionClient: createParleySession({ url, token: "token", organizationId: "id" })
}
for (const [client, groups] of Object.entries(clients)) {
  for (const [group, methods] of Object.entries(groups)) list([client, group], methods)
}
process.stdout.write(JSON.stringify(values))
`

/** Lines of a program that export a value, and what can be made of it without knowing it. */
const exportsOf = ({ kind, path }: Value, value: string, index: number): ReadonlyArray<string> => {
  const exported = `export const value${index} = ${value} // ${path.join(" ")}`
  switch (kind) {
    case "service":
      return [exported, `export const service${index} = Effect.map(${value}, methods)`]
    case "class":
      return [exported, `export class Class${index} extends ${value} {}`]
    case "function":
      return [exported, `export const wrapped${index} = wrapped(${value})`]
    case "value":
      return [exported]
  }
}

/** Values that programs make of the entries: layers, clients and results of calls. */
const made = `
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

/**
 * A program that exports every value of the public entries, and what programs make of them. With `declaration: true`
 * the compiler has to name every type in it by the entries of the package (contract: Names of exported types).
 */
export const exportedValues = (project: string, entries: ReadonlyArray<string>): string => {
  const { stderr, stdout } = spawnSync("node", ["--input-type=module", "-e", listing(entries)], {
    cwd: project,
    encoding: "utf8"
  })
  if (stdout === "") throw new Error(stderr)
  const values: ReadonlyArray<Value> = JSON.parse(stdout)
  const listed = values.filter(({ path: [, ...names] }) => !internal.has(names.join(".")))
  return [
    made,
    ...entries.map((entry, index) => `import * as entry${index} from "${entry}"`),
    // Data of Effect, such as a duration, has no methods of a port.
    "declare const methods: <S>(service: S) => S extends { readonly pipe: unknown } ? S : { [Name in keyof S]: S[Name] }",
    "declare const wrapped: <A extends ReadonlyArray<unknown>, B>(call: (...of: A) => B) => (...of: A) => B",
    ...listed.flatMap((value, index) => {
      const [from, ...names] = value.path
      const entry = entries.indexOf(from)
      return exportsOf(value, [entry < 0 ? from : `entry${entry}`, ...names].join("."), index)
    })
  ].join("\n")
}
