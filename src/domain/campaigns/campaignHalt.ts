import { type AccountChange, type AccountConcern, accountConcern } from "../inbound/AccountChange.ts"
import type { TemplateChange } from "../templates/Template.ts"
import type { CampaignPauseReason, CampaignTemplate } from "./Campaign.ts"

/** Why running campaigns stop. `template`: only those that send it; null for all that send from the account. */
export interface CampaignHalt {
  readonly reason: CampaignPauseReason
  readonly template: Pick<CampaignTemplate, "name" | "languageCode"> | null
}

/** Concerns of an account in which none of its campaigns may go on. */
const byConcern: Partial<Record<AccountConcern, CampaignPauseReason>> = {
  ban: "account_restricted",
  violation: "quality",
  restriction: "account_restricted",
  quality: "quality",
  offboarding: "account_disconnected"
}

/** Statuses of a template that the platform refuses to send. A `FLAGGED` one is still sent. */
const byStatus: ReadonlyMap<string, CampaignPauseReason> = new Map<string, CampaignPauseReason>([
  ["PAUSED", "template_paused"],
  ["DISABLED", "template_disabled"],
  ["REJECTED", "template_refused"],
  ["DELETED", "template_refused"],
  ["PENDING_DELETION", "template_refused"],
  ["ARCHIVED", "template_refused"]
])

const reasonOf = ({ quality, status }: TemplateChange): CampaignPauseReason | null => {
  const refused = byStatus.get(status?.toUpperCase() ?? "")
  return refused ?? (quality?.toUpperCase() === "RED" ? "quality" : null)
}

/**
 * The end of campaigns that follows from a reported change of an account or of a template; null if they go on (contract: Pauses
 * by reports of the platform). A report that does not name its template stops none: the next send is refused. The platform
 * writes languages with a hyphen in some reports.
 */
export const haltOf = (
  change: Pick<AccountChange, "what" | "values">,
  template: TemplateChange | null
): CampaignHalt | null => {
  if (template === null) {
    const reason = byConcern[accountConcern(change)]
    return reason === undefined ? null : { reason, template: null }
  }
  const { language, name } = template
  const reason = reasonOf(template)
  if (reason === null || name === null || language === null) return null
  return { reason, template: { name, languageCode: language.replaceAll("-", "_") } }
}
