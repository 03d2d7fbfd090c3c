import { DateTime, Effect, Exit } from "effect"
import type { State } from "../../src/adapters/memory/State.ts"
import {
  cancelCampaign,
  createCampaign,
  pauseCampaign,
  resumeCampaign,
  startCampaign
} from "../../src/app/campaigns/campaigns.ts"
import { type CampaignRecipient, recipientStatus } from "../../src/domain/campaigns/CampaignRecipient.ts"
import type { CampaignId, OrganizationId } from "../../src/domain/Ids.ts"
import type { Callers } from "./Callers.ts"
import type { Business } from "./Cast.ts"
import type { Broken } from "./invariants.ts"
import type { Machine } from "./Machine.ts"
import type { AcceptedMessage } from "./platformReports.ts"

/** A campaign that the service acknowledged. */
export interface StartedCampaign {
  readonly business: Business
  readonly organizationId: OrganizationId
  readonly id: CampaignId
  /** The name of its template. */
  readonly name: string
}

const actions = { pause: pauseCampaign, resume: resumeCampaign, cancel: cancelCampaign }

/** Callers that start campaigns and act on them. */
export class SimulatedCampaigns {
  readonly started: Array<StartedCampaign> = []
  readonly #names = new Set<string>()
  readonly #arrived = new Set<string>()
  readonly #machine: Machine
  readonly #callers: Callers
  readonly #organizationOf: (business: Business) => OrganizationId

  constructor(machine: Machine, callers: Callers, organizationOf: (business: Business) => OrganizationId) {
    this.#machine = machine
    this.#callers = callers
    this.#organizationOf = organizationOf
  }

  /** Starts a campaign to all contacts, which begins after the seconds; at once with 0. */
  start(business: Business, name: string, seconds: number): void {
    this.#names.add(name)
    const organizationId = this.#organizationOf(business)
    const fields = {
      name,
      from: null,
      template: { name, languageCode: "en_US", components: null },
      audience: { _tag: "Contacts", tags: [], attributes: {}, search: null, contactIds: null },
      values: { "1": { field: "name", fallback: "there" } },
      sendAt: seconds === 0 ? null : DateTime.makeUnsafe(this.#machine.now + seconds * 1_000),
      pace: 2,
      stopOn: ["reply"]
    } as const
    this.#callers.call(createCampaign(organizationId, fields), (created) => {
      if (created === null || Exit.isFailure(created)) return
      const { id } = created.value
      this.started.push({ business, organizationId, id, name })
      this.#callers.call(startCampaign(organizationId, id), () => undefined)
    })
  }

  /** Acts on the last campaign of the business. */
  act(business: Business, action: keyof typeof actions): void {
    const last = this.started.findLast((one) => one.business === business)
    if (last !== undefined) this.#callers.call(actions[action](last.organizationId, last.id), () => undefined)
  }

  /** Resumes the paused campaigns. */
  resumeAll({ campaigns }: State): void {
    for (const { campaign } of campaigns) {
      if (campaign.status !== "paused") continue
      this.#callers.insist(Effect.exit(resumeCampaign(campaign.organizationId, campaign.id)), () => undefined)
    }
  }

  /** The rule of a message of a campaign that the platform accepts. */
  accepted({ person, text }: AcceptedMessage): ReadonlyArray<Broken> {
    if (!this.#names.has(text)) return []
    const key = `${text} to ${person.name}`
    if (this.#arrived.has(key)) return [["A campaign reaches each person once", key]]
    this.#arrived.add(key)
    return []
  }
}

const isUncertain = ({ failure }: CampaignRecipient): boolean => failure?.reason === "PlatformOutcomeUnknown"

/** Describes a contradiction to the stored state of a recipient; null without one. */
const contradiction = (recipient: CampaignRecipient, hasArrived: boolean, isFinished: boolean): string | null => {
  const status = recipientStatus(recipient)
  if (status === "left_out") return hasArrived ? `left out as ${recipient.leftOut}, but it arrived` : null
  if (status === "queued" || status === "sending") {
    if (isFinished) return `${status}, although the campaign is finished`
    return hasArrived ? `${status}, but it arrived` : null
  }
  const isSent = recipient.sentAt !== null
  return isSent === hasArrived || isUncertain(recipient) ? null : `${status}, but arrived: ${hasArrived}`
}

/** Rules of campaigns at the end: no contact is lost, and each recipient has the outcome that they saw. */
export const campaignInvariants = (
  { campaignRecipients, campaigns, contacts }: State,
  started: ReadonlyArray<StartedCampaign>,
  accepted: ReadonlyArray<AcceptedMessage>,
  clockAhead: number
): ReadonlyArray<Broken> =>
  started.flatMap(({ business, id, name, organizationId }): ReadonlyArray<Broken> => {
    const stored = campaigns.find(({ campaign }) => campaign.id === id)?.campaign
    if (stored === undefined) return [["A campaign stays", name]]
    const own = campaignRecipients.flatMap(({ recipient }) => (recipient.campaignId === id ? [recipient] : []))
    const arrived = accepted.filter((one) => one.text === name && one.person.business === business)
    const numbers = new Set(arrived.map(({ to }) => to))
    const broken = own.flatMap((recipient): ReadonlyArray<Broken> => {
      const hasArrived = numbers.has(recipient.to.replace(/^\+/, ""))
      const contradicts = contradiction(recipient, hasArrived, stored.status === "finished")
      return contradicts === null ? [] : [["A recipient has the outcome that they saw", `${name}: ${contradicts}`]]
    })
    if (stored.status !== "finished" || stored.startedAt === null) return broken
    const latest = stored.startedAt.epochMilliseconds - 2 * clockAhead - 120_000
    const known = new Set(own.map(({ contactId }) => contactId))
    const lost = contacts.filter(
      (contact) =>
        contact.organizationId === organizationId &&
        contact.createdAt.epochMilliseconds < latest &&
        !known.has(contact.id)
    )
    return [...broken, ...lost.map((contact): Broken => ["A campaign loses no contact", `${name}: ${contact.id}`])]
  })
