import { Context, Effect, Layer, Option, Ref, Schema } from "effect"
import type { Channel } from "../src/domain/conversations/Channel.ts"
import type { EmulatorSeed, SeededPhoneNumber } from "./EmulatorSeed.ts"
import { type Inbox, type Sender, sendersOf } from "./messenger/Sender.ts"
import { newestOf } from "./person/Windows.ts"
import { savedPart, SavedState } from "./SavedState.ts"

/** A phone number as bare digits, however it was written. */
export const digitsOf = (text: string): string => text.replaceAll(/\D/g, "")

/** The id that stands for whatever the token belongs to. */
export const me = "me"

/** An account of the seed. */
export interface Account {
  readonly channel: Channel
  readonly id: string
  /** The number as people read it, the name of the Page, or the username. */
  readonly name: string
  /** Of a number; null on the other channels. */
  readonly businessAccountId: string | null
}

const accountsOf = ({ instagramAccounts = [], pages = [], phoneNumbers }: EmulatorSeed): ReadonlyArray<Account> => [
  ...phoneNumbers.map(({ displayPhoneNumber, id, wabaId }) => ({
    channel: "whatsapp" as const,
    id,
    name: displayPhoneNumber,
    businessAccountId: wabaId
  })),
  ...pages.map(({ id, name }) => ({ channel: "messenger" as const, id, name, businessAccountId: null })),
  ...instagramAccounts.map(({ id, username }) => ({
    channel: "instagram" as const,
    id,
    name: username,
    businessAccountId: null
  }))
]

/** What the emulated platform knows: who may do what, and who the people are. */
export class EmulatorState extends Context.Service<
  EmulatorState,
  {
    /** The accounts of the seed. */
    readonly accounts: ReadonlyArray<Account>
    isToken(token: string): boolean
    /** Whether the id is that of an account of the seed, of whatever kind, and so of no person. */
    isAccount(id: string): boolean
    /** The number, when the token may send from it. */
    phoneNumber(id: string, token: string): Option.Option<SeededPhoneNumber>
    /** The Page or Instagram account of an id, or of the token for `me`. Whether the token may act for it is not asked. */
    sender(id: string, token: Option.Option<string>): Option.Option<Sender>
    /** Whether the id is that of a business account, and the token may manage it. */
    manages(token: string, wabaId: string): boolean
    /** The number behind this id, or none. Permission to send from it is not checked. */
    numberOf(id: string | undefined): Option.Option<SeededPhoneNumber>
    /** The same of a Page or an Instagram account. */
    inboxOf(channel: Inbox["channel"], id: string | undefined): Option.Option<Inbox>
    /** Digits of the recipient's number, mapped to the digits that the person is known by. */
    waIdOf(phone: string): Effect.Effect<string>
    setWaId(phone: string, waId: string): Effect.Effect<void>
  }
>()("emulator/EmulatorState") {}

const first = <A extends { readonly id: string }>(all: ReadonlyArray<A>, id: string | undefined): Option.Option<A> =>
  Option.fromUndefinedOr(id === undefined ? all[0] : all.find((one) => one.id === id))

/** Pages and Instagram accounts in the order of the seed, from each channel's first on. */
const inboxesOf = (seed: EmulatorSeed, channel: Inbox["channel"]): ReadonlyArray<Inbox> => {
  const inboxes = sendersOf(seed).flatMap((sender) => sender.inboxes)
  const ids = (channel === "messenger" ? seed.pages : seed.instagramAccounts) ?? []
  return ids.flatMap(({ id }) => inboxes.find((inbox) => inbox.channel === channel && inbox.id === id) ?? [])
}

const waIdsPart = savedPart("waIds", Schema.ReadonlyMap(Schema.String, Schema.String))

/** How many people may have another `wa_id`; those who got it first lose it first. */
const maxWaIds = 10_000

export const layer = (seed: EmulatorSeed): Layer.Layer<EmulatorState> =>
  Layer.effect(
    EmulatorState,
    Effect.gen(function* () {
      const waIds = yield* (yield* SavedState).ref<ReadonlyMap<string, string>>(
        waIdsPart,
        new Map(Object.entries(seed.waIds ?? {}).map(([phone, waId]) => [digitsOf(phone), digitsOf(waId)]))
      )
      const senders = sendersOf(seed)
      const inboxes = { messenger: inboxesOf(seed, "messenger"), instagram: inboxesOf(seed, "instagram") }
      const accounts = [...seed.phoneNumbers, ...(seed.pages ?? []), ...(seed.instagramAccounts ?? [])]
      const tokens = new Set(accounts.map(({ accessToken }) => accessToken))
      const ids = new Set<string | undefined>([
        ...accounts.map(({ id }) => id),
        ...(seed.instagramAccounts ?? []).map(({ loginId }) => loginId),
        ...seed.phoneNumbers.map(({ wabaId }) => wabaId)
      ])
      const held = (token: string) => seed.phoneNumbers.filter(({ accessToken }) => accessToken === token)
      return EmulatorState.of({
        accounts: accountsOf(seed),
        isToken: (token) => tokens.has(token),
        isAccount: (id) => ids.has(id),
        phoneNumber: (id, token) => Option.fromUndefinedOr(held(token).find((number) => number.id === id)),
        sender: (id, token) =>
          Option.fromUndefinedOr(
            senders.find((sender) =>
              id === me ? Option.exists(token, (given) => sender.tokens.includes(given)) : sender.id === id
            )
          ),
        manages: (token, wabaId) => held(token).some((number) => number.wabaId === wabaId),
        numberOf: (id) => first(seed.phoneNumbers, id),
        inboxOf: (channel, id) => first(inboxes[channel], id),
        waIdOf: (phone) => Effect.map(Ref.get(waIds), (known) => known.get(phone) ?? phone),
        setWaId: (phone, waId) =>
          Ref.update(waIds, (known) => newestOf(new Map(known).set(digitsOf(phone), digitsOf(waId)), maxWaIds))
      })
    })
  )
