import { Result, type Schema } from "effect"
import { holds, idAt, isList, isObject, listAt, objectAt, textAt, valueAt } from "./PlatformJson.ts"
import {
  type AccountSource,
  type Items,
  type Source,
  fieldUnknown,
  ignored,
  itemKey,
  ofAccount,
  orUnreadable,
  required,
  testDelivered,
  timing,
  unreadable
} from "./Source.ts"
import type { Inbound } from "../../../domain/inbound/Inbound.ts"
import { isDocumentedField } from "./documentedFields.ts"
import { handoverField, whatsAppHandovers } from "./threadHandover.ts"
import { addressBookLists, historyLists } from "./whatsAppHistory.ts"
import { callPeerIds, callStatus, whatsAppCall } from "./whatsAppCall.ts"
import { peerIds, whatsAppMessage } from "./whatsAppMessage.ts"
import { type ReportedList, type WhatsAppPeople, personIdsAt, whatsAppPeople } from "./whatsAppPerson.ts"
import { splitStandby, standbyLists } from "./whatsAppStandby.ts"
import { platformProblem, recipientIds, whatsAppStatus } from "./whatsAppStatus.ts"
import { userIdUpdate, userPreference } from "./whatsAppSystem.ts"

/** Fields for changes of a business account and its numbers (platforms P5). */
const accountFields: ReadonlySet<string> = new Set([
  "account_update",
  "account_alerts",
  "account_review_update",
  "account_settings_update",
  "business_capability_update",
  "business_status_update",
  "business_username_update",
  "business_username_updates",
  "flows",
  "payment_configuration_update",
  "phone_number_name_update",
  "phone_number_quality_update",
  "security"
])

/** The id of the number of an alert or a change of settings. */
const numberId = (value: Schema.JsonObject): string | null =>
  textAt(value, "entity_type") === "PHONE_NUMBER"
    ? idAt(value, "entity_id")
    : idAt(objectAt(value, "phone_number_settings"), "phone_number_id")

/**
 * A change of a business account or one of its numbers. A shared or removed account is in `waba_info`; the entry then
 * names the business.
 */
const whatsAppAccount = (source: Source, value: Schema.JsonObject): Items => {
  const account = idAt(objectAt(value, "waba_info"), "waba_id") ?? source.businessAccountId
  const { at, stamp } = timing(source, undefined)
  return Result.map(required(account, "a change without a business account"), (businessAccountId) => [
    {
      _tag: "AccountChanged",
      key: itemKey("account", ["whatsapp", businessAccountId, source.field, stamp, value]),
      at,
      channel: "whatsapp",
      accountExternalId: numberId(value),
      businessAccountId,
      displayNumber: textAt(value, "display_phone_number") ?? textAt(value, "phone_number"),
      what: source.field,
      values: value
    }
  ])
}

/** The field in which the platform suggests another category. The template keeps its own until that changes. */
const categoryDetection = "template_correct_category_detection"

/** Fields for changes of templates. They belong to a business account and have no number. */
const templateFields: ReadonlySet<string> = new Set([
  "message_template_status_update",
  "message_template_quality_update",
  "message_template_components_update",
  "template_category_update",
  categoryDetection
])

/** The category of a template after the report. */
const newCategory = (value: Schema.JsonObject): string | null =>
  textAt(value, "new_category") ?? textAt(value, "message_template_category")

/** The platform's placeholder for a missing `reason`. */
const noReason = "NONE"

/** A change of a template. Its status is in `event`, and its id is a number here (platforms P5). */
const whatsAppTemplate = (source: Source, value: Schema.JsonObject): Items =>
  Result.gen(function* () {
    const businessAccountId = yield* required(source.businessAccountId, "a template without a business account")
    const templateId = yield* required(idAt(value, "message_template_id"), "a template without an id")
    const { at, stamp } = timing(source, undefined)
    const reason = textAt(value, "reason")
    return [
      {
        _tag: "TemplateChanged",
        key: itemKey("template", ["whatsapp", businessAccountId, source.field, stamp, value]),
        at,
        channel: "whatsapp",
        businessAccountId,
        templateId,
        name: textAt(value, "message_template_name"),
        language: textAt(value, "message_template_language"),
        status: textAt(value, "event"),
        reason: reason === noReason ? null : reason,
        quality: textAt(value, "new_quality_score"),
        category: source.field === categoryDetection ? null : newCategory(value),
        what: source.field,
        values: value
      }
    ]
  })

const personIds = (item: Schema.Json) => personIdsAt(item, "wa_id", "user_id", "parent_user_id")

const accountProblem: ReportedList["read"] = (source, _, error) => {
  const at = ofAccount(source, undefined)
  return Result.succeed([
    { _tag: "AccountTroubled", ...at.of("problem", at.stamp, error), problem: platformProblem(error) }
  ])
}

