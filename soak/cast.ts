import type { Channel } from "../src/domain/conversations/Channel.ts"
import { below, type Draw } from "./draw.ts"

/** A number, Page or Instagram account. */
export interface Account {
  readonly channel: Channel
  /** The platform's id. */
  readonly id: string
  /** The WhatsApp Business Account; null on the other channels. */
  readonly wabaId: string | null
  readonly token: string
}

export interface Business {
  readonly name: string
  /** In the order in which they are connected: what is sent goes from the first of its channel. */
  readonly accounts: ReadonlyArray<Account>
}

/** A person who writes to several businesses, with another identity on each channel. */
export interface Person {
  readonly ordinal: number
  readonly name: string
  /** The number as businesses write it, and as the platform does. */
  readonly written: string
  readonly waId: string
  /** The later number. */
  readonly laterWaId: string
  /** The id on Messenger and Instagram. It is the same for all accounts, each of which has a scope of its own. */
  readonly id: string
}

/** How a person of WhatsApp is named in webhooks. */
export type Naming = "phone" | "moving" | "userId" | "both" | "renamed"

/** One person with one business on one channel, whose actions are sequential. */
export interface Lane {
  readonly key: string
  /** Null if the accounts are not connected. */
  readonly business: Business | null
  readonly channel: Channel
  readonly accounts: readonly [Account, ...ReadonlyArray<Account>]
  readonly person: Person
  readonly naming: Naming
}

const account = (channel: Channel, id: string, wabaId: string | null = null): Account => ({
  channel,
  id,
  wabaId,
  token: `EMU${id}`
})

const personal = (ordinal: number) => [
  account("messenger", `20000000000000${ordinal}`),
  account("instagram", `30000000000000${ordinal}`)
]

/** The first two share a WhatsApp Business Account, the third has two numbers. */
const shared = "400000000000001"
const numbers: ReadonlyArray<ReadonlyArray<readonly [id: string, wabaId: string]>> = [
  [["100000000000001", shared]],
  [["100000000000002", shared]],
  [
    ["100000000000003", "400000000000003"],
    ["100000000000004", "400000000000003"]
  ],
  [["100000000000005", "400000000000005"]],
  [["100000000000006", "400000000000006"]]
]

export const businesses: ReadonlyArray<Business> = numbers.map((own, ordinal) => ({
  name: `business ${ordinal + 1}`,
  accounts: [...own.map(([id, wabaId]) => account("whatsapp", id, wabaId)), ...personal(ordinal + 1)]
}))

/** The business whose WhatsApp token expires for a while, and the one that the platform says so of some sends. */
export const expiring = 4
export const doubted = 3
/** The business that attacks the service. */
export const hostile = 2
/** The person of those sends. */
export const doubtful = 5

/** Accounts that are not connected; the number belongs to the shared business account. */
export const unconnected: ReadonlyArray<Account> = [account("whatsapp", "100000000000009", shared), ...personal(9)]

const digits = (length: number, value: number): string => String(value).padStart(length, "0")

/**
 * The forms of a number: some countries have two in use (contract: Forms of one number are matched, never rewritten).
 */
const numberOf = (ordinal: number, part: string): Pick<Person, "waId" | "written"> => {
  switch (ordinal % 8) {
    case 0:
      return { written: `551198${part}`, waId: `55118${part}` }
    case 1:
      return { written: `52551${part}`, waId: `521551${part}` }
    case 2:
      return { written: `549112${part}`, waId: `54112${part}` }
    default:
      return { written: `1555${part}`, waId: `1555${part}` }
  }
}

const personOf = (ordinal: number): Person => ({
  ordinal,
  name: `Person ${ordinal}`,
  ...numberOf(ordinal, digits(7, 1_000_000 + ordinal)),
  laterWaId: `1555${digits(7, 2_000_000 + ordinal)}`,
  id: `5000000000${digits(4, ordinal)}`
})

/** Numbers that differ between the platform and the businesses. */
export const waIds = (people: ReadonlyArray<Person>): Readonly<Record<string, string>> =>
  Object.fromEntries(people.flatMap(({ waId, written }) => (waId === written ? [] : [[written, waId]])))

/** The business-scoped user id, and the later one. */
export const userIdOf = (wabaId: string, { ordinal }: Person): string => `US.${wabaId}${digits(4, ordinal)}`
export const laterUserIdOf = (wabaId: string, { ordinal }: Person): string => `US.9${wabaId}${digits(4, ordinal)}`

/** The profile name: the same everywhere on WhatsApp, and one for each account elsewhere. */
export const callsHerself = ({ business, channel, person: { name } }: Pick<Lane, "business" | "channel" | "person">) =>
  channel === "whatsapp" ? name : `${name} to ${business?.name ?? "nobody"}`

const namings: ReadonlyArray<Naming> = ["phone", "moving", "both", "userId", "renamed"]

/** How the person is identified. Ids under the shared business account do not change: all its businesses would be notified. */
const namingOf = ({ ordinal }: Person, [{ channel, wabaId }]: Lane["accounts"]): Naming => {
  const naming = channel === "whatsapp" ? (namings[ordinal % namings.length] ?? "phone") : "phone"
  if (wabaId !== shared) return naming
  return naming === "moving" ? "phone" : naming === "renamed" ? "both" : naming
}

const channels: ReadonlyArray<Channel> = ["whatsapp", "messenger", "instagram"]

const laneOf = (business: Business | null, channel: Channel, person: Person): ReadonlyArray<Lane> => {
  const [first, ...others] = (business?.accounts ?? unconnected).filter((one) => one.channel === channel)
  if (first === undefined) return []
  const accounts = [first, ...others] as const
  const key = `${business?.name ?? "nobody"}, ${channel}, ${person.name}`
  return [{ key, business, channel, accounts, person, naming: namingOf(person, accounts) }]
}

/** A number of people, each with conversations with some businesses; a few write to accounts that are not connected. */
export const castOf = (count: number, lanesEach: number, draw: Draw) => {
  const people = Array.from({ length: count }, (_, ordinal) => personOf(ordinal))
  const places = businesses.flatMap((business) => channels.map((channel) => ({ business, channel })))
  const lanes = people.flatMap((person) => {
    // A person of the business with the expired token writes to that business only.
    if (person.ordinal === doubtful) return laneOf(businesses[doubted] ?? null, "whatsapp", person)
    const start = below(draw, places.length)
    const steps = Array.from({ length: lanesEach }, (_, step) => places[(start + step * 4) % places.length])
    const strangers = person.ordinal % 10 === 5 ? laneOf(null, channels[person.ordinal % 3] ?? "whatsapp", person) : []
    return [...steps.flatMap((place) => (place ? laneOf(place.business, place.channel, person) : [])), ...strangers]
  })
  return { people, lanes }
}
