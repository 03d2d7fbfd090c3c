import { Effect, type Schema } from "effect"
import { digitsOf, EmulatorState } from "../EmulatorState.ts"
import { BadInbound } from "./personFields.ts"
import { newUserId, People, type Person } from "./People.ts"
import { isUserId, type WhatsAppRequest } from "./WhatsAppRequest.ts"

/** An action of a person, in contrast to one of the platform itself. */
export type PersonalRequest = Extract<WhatsAppRequest, { readonly from: string }>

/** The person, and at least one id that the webhook names them by. */
export interface WhatsAppSender {
  readonly person: Person
  readonly waId: string | null
  readonly userId: string | null
}

const namedBy = ({ from, identify, userId }: PersonalRequest): "phone" | "userId" | "both" => {
  if (identify !== undefined) return identify
  if (isUserId(from)) return "userId"
  return userId === undefined ? "phone" : "both"
}

/** The number that the request shares with the business. */
const sharedNumber = Effect.fnUntraced(function* (request: PersonalRequest) {
  if (request.type !== "contact_info" || request.origin === "other" || request.phone === undefined) return undefined
  return yield* (yield* EmulatorState).waIdOf(digitsOf(request.phone))
})

/**
 * Resolves and stores the person of a request. `from` is converted to the registered number: the platform reports that
 * one, regardless of the number that the business writes to.
 */
export const whatsAppSender = Effect.fnUntraced(function* (
  wabaId: string,
  request: PersonalRequest
): Effect.fn.Return<WhatsAppSender, BadInbound, EmulatorState | People> {
  const people = yield* People
  const identifiers = namedBy(request)
  const { from, name, userId, username } = request
  const facts = isUserId(from)
    ? { userId: from, waId: yield* sharedNumber(request), name, username }
    : { waId: yield* (yield* EmulatorState).waIdOf(digitsOf(from)), userId, name, username }
  const known = yield* people.resolve(wabaId, facts)
  const isIdDue = identifiers !== "phone" && known.userId === null
  const person = isIdDue ? yield* people.resolve(wabaId, { ...facts, userId: yield* newUserId }) : known
  if (identifiers !== "userId" && person.waId === null) {
    return yield* new BadInbound({ reason: "identify: the business does not know this person's number" })
  }
  return {
    person,
    waId: identifiers === "userId" ? null : person.waId,
    userId: identifiers === "phone" ? null : person.userId
  }
})

/** The ids by which the business knows the person. */
export const idsOf = ({ userId, waId }: Person): ReadonlyArray<string> => [waId, userId].filter((id) => id !== null)

/** The name in the profile, generated if unknown. */
export const nameOf = (person: Person): string => person.name ?? `Person ${idsOf(person)[0]}`

/** `value.contacts` of a report about the person. */
export const contactOf = ({ person, userId, waId }: WhatsAppSender): Schema.JsonObject => ({
  profile: { name: nameOf(person), ...(person.username === null ? {} : { username: person.username }) },
  ...(waId === null ? {} : { wa_id: waId }),
  ...(userId === null ? {} : { user_id: userId })
})

/** The sender fields of a message of the person. */
export const fromOf = ({ userId, waId }: WhatsAppSender): Schema.JsonObject => ({
  ...(waId === null ? {} : { from: waId }),
  ...(userId === null ? {} : { from_user_id: userId })
})