const sentFromPhone: ReportedList = {
  name: "message_echoes",
  names: (item) => peerIds(item, true),
  read: (source, people, message) => whatsAppMessage({ source, people, message, echo: true })
}

/** Fields that report people and messages, with their lists in reading order. */
const listsOf: ReadonlyMap<string, ReadonlyArray<ReportedList>> = new Map([
  [
    "messages",
    [
      {
        name: "messages",
        names: (item) => peerIds(item, false),
        read: (source, people, message) => whatsAppMessage({ source, people, message, echo: false })
      },
      { name: "statuses", names: recipientIds, read: whatsAppStatus },
      { name: "errors", names: null, read: accountProblem }
    ]
  ],
  [
    "calls",
    [
      { name: "calls", names: callPeerIds, read: whatsAppCall },
      { name: "statuses", names: null, read: callStatus },
      { name: "errors", names: null, read: accountProblem }
    ]
  ],
  ["smb_message_echoes", [sentFromPhone]],
  ["message_echoes", [sentFromPhone]],
  ["history", historyLists],
  ["smb_app_state_sync", addressBookLists],
  ["user_preferences", [{ name: "user_preferences", names: personIds, read: userPreference }]],
  ["user_id_update", [{ name: "user_id_update", names: personIds, read: userIdUpdate }]]
])

/** The reason for ignoring a field without a message of a person. */
const reasonFor = (field: string): string =>
  field.startsWith("group_") ? "groups are not supported" : "not about people or messages"

/** The number in the examples of the platform's dashboard. No business has it. */
const testNumberId = "123456123"

/** The reader of a field whose value is one item; undefined for fields whose value has lists of items. */
const valueReaderOf = (field: string): ((source: Source, value: Schema.JsonObject) => Items) | undefined => {
  if (templateFields.has(field)) return whatsAppTemplate
  if (field === handoverField) return whatsAppHandovers
  return accountFields.has(field) ? whatsAppAccount : undefined
}

/** The source with its account. Fails for a report that names no number. */
const ofKnownAccount = (source: Source): Result.Result<AccountSource, string> =>
  Result.map(required(source.accountExternalId, "the phone number is missing"), (accountExternalId) => ({
    ...source,
    channel: "whatsapp",
    accountExternalId
  }))

const readList = (
  source: Source,
  value: Schema.JsonObject,
  people: WhatsAppPeople,
  { name, read }: ReportedList
): ReadonlyArray<Inbound> => {
  const list = valueAt(value, name)
  if (!isList(list)) return orUnreadable(source, value, unreadable(`${name} is no list`))
  return list.flatMap((item) => {
    const items = Result.flatMap(ofKnownAccount(source), (known) =>
      isObject(item) ? read(known, people, item) : unreadable(`an item of ${name} is no object`)
    )
    return orUnreadable(source, item, items, valueAt(item, "timestamp"))
  })
}

/** Reads the lists of a report; each item is read separately. */
const readLists = (
  source: Source,
  value: Schema.JsonObject,
  lists: ReadonlyArray<ReportedList>,
  change: Schema.Json
): ReadonlyArray<Inbound> => {
  const present = lists.filter(({ name }) => holds(value, name))
  // Contacts are matched over all lists: a batch may have a message of one person and a status of another.
  const people = whatsAppPeople(value, () =>
    present.flatMap(({ name, names }) => (names === null ? [] : listAt(value, name).map(names)))
  )
  return present.length === 0
    ? [ignored(source, "a report without items", change)]
    : present.flatMap((list) => readList(source, value, people, list))
}

/** Reads a change of a WhatsApp Business Account; each item is read separately. */
export const whatsAppChange = (source: Source, change: Schema.Json): ReadonlyArray<Inbound> => {
  const value = objectAt(change, "value")
  const metadata = objectAt(value, "metadata") ?? objectAt(objectAt(value, "standby"), "metadata")
  const ofNumber = { ...source, accountExternalId: idAt(metadata, "phone_number_id") }
  if (ofNumber.accountExternalId === testNumberId) return [testDelivered(ofNumber, change)]
  const lists = listsOf.get(source.field)
  const readValue = valueReaderOf(source.field)
  const split = value === undefined || readValue !== undefined ? null : splitStandby(source.field, value)
  if (split !== null) {
    const beside = (lists ?? []).filter(({ name }) => holds(split.rest, name))
    return [
      ...(beside.length === 0 ? [] : readLists(ofNumber, split.rest, beside, change)),
      ...readLists(ofNumber, split.standby, standbyLists, change)
    ]
  }
  if (lists === undefined && readValue === undefined) {
    return [
      isDocumentedField(source.field)
        ? ignored(ofNumber, reasonFor(source.field), change)
        : fieldUnknown(ofNumber, change)
    ]
  }
  if (value === undefined) return orUnreadable(source, change, unreadable("a change without a value"))
  if (readValue !== undefined) return orUnreadable(source, change, readValue(source, value))
  return readLists(ofNumber, value, lists ?? [], change)
}
