import { Result, type Schema } from "effect"
import { idAt, objectAt, textAt } from "./PlatformJson.ts"
import { itemKey, type Items, required, type Source, timing } from "./Source.ts"

/** Fields for changes of a business account and its numbers (platforms P5). */
export const accountFields: ReadonlySet<string> = new Set([
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
export const whatsAppAccount = (source: Source, value: Schema.JsonObject): Items => {
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
