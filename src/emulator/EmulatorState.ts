import { Context, Effect, Layer, Option, Ref } from "effect"
import type { TemplateDefinition } from "../domain/template/Template.ts"
import type { EmulatorSeed, SeededPhoneNumber } from "./EmulatorSeed.ts"
import { type Inbox, type Sender, sendersOf } from "./messenger/Sender.ts"

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
    /** The number behind this id, or none. Permission to send from it is not checked. */
    numberOf(id: string | undefined): Option.Option<SeededPhoneNumber>
    /** The same of a Page or an Instagram account. */
    inboxOf(channel: Inbox["channel"], id: string | undefined): Option.Option<Inbox>
    /** Changes a template of a business account, when there is such a one; gives it as it is from then on. */
    changeTemplate(
      wabaId: string,
      key: Pick<TemplateDefinition, "name" | "language">,
      change: (template: TemplateDefinition) => TemplateDefinition
    ): Effect.Effect<Option.Option<TemplateDefinition>>
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

export const layer = (seed: EmulatorSeed): Layer.Layer<EmulatorState> =>
  Layer.effect(
    EmulatorState,
    Effect.gen(function* () {
      const waIds = yield* Ref.make<ReadonlyMap<string, string>>(
        new Map(Object.entries(seed.waIds ?? {}).map(([phone, waId]) => [digitsOf(phone), digitsOf(waId)]))
      )
      const templates = yield* Ref.make(seed.templates)
      const senders = sendersOf(seed)
      const inboxes = { messenger: inboxesOf(seed, "messenger"), instagram: inboxesOf(seed, "instagram") }
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
            ? Option.some(Ref.getUnsafe(templates)[wabaId] ?? [])
            : Option.none(),
        numberOf: (id) => first(seed.phoneNumbers, id),
        inboxOf: (channel, id) => first(inboxes[channel], id),
        changeTemplate: (wabaId, { language, name }, change) =>
          Ref.modify(templates, (all) => {
            const ofBusiness = all[wabaId] ?? []
            const index = ofBusiness.findIndex((one) => one.name === name && one.language === language)
            const changed = Option.map(Option.fromUndefinedOr(ofBusiness[index]), change)
            return Option.match(changed, {
              onNone: () => [changed, all],
              onSome: (template) => [changed, { ...all, [wabaId]: ofBusiness.with(index, template) }]
            })
          }),
        waIdOf: (phone) => Effect.map(Ref.get(waIds), (known) => known.get(phone) ?? phone),
        setWaId: (phone, waId) => Ref.update(waIds, (known) => new Map(known).set(digitsOf(phone), digitsOf(waId)))
      })
    })
  )
