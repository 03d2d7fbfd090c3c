import { Context, Effect, Layer, Random, Ref, Schema } from "effect"
import { savedPart, SavedState } from "../SavedState.ts"
import { newestOf } from "./Windows.ts"

/** By how many ids people are remembered; those met least recently are forgotten first. */
export const maxIds = 10_000

/** A person of WhatsApp as one business knows her. */
const Person = Schema.Struct({
  /** Digits; null while the business only knows her business-scoped user id. */
  waId: Schema.NullOr(Schema.String),
  userId: Schema.NullOr(Schema.String),
  /** The name of the profile. Null while it is unknown. */
  name: Schema.NullOr(Schema.String),
  username: Schema.NullOr(Schema.String)
})
export type Person = typeof Person.Type

/** Reported facts about a person: at least one of the ids. */
export type PersonFacts = { readonly [Part in keyof Person]?: Person[Part] | undefined }

/** The people of WhatsApp. Reports of Messenger and Instagram carry one id and no name. */
export class People extends Context.Service<
  People,
  {
    /**
     * The person whom the business knows by either id, with the reported facts added to the known ones: a new id takes the
     * place of the one she had. Ids of two people make one of them.
     */
    resolve(businessId: string, facts: PersonFacts): Effect.Effect<Person>
    /** The ids of the person whom the business knows by this one; this one alone when the person is unknown. */
    idsOf(businessId: string, id: string): Effect.Effect<ReadonlyArray<string>>
    /** Replaces one id of the person by the reported ones. The person may be new to the business. */
    rename(businessId: string, former: string, facts: PersonFacts): Effect.Effect<Person>
  }
>()("emulator/People") {}

/** By business and id; a person is there under each of her ids. The order is that of the last report. */
type Known = ReadonlyMap<string, Person>

const part = savedPart("people", Schema.ReadonlyMap(Schema.String, Person))

const keyOf = (businessId: string, id: string): string => `${businessId} ${id}`

const idsOf = ({ userId, waId }: PersonFacts): ReadonlyArray<string> =>
  [waId, userId].filter((id) => id !== null && id !== undefined)

const unknownPerson: Person = { waId: null, userId: null, name: null, username: null }

const addTo = (person: Person, { name, userId, username, waId }: PersonFacts): Person => ({
  waId: waId ?? person.waId,
  userId: userId ?? person.userId,
  name: name ?? person.name,
  username: username ?? person.username
})

const enter = (
  known: Known,
  businessId: string,
  ids: ReadonlyArray<string>,
  facts: PersonFacts
): readonly [Person, Known] => {
  const found = ids.flatMap((id) => known.get(keyOf(businessId, id)) ?? [])
  const person = addTo(found.reduceRight(addTo, unknownPerson), facts)
  const next = new Map(known)
  for (const id of [...ids, ...found.flatMap(idsOf)]) next.delete(keyOf(businessId, id))
  for (const id of idsOf(person)) next.set(keyOf(businessId, id), person)
  return [person, newestOf(next, maxIds)]
}

export const layer: Layer.Layer<People> = Layer.effect(
  People,
  Effect.gen(function* () {
    const known = yield* (yield* SavedState).ref<Known>(part, new Map())
    return People.of({
      idsOf: (businessId, id) =>
        Effect.map(Ref.get(known), (all) => idsOf(all.get(keyOf(businessId, id)) ?? { ...unknownPerson, waId: id })),
      resolve: (businessId, facts) => Ref.modify(known, (all) => enter(all, businessId, idsOf(facts), facts)),
      rename: (businessId, former, facts) =>
        Ref.modify(known, (all) => enter(all, businessId, [former, ...idsOf(facts)], facts))
    })
  })
)

/** An id in the form that the platform gives to a person of the United States. */
export const newUserId: Effect.Effect<string> = Effect.map(
  Random.nextIntBetween(1_000_000_000_000_000, 9_000_000_000_000_000),
  (number) => `US.${number}`
)
