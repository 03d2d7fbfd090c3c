import { Effect, type Schema } from "effect"
import { digitsOf, EmulatorState } from "../EmulatorState.ts"
import { BadInbound } from "./personFields.ts"
import { newUserId, People, type Person } from "./People.ts"
import { isUserId, type WhatsAppRequest } from "./WhatsAppRequest.ts"

/** An action of a person, in contrast to one of the platform itself. */
export type PersonalRequest = Extract<WhatsAppRequest, { readonly from: string }>

/** Who does it, and by which ids the webhook names her: one of them at least. */
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

/** The number that the business learns by a request. */
const numberToldBy = Effect.fnUntraced(function* (request: PersonalRequest) {
  if (request.type !== "contact_info" || request.origin === "other" || request.phone === undefined) return undefined
  return yield* (yield* EmulatorState).waIdOf(digitsOf(request.phone))
})

/**
 * The person of a request, as the business knows her from then on. Her number is taken for the one that she registered
 * with: the platform reports that one, whatever the business writes to.
 */
export const whatsAppSender = Effect.fnUntraced(function* (
  wabaId: string,
  request: PersonalRequest
): Effect.fn.Return<WhatsAppSender, BadInbound, EmulatorState | People> {
  const people = yield* People
  const named = namedBy(request)
  const { from, name, userId, username } = request
  const told = isUserId(from)
    ? { userId: from, waId: yield* numberToldBy(request), name, username }
    : { waId: yield* (yield* EmulatorState).waIdOf(digitsOf(from)), userId, name, username }
  const met = yield* people.resolve(wabaId, told)
  const isIdDue = named !== "phone" && met.userId === null
  const person = isIdDue ? yield* people.resolve(wabaId, { ...told, userId: yield* newUserId }) : met
  if (named !== "userId" && person.waId === null) {
    return yield* new BadInbound({ reason: "identify: the business does not know this person's number" })
  }
  return {
    person,
    waId: named === "userId" ? null : person.waId,
    userId: named === "phone" ? null : person.userId
  }
})

/** The ids that the business knows the person by. */
export const idsOf = ({ userId, waId }: Person): ReadonlyArray<string> => [waId, userId].filter((id) => id !== null)

/** Her profile's name; everybody has one. */
export const nameOf = (person: Person): string => person.name ?? `Person ${idsOf(person)[0]}`

/** `value.contacts` of a report about her. */
export const contactOf = ({ person, userId, waId }: WhatsAppSender): Schema.JsonObject => ({
  profile: { name: nameOf(person), ...(person.username === null ? {} : { username: person.username }) },
  ...(waId === null ? {} : { wa_id: waId }),
  ...(userId === null ? {} : { user_id: userId })
})

/** What stands in a message of hers. */
export const fromOf = ({ userId, waId }: WhatsAppSender): Schema.JsonObject => ({
  ...(waId === null ? {} : { from: waId }),
  ...(userId === null ? {} : { from_user_id: userId })
})
