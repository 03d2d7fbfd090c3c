import { Effect, Option, Result } from "effect"
import { CampaignRefused, maxTestRecipients } from "../../domain/campaigns/Campaign.ts"
import { messageFor } from "../../domain/campaigns/campaignMessage.ts"
import type { CampaignId, MessageId, OrganizationId, PlatformMessageId } from "../../domain/Ids.ts"
import { CampaignStore } from "../../ports/campaigns/CampaignStore.ts"
import { ContactStore } from "../../ports/contacts/ContactStore.ts"
import { spanned } from "../../telemetry/spanned.ts"
import { readRecipient } from "../contacts/readPhoneNumber.ts"
import { detailOf } from "../sends/pendingSends.ts"
import { sendWhatsApp } from "../sends/sendWhatsApp.ts"
import { getCampaign } from "./campaigns.ts"

/** The result of a test send to one recipient. */
export type CampaignTest =
  | {
      readonly to: string
      readonly status: "sent"
      readonly messageId: MessageId
      readonly platformMessageId: PlatformMessageId
    }
  /** `reason` is the `_tag` of the failure; `ValueMissing` for a value without text and fallback. */
  | { readonly to: string; readonly status: "failed"; readonly reason: string; readonly detail: string }

/**
 * Sends the message of a campaign to some recipients, without counting them. Values are those of the recipient's contact, and of
 * the first row of a file.
 */
export const testCampaign = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  id: CampaignId,
  recipients: ReadonlyArray<string>
) {
  if (recipients.length === 0 || recipients.length > maxTestRecipients) {
    const detail = `Expected 1 to ${maxTestRecipients} recipients`
    return yield* new CampaignRefused({ field: "recipients", detail })
  }
  const campaign = yield* getCampaign(organizationId, id)
  const { findByIdentity } = yield* ContactStore
  const [row] = yield* (yield* CampaignStore).recipients(organizationId, id, { status: null, after: 0, limit: 1 })
  const test = Effect.fnUntraced(function* (to: string) {
    const { identity } = yield* readRecipient(organizationId, to)
    const contact = Option.getOrNull(yield* findByIdentity(organizationId, identity))
    const message = messageFor(campaign, { to, name: "", columns: row?.columns ?? {}, contact })
    if (Result.isFailure(message)) {
      const { value } = message.failure
      return { to, status: "failed", reason: "ValueMissing", detail: `{{${value}}} has no text` } satisfies CampaignTest
    }
    const sent = yield* sendWhatsApp(organizationId, to, message.success, campaign.from)
    const { messageId, platformMessageId } = sent
    return { to, status: "sent", messageId, platformMessageId } satisfies CampaignTest
  })
  return yield* Effect.forEach(recipients, (to) =>
    Effect.catch(test(to), (failure) =>
      Effect.succeed<CampaignTest>({ to, status: "failed", reason: failure._tag, detail: detailOf(failure) })
    )
  )
}, spanned("testCampaign"))
