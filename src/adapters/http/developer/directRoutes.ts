import { Effect, Option, Schema } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { pathOf } from "../pathOf.ts"
import { readJsonBody } from "../readJsonBody.ts"
import { RequestFacts } from "../RequestFacts.ts"
import { listContacts } from "./contacts.ts"
import { contactsQuery } from "./ContactsGroup.ts"
import { directRoute } from "./directRoute.ts"
import { plainQuery } from "./plainQuery.ts"
import { base } from "./requestLog.ts"
import { SendMessageRequest } from "./SendMessage.ts"
import { sendMessage } from "./whatsapp.ts"

const decodeQuery = Schema.decodeUnknownOption(Schema.Struct(contactsQuery))
const decodeMessage = Schema.decodeUnknownOption(Schema.fromJsonString(SendMessageRequest), { reportInput: true })

const contacts = directRoute({
  method: "GET",
  path: "/v1/contacts",
  tier: "standard",
  status: 200,
  read: ({ url }) => Effect.succeed(Option.flatMap(plainQuery(url), decodeQuery)),
  answer: listContacts
})

const messages = directRoute({
  method: "POST",
  path: "/v1/send-message",
  tier: "messaging",
  status: 201,
  read: (request, facts) =>
    Effect.match(readJsonBody(request), {
      onFailure: () => Option.none(),
      onSuccess: (text) => {
        facts.bodyText = text
        return decodeMessage(text)
      }
    }),
  answer: sendMessage
})

/** The routes that backends call all day, before those of the contract, to which everything else is handed on. */
export const directRoutes = Effect.gen(function* () {
  const routes = yield* Effect.all([contacts, messages])
  const known: ReadonlyMap<string, (typeof routes)[number]["handle"]> = new Map(
    routes.map(({ handle, method, path }) => [`${method} ${base}${path}`, handle] as const)
  )
  return <E, R>(byContract: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const handle = known.get(`${request.method} ${pathOf(request)}`)
      return handle === undefined
        ? byContract
        : Effect.flatMap(RequestFacts, (facts) => (facts === null ? byContract : handle(request, facts, byContract)))
    })
})
