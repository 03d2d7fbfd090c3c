import { Context, Effect, Layer, Option, Ref } from "effect"
import type { TemplateDefinition } from "../../domain/Template.ts"
import type { EmulatorSeed, SeededPhoneNumber } from "./EmulatorSeed.ts"
import { type Sender, sendersOf } from "./messenger/Sender.ts"

/** A phone number as bare digits, however it was written. */
export const digitsOf = (text: string): string => text.replaceAll(/\D/g, "")

/** The id that stands for whatever the token belongs to. */
export const me = "me"

/** What the emulated platform knows: who may do what, and who the people are. */
export class EmulatorState extends Context.Service<
  EmulatorState,
  {
    isToken(token: string): boolean
    /** Whether the id is that of an account of the seed, of whatever kind, and so of no person. */
    isAccount(id: string): boolean
    /** The number, when the token may send from it. */
    phoneNumber(id: string, token: string): Option.Option<SeededPhoneNumber>
    /** The Page or Instagram account of an id, or of the token for `me`. Whether the token may act for it is not asked. */
    sender(id: string, token: Option.Option<string>): Option.Option<Sender>
    /** The templates of a business account, when the token may see them. */
    templates(wabaId: string, token: string): Option.Option<ReadonlyArray<TemplateDefinition>>
    /** Digits of the number that was written to, digits of the person who has it. */
    waIdOf(phone: string): Effect.Effect<string>
    setWaId(phone: string, waId: string): Effect.Effect<void>
  }
>()("emulator/EmulatorState") {}

export const layer = (seed: EmulatorSeed): Layer.Layer<EmulatorState> =>
  Layer.effect(
    EmulatorState,
    Effect.gen(function* () {
      const waIds = yield* Ref.make<ReadonlyMap<string, string>>(
        new Map(Object.entries(seed.waIds ?? {}).map(([phone, waId]) => [digitsOf(phone), digitsOf(waId)]))
      )
      const senders = sendersOf(seed)
      const accounts = [...seed.phoneNumbers, ...(seed.pages ?? []), ...(seed.instagramAccounts ?? [])]
      const tokens = new Set(accounts.map(({ accessToken }) => accessToken))
      const ids = new Set([...accounts.map(({ id }) => id), ...seed.phoneNumbers.map(({ wabaId }) => wabaId)])
      const held = (token: string) => seed.phoneNumbers.filter(({ accessToken }) => accessToken === token)
      return EmulatorState.of({
        isToken: (token) => tokens.has(token),
        isAccount: (id) => ids.has(id),
        phoneNumber: (id, token) => Option.fromUndefinedOr(held(token).find((number) => number.id === id)),
        sender: (id, token) =>
          Option.fromUndefinedOr(
            senders.find((sender) =>
              id === me ? Option.exists(token, (given) => sender.tokens.includes(given)) : sender.id === id
            )
          ),
        templates: (wabaId, token) =>
          held(token).some((number) => number.wabaId === wabaId)
            ? Option.some(seed.templates[wabaId] ?? [])
            : Option.none(),
        waIdOf: (phone) => Effect.map(Ref.get(waIds), (known) => known.get(phone) ?? phone),
        setWaId: (phone, waId) => Ref.update(waIds, (known) => new Map(known).set(digitsOf(phone), digitsOf(waId)))
      })
    })
  )
