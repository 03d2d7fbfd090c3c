import type { State } from "../../src/adapters/memory/State.ts"
import type { OrganizationId } from "../../src/domain/Ids.ts"
import type { Business } from "./Cast.ts"
import type { Broken } from "./invariants.ts"
import type { AcceptedMessage } from "./platformReports.ts"

/** Counts by the text of their key, without those of 0 messages. */
type Counts = Map<string, number>

const add = (counts: Counts, key: string, messages = 1): void => {
  const sum = (counts.get(key) ?? 0) + messages
  if (sum === 0) counts.delete(key)
  else counts.set(key, sum)
}

/** Differences between two counts. */
const differences = (rule: string, actual: Counts, expected: Counts): ReadonlyArray<Broken> =>
  [...new Set([...actual.keys(), ...expected.keys()])].flatMap((key): ReadonlyArray<Broken> => {
    const [one, other] = [actual.get(key) ?? 0, expected.get(key) ?? 0]
    return one === other ? [] : [[rule, `${key}: ${one} instead of ${other}`]]
  })

const isBillable = ({ billable, type }: { readonly billable?: boolean; readonly type?: string }): boolean =>
  billable ?? type === "regular"

/** The rule of priced messages at any time: the stored counts equal a recount of the messages. */
export const countInvariants = ({ messageCounts, messages }: State): ReadonlyArray<Broken> => {
  const stored: Counts = new Map()
  for (const { billable, campaignId, category, channelAccountId, country, day, messages: count } of messageCounts) {
    add(stored, `${day} ${channelAccountId} ${category} ${country} ${billable} ${campaignId}`, count)
  }
  const counted: Counts = new Map()
  for (const { annotations, channelAccountId, createdAt, status } of messages) {
    const { campaign, pricing } = annotations
    if (pricing === undefined || status === "failed") continue
    const { country = "unknown", value } = pricing
    const day = new Date(createdAt.epochMilliseconds).toISOString().slice(0, 10)
    const rest = `${value.category ?? "unknown"} ${country} ${isBillable(value)} ${campaign?.id ?? null}`
    add(counted, `${day} ${channelAccountId} ${rest}`)
  }
  return differences("Counts of messages equal a recount", stored, counted)
}

/** The rule of priced messages at the end: the counts equal those of the prices that the platform reported last. */
export const reportedCountInvariants = (
  state: State,
  accepted: ReadonlyArray<AcceptedMessage>,
  organizationOf: (business: Business) => OrganizationId
): ReadonlyArray<Broken> => {
  const accounts = new Map(state.channelAccounts.map(({ account }) => [account.id, account.externalId]))
  const stored: Counts = new Map()
  for (const { billable, category, channelAccountId, country, messages, organizationId } of state.messageCounts) {
    add(stored, `${organizationId} ${accounts.get(channelAccountId)} ${category} ${country} ${billable}`, messages)
  }
  const reported: Counts = new Map()
  for (const { person, price, status } of accepted) {
    if (price === null || status === "failed") continue
    const { business, country } = person
    const account = `${organizationOf(business)} ${business.accounts[person.channel]}`
    add(reported, `${account} ${price.category ?? "unknown"} ${country ?? "unknown"} ${isBillable(price)}`)
  }
  return differences("Counts of messages equal those of the platform", stored, reported)
}
