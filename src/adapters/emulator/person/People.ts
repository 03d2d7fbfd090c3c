import { Context, Effect, Layer, Random, Ref } from "effect"
import { newestOf } from "./newestOf.ts"

/** By how many ids people are remembered; those met least recently are forgotten first. */
export const maxIds = 10_000

/** A person of WhatsApp as one business knows her. */
export interface Person {
  /** Digits; null while the business only knows her business-scoped user id. */
  readonly waId: string | null
  readonly userId: string | null
  /** Her profile's; null while nobody told it. */
  readonly name: string | null
  readonly username: string | null
}

/** What is told of a person, one of the ids at least. */
export type Told = { readonly [Part in keyof Person]?: Person[Part] | undefined }

/** The people of WhatsApp. Those of Messenger and Instagram have one id and no name in what is reported of them. */
export class People extends Context.Service<
  People,
  {
    /**
     * The person whom the business knows by either id, with what is told now added to what was known: a new id takes the
     * place of the one she had. Ids of two people make one of them.
     */
    meet(businessId: string, told: Told): Effect.Effect<Person>
    /** Replaces one id of the person, whom the business may not have met before, by others that are told. */
    rename(businessId: string, former: string, told: Told): Effect.Effect<Person>
  }
>()("emulator/People") {}

/** By business and id; a person is there under each of her ids. The order is that of the last meeting. */
type Known = ReadonlyMap<string, Person>

const keyOf = (businessId: string, id: string): string => `${businessId} ${id}`

const idsOf = ({ userId, waId }: Told): ReadonlyArray<string> =>
  [waId, userId].filter((id) => id !== null && id !== undefined)

const nobody: Person = { waId: null, userId: null, name: null, username: null }

const addTo = (person: Person, { name, userId, username, waId }: Told): Person => ({
  waId: waId ?? person.waId,
  userId: userId ?? person.userId,
  name: name ?? person.name,
  username: username ?? person.username
})

const enter = (known: Known, businessId: string, ids: ReadonlyArray<string>, told: Told): readonly [Person, Known] => {
  const found = ids.flatMap((id) => known.get(keyOf(businessId, id)) ?? [])
  const person = addTo(found.reduceRight(addTo, nobody), told)
  const next = new Map(known)
  for (const id of [...ids, ...found.flatMap(idsOf)]) next.delete(keyOf(businessId, id))
  for (const id of idsOf(person)) next.set(keyOf(businessId, id), person)
  return [person, newestOf(next, maxIds)]
}

export const layer: Layer.Layer<People> = Layer.effect(
  People,
  Effect.map(Ref.make<Known>(new Map()), (known) =>
    People.of({
      meet: (businessId, told) => Ref.modify(known, (all) => enter(all, businessId, idsOf(told), told)),
      rename: (businessId, former, told) =>
        Ref.modify(known, (all) => enter(all, businessId, [former, ...idsOf(told)], told))
    })
  )
)

/** An id as the platform would give it to somebody of the United States. */
export const newUserId: Effect.Effect<string> = Effect.map(
  Random.nextIntBetween(1_000_000_000_000_000, 9_000_000_000_000_000),
  (number) => `US.${number}`
)
