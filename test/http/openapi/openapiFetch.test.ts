import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { OpenApi } from "effect/http-api"
import { spawnSync } from "node:child_process"
import { symlinkSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { DeveloperApi } from "../../../src/adapters/http/interfaces/developer/Api.ts"
import { SessionApi } from "../../../src/adapters/http/interfaces/session/Api.ts"
import { givenClients } from "../../client/promiseClients.ts"
import { httpWorld } from "../../support/http/httpWorld.ts"
import { scriptPackages } from "../../support/processes/scriptPackages.ts"
import { temporaryFolder } from "../../support/processes/service.ts"

const root = join(import.meta.dirname, "../../..")

const generator = join(dirname(scriptPackages.resolve("openapi-typescript")), "../bin/cli.js")

const run = (script: string, ...args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [script, ...args], {
    encoding: "utf8",
    timeout: 180_000
  })
  assert.strictEqual(status, 0, stdout + stderr)
}

/** A program that is written with the documents only. */
const program = `
import createClient from "openapi-fetch"
import type { components, paths, webhooks } from "./developer.d.ts"
import type { paths as SessionPaths } from "./session.d.ts"

export const sendTemplate = async (fetch: (request: Request) => Promise<Response>, key: string) => {
  const { GET, POST } = createClient<paths>({ baseUrl: "http://test", fetch, headers: { "x-api-key": key } })
  const sent = await POST("/api/developer/v1/send-message", {
    params: { header: { "Idempotency-Key": "order 7" } },
    body: {
      to: "15551234567",
      type: "template",
      template: {
        name: "hello_world",
        language: { code: "en_US" },
        components: [
          { type: "header", parameters: [{ type: "image", image: { link: "https://example.com/a.jpg" } }] },
          { type: "body", parameters: [{ type: "text", text: "Ada" }, { type: "text", text: "7" }] },
          { type: "button", sub_type: "url", index: 0, parameters: [{ type: "text", text: "7", of_the_platform: 1 }] }
        ]
      }
    }
  })
  const put = await POST("/api/developer/v1/contacts", {
    body: { phone: "15551234567", attributes: { plan: "pro", seats: 3, address: { city: "Ulm" } } }
  })
  const contact = await GET("/api/developer/v1/contacts/{id}", { params: { path: { id: put.data?.data.id ?? "" } } })
  const listed = await GET("/api/developer/v1/contacts", { params: { query: { page: 1, limit: 5 } } })
  const feed = await GET("/api/developer/v1/events", { params: { query: { limit: 100 } } })
  const answer = sent.data?.data
  return {
    // Without sendAt the answer is 201, but openapi-fetch knows only that it is one of both.
    sent: answer !== undefined && "waMessageId" in answer ? answer.waMessageId : undefined,
    status: sent.response.status,
    error: sent.error?.message,
    attributes: contact.data?.data.params,
    names: listed.data?.data.data.map(({ name }) => name),
    events: feed.data?.data.events.map((event) => event.event === "message.sent" ? event.data.to : event.event)
  }
}

type Delivered = webhooks[keyof webhooks]["post"]["requestBody"]["content"]["application/json"]

/** Each event has its own data. */
export const summary = (event: Delivered): string => {
  switch (event.event) {
    case "message.received":
      return event.data.from
    case "message.failed":
      return String(event.data.error.code)
    case "conversation.closed":
      return event.data.resolution ?? ""
    // @ts-expect-error no event is called so
    case "message.sunk":
      return ""
    default:
      return event.webhook_id
  }
}

export const refused = async () => {
  const { GET, POST } = createClient<paths>()
  const session = createClient<SessionPaths>()
  // @ts-expect-error a page is a number
  await GET("/api/developer/v1/contacts", { params: { query: { page: "1" } } })
  // @ts-expect-error there is no such type of message
  await POST("/api/developer/v1/send-message", { body: { to: "15551234567", type: "telegram" } })
  // @ts-expect-error the name of the template is missing
  await POST("/api/developer/v1/send-message", { body: { to: "1", template: { language: { code: "en" } } } })
  // @ts-expect-error a component has a type
  const component: components["schemas"]["TemplateComponent"] = { parameters: [{ type: "text", text: "Ada" }] }
  const template = { name: "hello_world", language: "en_US", components: [component] }
  await session.POST("/api/whatsapp/messages/send", { body: { to: "+15551234567", type: "template", template } })
  await session.GET("/api/whatsapp/notifications", { params: { query: { unread: true, limit: 5 } } })
  // @ts-expect-error a flag is no text
  await session.GET("/api/whatsapp/notifications", { params: { query: { unread: "true" } } })
}
`

const consumer = {
  compilerOptions: {
    target: "ES2024",
    lib: ["ES2024", "DOM", "DOM.Iterable"],
    module: "NodeNext",
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: []
  },
  include: ["*.ts"]
}

interface Program {
  readonly sendTemplate: (fetch: (request: Request) => Promise<Response>, key: string) => Promise<unknown>
}
const isProgram = (module: unknown): module is Program =>
  typeof module === "object" && module !== null && "sendTemplate" in module

/** What the generator makes of both documents, and the program that uses it. */
const generated = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const documents = { developer: OpenApi.fromApi(DeveloperApi), session: OpenApi.fromApi(SessionApi) }
  for (const [name, document] of Object.entries(documents)) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(document))
    run(generator, join(folder, `${name}.json`), "--output", join(folder, `${name}.d.ts`))
  }
  symlinkSync(join(root, "scripts/node_modules"), join(folder, "node_modules"), "dir")
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }))
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(consumer))
  writeFileSync(join(folder, "program.ts"), program)
  return folder
})

describe("openapi-typescript and openapi-fetch", () => {
  it.effect(
    "have the values of both documents, refuse others, and send a template with values",
    () =>
      Effect.gen(function* () {
        const folder = yield* generated
        run(join(root, "node_modules/typescript/bin/tsc"), "-p", folder)
        const module: unknown = yield* Effect.promise(() => import(pathToFileURL(join(folder, "program.ts")).href))
        if (!isProgram(module)) return assert.fail("the program has no sendTemplate")
        const { fetch, key, requests, wrong } = yield* givenClients
        const asked = async (request: Request) => {
          const { headers, method, url } = request
          const body = method === "GET" ? {} : { body: await request.text() }
          return fetch(url, { method, headers: Object.fromEntries(headers), ...body })
        }
        assert.deepStrictEqual(yield* Effect.promise(() => module.sendTemplate(asked, key)), {
          sent: "wamid.2",
          status: 201,
          error: undefined,
          attributes: { plan: "pro", seats: 3, address: { city: "Ulm" } },
          names: ["Ada"],
          events: ["contact.created", "conversation.opened", "15551234567", "15551234567", "contact.updated"]
        })
        assert.deepStrictEqual(wrong, [])
        assert.strictEqual(requests[0]?.request.headers.get("idempotency-key"), "order 7")
      }).pipe(Effect.provide(httpWorld)),
    180_000
  )
})
