import { type Brand, Schema } from "effect"
import type { PhoneNumber } from "./PhoneNumber.ts"

/**
 * WhatsApp's business-scoped user id of a person (platforms P5): the code of a country, a point, letters and digits. The
 * id that several linked businesses share has `ENT.` after the point. No phone number has this form.
 */
export const WhatsAppUserId = Schema.String.check(Schema.isPattern(/^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/)).pipe(
  Schema.brand("WhatsAppUserId")
)
export type WhatsAppUserId = string & Brand.Brand<"WhatsAppUserId">

/** Checks the form only. Whether such a person exists is known to WhatsApp. */
export const isWhatsAppUserId = Schema.is(WhatsAppUserId)

/** The recipient of a WhatsApp message: a number, or a person whose number may be unknown. */
export type WhatsAppRecipient = PhoneNumber | WhatsAppUserId
