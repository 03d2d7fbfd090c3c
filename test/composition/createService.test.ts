import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import * as MemoryPlatforms from "../../src/adapters/memory/MemoryPlatforms.ts"
import { WhatsAppContent } from "../../src/domain/messages/WhatsAppContent.ts"
import { createService, type DatabaseChoice } from "../../src/service/library/createService.ts"
import { maintain, serverDatabase } from "../support/database/serverDatabase.ts"
import { strongSecret } from "../support/strongSecret.ts"

const secretsKey = strongSecret("key")
const phone = "+49 151 12345678"
const content = WhatsAppContent.cases.Text.make({ text: "Hello" })

const serviceOn = (database: DatabaseChoice) =>
  createService({
    database,
    whatsapp: { appSecret: strongSecret("app"), verifyToken: strongSecret("verify") },
    authJwtSecret: strongSecret("jwt"),
    serviceRoleKey: strongSecret("service"),
    prefix: "/messaging",
    overrides: MemoryPlatforms.layer
  })

const acme = {
  name: "Acme",
  plan: "unlimited",
  owner: { email: "ada@example.com", name: "Ada", subject: null },
  accounts: [
    {
      channel: "whatsapp",
      externalId: "106540352242922",
      businessAccountId: "102290129340398",
      pageId: null,
      displayName: "Acme",
      token: "token"
    }
  ]
} as const

/** The rejection of a promise. */
const rejected = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => assert.fail("the promise resolved"),
    (reason: unknown) => reason
  )

describe("createService", () => {
  it("createService: use cases return promises with typed rejections, on the memory stores", async () => {
    await using service = serviceOn("memory")
    const { apiKey, organizationId } = await service.ensureOrganization(acme)
    assert.isString(apiKey)
    assert.deepInclude(await service.ensureOrganization(acme), { organizationId, apiKey: null })
    assert.propertyVal(
      await rejected(service.ensureOrganization({ ...acme, owner: { ...acme.owner, email: "no" } })),
      "_tag",
      "OwnerAddressInvalid"
    )
    await service.contacts.create(organizationId, phone, { name: "Ada" })
    assert.propertyVal(await rejected(service.contacts.create(organizationId, phone, {})), "_tag", "PhoneNumberTaken")
    const { conversationId } = await service.sends.whatsApp(organizationId, phone, content)
    await service.notes.add(organizationId, conversationId, "called")
    assert.strictEqual((await service.notes.list(organizationId, conversationId, { page: 1, limit: 20 })).total, 1)

    const refused = await rejected(
      service.transaction(async (tx) => {
        await tx.contacts.create(organizationId, "+49 151 12345679", {})
        await tx.sends.whatsApp(organizationId, phone, content)
      })
    )
    assert.propertyVal(refused, "_tag", "CannotJoinTransaction")
    assert.strictEqual((await service.contacts.list(organizationId, { page: 1, limit: 20 }, null)).total, 1)
    assert.propertyVal(await rejected(service.transaction((tx) => tx.query("select 1"))), "_tag", "NoProgramConnection")
    await service.migrate()
  })

  it("createService: onEvent calls an asynchronous function with typed events, until the service closes", async () => {
    await using service = serviceOn("memory")
    const { organizationId } = await service.ensureOrganization(acme)
    const { promise, resolve } = Promise.withResolvers<unknown>()
    await service.onEvent(
      async ({ data, event, organizationId }, signal) =>
        resolve([event, organizationId, data.contact.name, signal.aborted]),
      { name: "greetings", events: ["contact.created"] }
    )
    assert.propertyVal(
      await rejected(service.onEvent(async () => undefined, { name: "greetings" })),
      "_tag",
      "OptionsRefused"
    )
    await service.contacts.create(organizationId, phone, { name: "Ada" })
    assert.deepStrictEqual(await promise, ["contact.created", organizationId, "Ada", false])
  })

  it("createService: the handler responds to requests of plain http below its prefix, with bodies and the client's address", async () => {
    await using service = serviceOn("memory")
    const server = createServer(service.toNodeHandler())
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    const at = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
    assert.deepStrictEqual(await (await at("/messaging/ready")).json(), { status: "ready" })
    assert.strictEqual((await at("/messaging/nothing")).status, 404)
    assert.strictEqual((await at("/other")).status, 404)
    const refused = await at("/messaging/webhooks/meta", { method: "POST", body: "{}" })
    assert.strictEqual(refused.status, 401)
    assert.strictEqual((await service.handler(new Request("http://shop/messaging/ready"))).status, 200)
    await new Promise((resolve) => server.close(resolve))
  })

  it("createService: the handler responds with 400 to requests that no `Request` can represent, and continues", async () => {
    await using service = serviceOn("memory")
    const server = createServer(service.toNodeHandler())
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    const statusOf = (head: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(port, "127.0.0.1", () => socket.end(`${head}\r\nconnection: close\r\n\r\n`))
        let answer = ""
        socket.on("data", (bytes) => (answer += String(bytes)))
        socket.on("close", () => resolve(answer.split(" ")[1] ?? ""))
        socket.on("error", reject)
      })
    assert.strictEqual(await statusOf("GET /messaging/ready HTTP/1.1\r\nhost: a b"), "400")
    assert.strictEqual(await statusOf("GET /messaging/ready HTTP/1.1\r\nhost: ["), "400")
    assert.strictEqual(await statusOf("TRACE /messaging/ready HTTP/1.1\r\nhost: shop"), "400")
    assert.strictEqual(await statusOf("GET /messaging/ready HTTP/1.1\r\nhost: shop"), "200")
    await new Promise((resolve) => server.close(resolve))
  })

  it.live(
    "createService: a transaction joins an application's statement with use cases on a server, migrated before the start",
    () =>
      Effect.gen(function* () {
        const url = yield* serverDatabase()
        yield* maintain(url, "create table orders (number int primary key)")
        yield* Effect.promise(async () => {
          await using service = serviceOn({ url, secretsKey, connections: 12 })
          await service.migrate()
          const { organizationId } = await service.ensureOrganization(acme)
          const order = (number: number, fails: boolean) =>
            service.transaction(async (tx) => {
              await tx.query("insert into orders values ($1)", [number])
              const contact = await tx.contacts.upsert(organizationId, phone, { name: `order ${number}` })
              const send = await tx.sends.afterCommit(organizationId, phone, { channel: "whatsapp", content })
              if (fails) await Promise.reject(new Error("no stock"))
              return { contact, send, orders: await tx.query("select number from orders") }
            })
          assert.propertyVal(await rejected(order(1, true)), "message", "no stock")
          const { contact, orders, send } = await order(2, false)
          assert.deepStrictEqual(orders, [{ number: 2 }])
          assert.strictEqual((await service.contacts.get(organizationId, contact.id)).name, "order 2")
          const ended = async (): Promise<string> => {
            const { outcome } = await service.sends.pending(organizationId, send.id)
            return outcome === null ? ended() : outcome._tag
          }
          assert.strictEqual(await ended(), "Sent")
        })
      }).pipe(Effect.scoped),
    60_000
  )
})
