import { Array as Arr, Result, type Schema } from "effect"
import { type InboundPerson, type PersonId, isSamePersonId } from "../../../domain/inbound/Inbound.ts"
import { idAt, messageIdAt, objectAt, textAt, valueAt } from "./PlatformJson.ts"
import { type AccountSource, ignored, type Items, ofAccount, required } from "./Source.ts"
import { personIdsAt, type WhatsAppPeople } from "./whatsAppPerson.ts"

const isAmong = (ids: ReadonlyArray<PersonId>, id: PersonId): boolean => ids.some((other) => isSamePersonId(id, other))

/** The end of the platform's text: `… changed from 1650… to 1219…`. */
const changed = /changed from (?<previous>\S+) to (?<current>\S+)$/

/** The former id in the text, for notices without such a field. It is used only if the text also has the new id. */
const idsInText = (system: Schema.Json, current: ReadonlyArray<PersonId>): ReadonlyArray<PersonId> => {
  const ids = changed.exec(textAt(system, "body") ?? "")?.groups ?? {}
  return personIdsAt(ids, "current").some((id) => isAmong(current, id)) ? personIdsAt(ids, "previous") : []
}

/** Notices of a changed number or id. `customer_…` notices come from older API versions. */
const personChanges: ReadonlySet<string> = new Set([
  "user_changed_number",
  "customer_changed_number",
  "user_changed_user_id"
])

/** Keys of former ids in a notice: the number, the user id and the user id of the parent business. */
const previousIds = ["customer", "previous_wa_id", "previous_user_id", "previous_parent_user_id"]

/**
 * Whether a field of the notice has the former id that changed. The parent business's id and the number are other ids
 * of the person: with only these, the text has the former user id.
 */
const namesFormerId = (type: string | null, message: Schema.JsonObject, from: ReadonlyArray<PersonId>): boolean =>
  type === "user_changed_user_id"
    ? idAt(message, "from_user_id") !== null || idAt(objectAt(message, "system"), "previous_user_id") !== null
    : from.length > 0

/** The platform's words for a marketing preference (platforms P5). */
const preferences: ReadonlyMap<string, boolean> = new Map([
  ["stop", false],
  ["resume", true],
  ["signup", true]
])

/** A marketing preference. An unknown word becomes a failed item for review, because it may be an opt-out. */
const marketingPreference = (
  source: AccountSource,
  person: InboundPerson | null,
  word: string | null,
  time: Schema.Json | undefined
): Items =>
  Result.gen(function* () {
    const wanted = yield* required(preferences.get(word ?? ""), "an unknown marketing preference")
    const known = yield* required(person, "a preference without a person")
    const at = ofAccount(source, time)
    return [{ _tag: "MarketingPreferred", ...at.of("preference", at.stamp, known.ids, wanted), person: known, wanted }]
  })

/** A WhatsApp notice about a person: another number, another id or another preference. */
export const whatsAppSystem = (source: AccountSource, people: WhatsAppPeople, message: Schema.JsonObject): Items =>
  Result.gen(function* () {
    const time = valueAt(message, "timestamp")
    const id = yield* required(messageIdAt(message, "id"), "a message without an id")
    const system = yield* required(objectAt(message, "system"), "a system message without content")
    const type = textAt(system, "type")
    if (type === "user_preference_changed") {
      const person = people.known(personIdsAt(message, "from", "from_user_id", "from_parent_user_id"))
      return yield* marketingPreference(source, person, textAt(system, "marketing"), time)
    }
    if (!personChanges.has(type ?? "")) {
      return [ignored(source, "a notice without a change of the person", message, time)]
    }
    const current = personIdsAt(system, "wa_id", "new_wa_id", "user_id", "parent_user_id")
    const person = yield* required(people.named(current), "a change without a new number or id")
    const from = [
      ...personIdsAt(message, "from", "from_user_id", "from_parent_user_id"),
      ...personIdsAt(system, ...previousIds)
    ]
    const formerIds = namesFormerId(type, message, from) ? [] : idsInText(system, current)
    const previous = Arr.dedupeWith([...from, ...formerIds], isSamePersonId)
    return [
      {
        _tag: "PersonChanged",
        ...ofAccount(source, time).of("system", id),
        previous: previous.filter((former) => !isAmong(current, former)),
        person
      }
    ]
  })

/**
 * An item of `user_id_update`: the ids before and after, with the unchanged number. An id is an object with both, or a
 * text with the former one beside it.
 */
export const userIdUpdate = (source: AccountSource, people: WhatsAppPeople, update: Schema.JsonObject): Items =>
  Result.gen(function* () {
    const at = ofAccount(source, valueAt(update, "timestamp"))
    const [ids, parentIds] = [objectAt(update, "user_id"), objectAt(update, "parent_user_id")]
    const current = [
      ...personIdsAt(update, "wa_id", "user_id", "parent_user_id"),
      ...personIdsAt(ids, "current"),
      ...personIdsAt(parentIds, "current")
    ]
    const person = yield* required(people.named(current), "a change without a new id")
    const former = [
      ...personIdsAt(ids, "previous"),
      ...personIdsAt(parentIds, "previous"),
      ...personIdsAt(update, "previous_user_id", "previous_parent_user_id")
    ]
    const previous = former.filter((id) => !isAmong(current, id))
    return [{ _tag: "PersonChanged", ...at.of("person", at.stamp, previous, person.ids), previous, person }]
  })

/** An item of `user_preferences`: whether a person wants marketing messages. */
export const userPreference = (source: AccountSource, people: WhatsAppPeople, preference: Schema.JsonObject): Items => {
  const time = valueAt(preference, "timestamp")
  if (textAt(preference, "category") !== "marketing_messages") {
    return Result.succeed([ignored(source, "a preference that is not about marketing", preference, time)])
  }
  const person = people.known(personIdsAt(preference, "wa_id", "user_id", "parent_user_id"))
  return marketingPreference(source, person, textAt(preference, "value"), time)
}
