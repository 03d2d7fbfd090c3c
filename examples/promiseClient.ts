/**
 * Sends a template, and receives what becomes of it at a webhook in Fastify. It uses the demo: start it with
 * `WEBHOOK_ALLOWED_CIDRS=127.0.0.1/32 parley`, and `parley listen` once, which makes the certificate of the receiver.
 */
import { createParley, ParleyError } from "effect-parley/client"
import { constructEvent, WebhookError, type WebhookEvent } from "effect-parley/webhooks"
import Fastify from "fastify"
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const folder = process.env["DATA_DIR"] ?? ".data"
const { apiKey, appUrl } = JSON.parse(readFileSync(join(folder, "demo.json"), "utf8"))
const listen = (file: string) => readFileSync(join(folder, "listen", file))

const parley = createParley({ url: appUrl, apiKey })
const delivered = Promise.withResolvers<string>()
const types: Array<string> = []

/** What a program does with an event: `event` decides the type of `data`. */
const take = (event: WebhookEvent) => {
  types.push(event.event)
  switch (event.event) {
    case "message.delivered":
      delivered.resolve(event.data.message_id)
      break
    case "message.failed":
      delivered.reject(new Error(event.data.error.message))
      break
  }
}

const receiver = Fastify({ https: { key: listen("key.pem"), cert: listen("certificate.pem") } })
// The signature is of the body as it arrives.
receiver.removeContentTypeParser("application/json")
receiver.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => done(null, body))
receiver.setErrorHandler((error, _request, reply) =>
  error instanceof WebhookError ? reply.code(400).send(error.reason) : reply.code(500).send()
)
let secret = ""
receiver.post<{ Body: string }>("/hooks/parley", async (request, reply) => {
  take(await constructEvent(request.body, request.headers, secret))
  return reply.code(204).send()
})
const url = `${await receiver.listen({ host: "127.0.0.1", port: 0 })}/hooks/parley`

try {
  await parley.webhooks.register({ url, events: ["message.sent", "message.delivered", "message.failed"] })
  secret = (await parley.webhooks.find()).webhook?.secret ?? ""

  const sent = await parley.whatsapp.sendMessage(
    { to: "15551234567", template: { name: "hello_world", language: { code: "en_US" } } },
    { idempotencyKey: crypto.randomUUID() }
  )
  assert.equal(await delivered.promise, sent.waMessageId)
  assert.ok(types.includes("message.sent"))

  const forged = await receiver.inject({ method: "POST", url: "/hooks/parley", payload: { event: "message.sent" } })
  assert.deepEqual([forged.statusCode, forged.body], [400, "missing header"])

  const refusal = await parley.whatsapp
    .sendMessage({ to: "15551234567", template: { name: "unknown", language: { code: "en_US" } } })
    .catch((error: unknown) => error)
  assert.ok(refusal instanceof ParleyError)
  assert.equal(refusal.retry, "fix")
} finally {
  await parley.webhooks.remove()
  await receiver.close()
}
