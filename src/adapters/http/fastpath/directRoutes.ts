import { Effect, Option, Schema } from "effect"
import { isUtf8 } from "node:buffer"
import { type DirectRequest, directRoutesOf } from "./DirectRoute.ts"
import { isJson, maxNesting } from "../shared/readJsonBody.ts"
import { nestingOf } from "../shared/nestingOf.ts"
import { listContacts } from "../developer/contacts.ts"
import { contactsQuery } from "../developer/ContactsGroup.ts"
import { type Asked, directRoute } from "./developerRoute.ts"
import { plainQuery } from "./plainQuery.ts"
import { SendMessageRequest } from "../developer/WhatsAppGroup.ts"
import { sendMessage } from "../developer/whatsapp.ts"

const decodeQuery = Schema.decodeUnknownOption(Schema.Struct(contactsQuery))
const decodeMessage = Schema.decodeUnknownOption(Schema.fromJsonString(SendMessageRequest), { reportInput: true })

const withoutBody = <Input>(input: Option.Option<Input>): Option.Option<Asked<Input>> =>
  Option.map(input, (input) => ({ input, bodyText: null }))

const contacts = directRoute({
  method: "GET",
  path: "/v1/contacts",
  tier: "standard",
  status: 200,
  read: ({ url }) => withoutBody(Option.flatMap(plainQuery(url), decodeQuery)),
  answer: listContacts
})

const utf8 = new TextDecoder()
const openingBrace = 0x7b

/** The text of a body that everybody reads in the same way: an object from its first byte on. */
const objectText = ({ body, headers }: DirectRequest): Option.Option<string> => {
  const isPlain = body[0] === openingBrace && isUtf8(body) && isJson(headers["content-type"])
  const text = isPlain ? utf8.decode(body) : ""
  return isPlain && nestingOf(text) <= maxNesting ? Option.some(text) : Option.none()
}

const messages = directRoute({
  method: "POST",
  path: "/v1/send-message",
  tier: "messaging",
  status: 201,
  read: (request) =>
    Option.flatMap(objectText(request), (bodyText) =>
      Option.map(decodeMessage(bodyText), (input) => ({ input, bodyText }))
    ),
  answer: sendMessage
})

/** What backends call all day. */
export const directRoutes = Effect.zipWith(contacts, messages, (one, other) => directRoutesOf([one], [other]))
