import { Array as Arr, Result, type Schema } from "effect"
import { isSamePersonId, type PersonId } from "../../../domain/inbound/InboundPerson.ts"
import { messageIdAt, objectAt, textAt, valueAt } from "./PlatformJson.ts"
import { type AccountSource, ignored, type Items, ofAccount, required } from "./Source.ts"
import { personIdsAt, type WhatsAppPeople } from "./whatsAppPerson.ts"

const isAmong = (ids: ReadonlyArray<PersonId>, id: PersonId): boolean => ids.some((other) => isSamePersonId(id, other))

/** The end of the text, which the platform writes: `… changed from 1650… to 1219…`. */
const changed = /changed from (?<previous>\S+) to (?<current>\S+)$/

/**
 * The former id as the text tells it, for notices in which it stands nowhere else. It is believed only when the text
 * tells the new id too.
 */
const toldIds = (system: Schema.Json, current: ReadonlyArray<PersonId>): ReadonlyArray<PersonId> => {
  const told = changed.exec(textAt(system, "body") ?? "")?.groups ?? {}
  return personIdsAt(told, "current").some((id) => isAmong(current, id)) ? personIdsAt(told, "previous") : []
}

/** A notice of WhatsApp about a person: she has another number or another id. */
export const whatsAppSystem = (source: AccountSource, people: WhatsAppPeople, message: Schema.JsonObject): Items =>
  Result.gen(function* () {
    const time = valueAt(message, "timestamp")
    const id = yield* required(messageIdAt(message, "id"), "a message without an id")
    const system = yield* required(objectAt(message, "system"), "a system message that says nothing")
    const type = textAt(system, "type")
    if (type !== "user_changed_number" && type !== "user_changed_user_id") {
      return [ignored(source, "a notice that changes nothing of whom a person is", message, time)]
    }
    const current = personIdsAt(system, "wa_id", "new_wa_id", "user_id", "parent_user_id")
    const person = yield* required(people.named(current), "a change without a new number or id")
    const from = [
      ...personIdsAt(message, "from", "from_user_id", "from_parent_user_id"),
      ...personIdsAt(system, "previous_user_id")
    ]
    const previous = from.length === 0 ? toldIds(system, current) : Arr.dedupeWith(from, isSamePersonId)
    return [
      {
        _tag: "PersonChanged",
        ...ofAccount(source, time).of("system", id),
        previous: previous.filter((former) => !isAmong(current, former)),
        person
      }
    ]
  })

/** An item of `user_id_update`: the ids before and after, with the number that stays. */
export const userIdUpdate = (source: AccountSource, people: WhatsAppPeople, update: Schema.JsonObject): Items =>
  Result.gen(function* () {
    const at = ofAccount(source, valueAt(update, "timestamp"))
    const [ids, parentIds] = [objectAt(update, "user_id"), objectAt(update, "parent_user_id")]
    const current = [
      ...personIdsAt(update, "wa_id"),
      ...personIdsAt(ids, "current"),
      ...personIdsAt(parentIds, "current")
    ]
    const person = yield* required(people.named(current), "a change without a new id")
    const former = [...personIdsAt(ids, "previous"), ...personIdsAt(parentIds, "previous")]
    const previous = former.filter((id) => !isAmong(current, id))
    return [{ _tag: "PersonChanged", ...at.of("person", at.stamp, previous, person.ids), previous, person }]
  })

/** An item of `user_preferences`: whether a person wants to hear of offers. */
export const userPreference = (source: AccountSource, people: WhatsAppPeople, preference: Schema.JsonObject): Items =>
  Result.gen(function* () {
    const time = valueAt(preference, "timestamp")
    const value = textAt(preference, "value")
    if (textAt(preference, "category") !== "marketing_messages" || (value !== "stop" && value !== "resume")) {
      return [ignored(source, "a preference that is not about marketing", preference, time)]
    }
    const ids = personIdsAt(preference, "wa_id", "user_id", "parent_user_id")
    const person = yield* required(people.known(ids), "a preference without a person")
    const at = ofAccount(source, time)
    const wanted = value === "resume"
    return [{ _tag: "MarketingPreferred", ...at.of("preference", at.stamp, person.ids, wanted), person, wanted }]
  })
