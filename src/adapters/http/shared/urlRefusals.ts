import { type WebhookUrlRefused, maxUrlLength } from "../../../domain/webhooks/Webhook.ts"

/** Error texts for rejected webhook URLs (contract C33). */
export const urlRefusals: Readonly<Record<WebhookUrlRefused["reason"], string>> = {
  "not a URL": "Webhook URL must use HTTPS",
  "not HTTPS": "Webhook URL must use HTTPS",
  "has credentials": "Webhook URL must not contain credentials",
  "too long": `Webhook URL must be at most ${maxUrlLength} characters`,
  "address not allowed": "Webhook URL must not lead to a private or reserved address"
}
