import { Context, Effect, Layer, Option, Ref } from "effect"
import type { TemplateDefinition } from "../../domain/Template.ts"
import type { EmulatorSeed, SeededPhoneNumber } from "./EmulatorSeed.ts"

/** A phone number as bare digits, however it was written. */
export const digitsOf = (text: string): string => text.replaceAll(/\D/g, "")

/** What the emulated platform knows: who may do what, and who the people are. */
export class EmulatorState extends Context.Service<
  EmulatorState,
  {
    isToken(token: string): boolean
    /** The number, when the token may send from it. */
    phoneNumber(id: string, token: string): Option.Option<SeededPhoneNumber>
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
      const held = (token: string) => seed.phoneNumbers.filter(({ accessToken }) => accessToken === token)
      return EmulatorState.of({
        isToken: (token) => held(token).length > 0,
        phoneNumber: (id, token) => Option.fromUndefinedOr(held(token).find((number) => number.id === id)),
        templates: (wabaId, token) =>
          held(token).some((number) => number.wabaId === wabaId)
            ? Option.some(seed.templates[wabaId] ?? [])
            : Option.none(),
        waIdOf: (phone) => Effect.map(Ref.get(waIds), (known) => known.get(phone) ?? phone),
        setWaId: (phone, waId) => Ref.update(waIds, (known) => new Map(known).set(digitsOf(phone), digitsOf(waId)))
      })
    })
  )
