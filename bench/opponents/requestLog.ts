import type { FastifyInstance } from "fastify"
import { uuid7 } from "./uuid7.ts"

declare module "fastify" {
  interface FastifyRequest {
    answer: string
    since: number
  }
}

/** Has every request written with what it was answered with, once it is answered: nobody waits for it. */
export const requestLog = (app: FastifyInstance, write: (values: ReadonlyArray<unknown>) => void): void => {
  app.decorateRequest("answer", "null")
  app.decorateRequest("since", 0)
  app.addHook("onRequest", (request, _, done) => {
    request.since = Date.now()
    done()
  })
  app.addHook("onSend", (request, _, payload, done) => {
    if (typeof payload === "string") request.answer = payload
    done()
  })
  app.addHook("onResponse", (request, reply, done) => {
    const { answer, body, ip, method, organizationId, since, url } = request
    const agent = request.headers["user-agent"] ?? ""
    const values = [organizationId, uuid7(), method, url, reply.statusCode, JSON.stringify(body ?? {}), answer]
    const facts = [ip, agent, Date.now() - since, new Date(since).toISOString(), request.id]
    write([...values, ...facts])
    done()
  })
}
