import type { Channel } from "../../src/domain/conversations/Channel.ts"

/** A business: an organization with an account on each channel and a receiver of its events. */
export interface Business {
  readonly index: number
  readonly name: string
  readonly email: string
  /** Ids of its accounts at the platform. */
  readonly accounts: Readonly<Record<Channel, string>>
  readonly businessAccountId: string
  readonly displayNumber: string
  readonly url: string
}

/** A person who writes to one business on one channel. */
export interface Person {
  readonly index: number
  readonly name: string
  readonly business: Business
  readonly channel: Channel
  /** Digits of the number, or the id that the platform has for the person on this account. */
  readonly id: string
  /** The number after a change of number. */
  readonly laterId: string
  /** The country of both numbers, ISO 3166-1 alpha-2; null on other channels. */
  readonly country: string | null
}

/** The businesses and people outside of the service. */
export interface Cast {
  readonly businesses: ReadonlyArray<Business>
  readonly people: ReadonlyArray<Person>
}

/** Members of each business beside its owner, who take conversations. */
export const membersOfBusiness = 2

/** The subject of a member at the identity provider, which is their user id. */
export const memberSubject = ({ index }: Business, member: number): string =>
  `0198c3f2-6f1e-7c3a-9d52-0000000${index}${String(member).padStart(4, "0")}`

const channels = ["whatsapp", "messenger", "whatsapp", "instagram"] as const

const businessOf = (index: number): Business => ({
  index,
  name: `Business ${index}`,
  email: `owner${index}@example.com`,
  accounts: {
    whatsapp: `10000000000000${index}`,
    messenger: `20000000000000${index}`,
    instagram: `30000000000000${index}`
  },
  businessAccountId: `40000000000000${index}`,
  displayNumber: `1555078${String(3_000 + index)}`,
  url: `https://business${index}.example.com/hook`
})

/** The cast with these numbers of businesses and people. Person i belongs to business i modulo the number. */
export const castOf = (businesses: number, people: number): Cast => {
  const all = Array.from({ length: businesses }, (_, index) => businessOf(index))
  return {
    businesses: all,
    people: Array.from({ length: people }).flatMap((_, index) => {
      const business = all[index % businesses]
      if (business === undefined) return []
      const channel = channels[Math.floor(index / businesses) % channels.length] ?? "whatsapp"
      // People of two businesses have the same numbers, so that tenants could be confused.
      const digits = String(Math.floor(index / businesses)).padStart(7, "0")
      const isNumber = channel === "whatsapp"
      const [country, mobile] = Math.floor(index / businesses) % 8 < 4 ? ["DE", "4915"] : ["AT", "43660"]
      return [
        {
          index,
          name: `Person ${index}`,
          business,
          channel,
          id: isNumber ? `${mobile}1${digits}1` : `7${digits}`,
          laterId: isNumber ? `${mobile}0${digits}1` : `7${digits}`,
          country: isNumber ? country : null
        }
      ]
    })
  }
}
