import { createServer } from "node:http"
import { announce } from "./announce.ts"

/**
 * What stands for the platform: takes every message, with a fresh id, as the Cloud API answers. Without a framework, so
 * that it takes little from what is measured.
 */
let accepted = 0
const run = Date.now().toString(36)

const server = createServer((request, response) => {
  let text = ""
  request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk))
  request.on("end", () => {
    const to = /"to":"(\d+)"/.exec(text)?.[1] ?? ""
    const body = `{"messaging_product":"whatsapp","contacts":[{"input":"${to}","wa_id":"${to}"}],"messages":[{"id":"wamid.${run}.${accepted++}"}]}`
    response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body)
  })
})
server.keepAliveTimeout = 60_000
announce(server.listen(0, "127.0.0.1"))
