import type { Schema } from "effect"
import type { SeededPhoneNumber } from "../EmulatorSeed.ts"
import type { NodeType } from "../graph/fields.ts"

/** The business that all numbers belong to. */
const businessName = "Emulated Business"

/** A business number of WhatsApp, as it is read. */
export const describeNumber = ({ displayPhoneNumber, id }: SeededPhoneNumber): Schema.JsonObject => ({
  verified_name: businessName,
  code_verification_status: "VERIFIED",
  display_phone_number: displayPhoneNumber,
  quality_rating: "GREEN",
  platform_type: "CLOUD_API",
  throughput: { level: "STANDARD" },
  account_mode: "LIVE",
  is_official_business_account: false,
  messaging_limit_tier: "TIER_1K",
  name_status: "APPROVED",
  status: "CONNECTED",
  id
})

export const numberType: NodeType = {
  name: "WhatsAppBusinessPhoneNumber",
  defaultFields: [
    "verified_name",
    "code_verification_status",
    "display_phone_number",
    "quality_rating",
    "platform_type",
    "throughput",
    "id"
  ],
  knownFields: new Set([
    "account_mode",
    "certificate",
    "code_verification_status",
    "display_phone_number",
    "id",
    "is_official_business_account",
    "is_pin_enabled",
    "messaging_limit_tier",
    "name_status",
    "new_name_status",
    "platform_type",
    "quality_rating",
    "quality_score",
    "status",
    "throughput",
    "username",
    "verified_name",
    "webhook_configuration"
  ])
}

/** A WhatsApp Business Account, as it is read. */
export const describeWaba = (id: string): Schema.JsonObject => ({
  id,
  name: businessName,
  timezone_id: "1",
  message_template_namespace: "ba30dd89_2ebd_41e4_b805_f2c05ae04cc9",
  currency: "USD",
  account_review_status: "APPROVED",
  business_verification_status: "verified",
  country: "US",
  ownership_type: "SELF"
})

export const wabaType: NodeType = {
  name: "WhatsAppBusinessAccount",
  defaultFields: ["id", "name", "timezone_id", "message_template_namespace"],
  knownFields: new Set([
    "account_review_status",
    "business_verification_status",
    "country",
    "currency",
    "health_status",
    "id",
    "message_template_namespace",
    "name",
    "on_behalf_of_business_info",
    "owner_business_info",
    "ownership_type",
    "primary_funding_id",
    "status",
    "timezone_id"
  ])
}
