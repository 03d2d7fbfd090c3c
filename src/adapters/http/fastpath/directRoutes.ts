import { Effect, Option, Schema } from "effect"
import { isUtf8 } from "node:buffer"
import { type DirectRequest, directRoutesOf } from "./DirectRoute.ts"
import { isJson, maxNesting } from "../shared/readJsonBody.ts"
import { nestingOf } from "../../../domain/text/nestingOf.ts"
import { listContacts } from "../developer/contacts.ts"
import { contactsQuery } from "../developer/ContactsGroup.ts"
import { type Asked, directRoute } from "./developerRoute.ts"
import { SendMessageRequest } from "../developer/WhatsAppGroup.ts"
import { sendMessage } from "../developer/whatsapp.ts"

/** Names and values that mean what they say. */
const plain = /^(?:[a-z]+=[\w.-]*(?:&(?=.)|$))*$/i

/**
 * The query of a URL, when there is nothing in it that has to be decoded and no name twice: what everybody reads in the
 * same way.
 */
export const plainQuery = (url: string): Option.Option<Readonly<Record<string, string>>> => {
  const start = url.indexOf("?")
  if (start === -1) return Option.some({})
  const query = url.slice(start + 1)
  if (query === "") return Option.some({})
  if (!plain.test(query)) return Option.none()
  const values: Record<string, string> = {}
  for (const parameter of query.split("&")) {
    const equals = parameter.indexOf("=")
    const name = parameter.slice(0, equals)
    if (Object.hasOwn(values, name)) return Option.none()
    values[name] = parameter.slice(equals + 1)
  }
  return Option.some(values)
}

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
