import * as ApiKeyToken from "../../identity/ApiKeyToken.ts"
import { DateTime, Effect, Layer, Option } from "effect"
import type { VendorContactId } from "../../../domain/contacts/Contact.ts"
import { identityKey } from "../../../domain/contacts/ContactIdentity.ts"
import { type Erasure, ErasurePart, termsOf } from "../../../domain/contacts/Erasure.ts"
import type { ContactId, OrganizationId } from "../../../domain/Ids.ts"
import { type ErasedBatch, type ErasurePosition, type ErasureTurn, Erasures } from "../../../ports/contacts/Erasures.ts"
import type { State, Step, StoredErasure } from "../State.ts"
import { World } from "../World.ts"
import { eraseLogs } from "./eraseLogs.ts"
import { eraseRows, type Erased } from "./eraseRows.ts"

/** Tests have no key of the service. */
const hashOf = (organizationId: OrganizationId, key: string): string =>
  ApiKeyToken.hash(JSON.stringify([organizationId, key]))

/** Adds the hashes of the keys. */
const withKeys = (
  state: State,
  organizationId: OrganizationId,
  keys: ReadonlyArray<string>,
  isMessage: boolean,
  erasedAt: DateTime.Utc
): State => {
  const hashes = [...new Set(keys)].map((key) => hashOf(organizationId, key))
  const others = state.erasedKeys.filter((row) => row.organizationId !== organizationId || !hashes.includes(row.hash))
  const added = hashes.map((hash) => ({ organizationId, hash, erasedAt, isMessage }))
  return { ...state, erasedKeys: [...others, ...added] }
}

const isOf =
  (organizationId: OrganizationId, id: ContactId | VendorContactId) =>
  ({ erasure }: StoredErasure): boolean =>
    erasure.organizationId === organizationId && (erasure.contactId === id || erasure.vendorContactId === id)

const begin =
  (organizationId: OrganizationId, contactId: ContactId, at: DateTime.Utc): Step<Erasure | null> =>
  (state) => {
    const contact = state.contacts.find((row) => row.organizationId === organizationId && row.id === contactId)
    if (contact === undefined) return [Effect.succeed(null), state]
    const identities = state.identities.filter((row) => row.contactId === contactId)
    const conversations = state.conversations.filter((row) => row.contactId === contactId).map(({ id }) => id)
    const erasure: Erasure = {
      organizationId,
      contactId,
      vendorContactId: contact.vendorContactId,
      requestedAt: at,
      finishedAt: null,
      messages: 0,
      files: 0,
      records: 0
    }
    const stored: StoredErasure = {
      erasure,
      terms: termsOf(contact, identities, conversations),
      part: ErasurePart.literals[0],
      cursor: null,
      isClean: true,
      nextAt: at
    }
    const hashed = withKeys(state, organizationId, identities.map(identityKey), false, at)
    return [Effect.succeed(erasure), { ...hashed, erasures: [...hashed.erasures, stored] }]
  }

const turnOf = ({ cursor, erasure, isClean, part }: StoredErasure): ErasureTurn => ({ erasure, cursor, isClean, part })

const isDue =
  (now: DateTime.Utc) =>
  ({ nextAt }: StoredErasure): boolean =>
    nextAt !== null && DateTime.isLessThanOrEqualTo(nextAt, now)

const dueAt = ({ nextAt }: StoredErasure): number => nextAt?.epochMilliseconds ?? Number.POSITIVE_INFINITY

const claim =
  (now: DateTime.Utc, leaseUntil: DateTime.Utc): Step<ReadonlyArray<ErasureTurn>> =>
  (state) => {
    const [first] = state.erasures.filter(isDue(now)).toSorted((one, other) => dueAt(one) - dueAt(other))
    if (first === undefined) return [Effect.succeed([]), state]
    const erasures = state.erasures.map((stored) => (stored === first ? { ...stored, nextAt: leaseUntil } : stored))
    return [Effect.succeed([turnOf(first)]), { ...state, erasures }]
  }

/** Changes the erasure unless it is finished. */
const change =
  (
    organizationId: OrganizationId,
    contactId: ContactId,
    update: (stored: StoredErasure) => StoredErasure
  ): Step<void> =>
  (state) => {
    const isIt = isOf(organizationId, contactId)
    const erasures = state.erasures.map((stored) => (isIt(stored) && stored.terms !== null ? update(stored) : stored))
    return [Effect.void, { ...state, erasures }]
  }

const nothing: Erased = { messages: 0, files: 0, records: 0, isWaiting: false, keys: [] }

const eraseBatch =
  (
    organizationId: OrganizationId,
    contactId: ContactId,
    { part }: ErasurePosition,
    now: DateTime.Utc
  ): Step<ErasedBatch> =>
  (state) => {
    const found = state.erasures.find(isOf(organizationId, contactId))
    if (found === undefined || found.terms === null) return [Effect.succeed({ ...nothing, next: null }), state]
    const scope = { organizationId, terms: found.terms, requestedAt: found.erasure.requestedAt }
    const erase = part === "requests" || part === "answers" || part === "deliveries" ? eraseLogs[part] : eraseRows[part]
    const [erased, after] = erase(state, scope, now)
    const { keys, ...batch } = { ...nothing, ...erased }
    return [Effect.succeed({ ...batch, next: null }), withKeys(after, organizationId, keys, true, now)]
  }

const advance = (
  organizationId: OrganizationId,
  contactId: ContactId,
  batch: ErasedBatch,
  next: ErasurePosition
): Step<void> =>
  change(organizationId, contactId, (stored) => ({
    ...stored,
    ...next,
    erasure: {
      ...stored.erasure,
      messages: stored.erasure.messages + batch.messages,
      files: stored.erasure.files + batch.files,
      records: stored.erasure.records + batch.records
    }
  }))

const erasedAmong = (
  { erasedKeys }: State,
  organizationId: OrganizationId,
  keys: ReadonlyArray<string>
): ReadonlyMap<string, DateTime.Utc> => {
  const own = new Map(
    erasedKeys.filter((row) => row.organizationId === organizationId).map(({ erasedAt, hash }) => [hash, erasedAt])
  )
  return own.size === 0
    ? new Map()
    : new Map(
        keys.flatMap((key) => {
          const erasedAt = own.get(hashOf(organizationId, key))
          return erasedAt === undefined ? [] : [[key, erasedAt] as const]
        })
      )
}

const purge =
  (before: DateTime.Utc, limit: number): Step<number> =>
  (state) => {
    const old = new Set(
      state.erasedKeys
        .filter(({ erasedAt, isMessage }) => isMessage && DateTime.isLessThan(erasedAt, before))
        .slice(0, limit)
    )
    return [Effect.succeed(old.size), { ...state, erasedKeys: state.erasedKeys.filter((row) => !old.has(row)) }]
  }

export const layer = Layer.effect(
  Erasures,
  Effect.map(World, ({ read, step }) =>
    Erasures.of({
      begin: (organizationId, contactId, at) => step("Erasures.begin", begin(organizationId, contactId, at)),
      find: (organizationId, id) =>
        read("Erasures.find", ({ erasures }) =>
          Option.map(Option.fromUndefinedOr(erasures.find(isOf(organizationId, id))), ({ erasure }) => erasure)
        ),
      claim: (now, leaseUntil) => step("Erasures.claim", claim(now, leaseUntil)),
      nextDue: read("Erasures.nextDue", ({ erasures }) =>
        erasures.reduce<DateTime.Utc | null>(
          (first, { nextAt }) => (first === null ? nextAt : nextAt === null ? first : DateTime.min(first, nextAt)),
          null
        )
      ),
      eraseBatch: (organizationId, contactId, position, now) =>
        step("Erasures.eraseBatch", eraseBatch(organizationId, contactId, position, now)),
      advance: (organizationId, contactId, batch, next) =>
        step("Erasures.advance", advance(organizationId, contactId, batch, next)),
      postpone: (organizationId, contactId, nextAt) =>
        step(
          "Erasures.postpone",
          change(organizationId, contactId, (stored) => ({ ...stored, nextAt }))
        ),
      finish: (organizationId, contactId, finishedAt) =>
        step(
          "Erasures.finish",
          change(organizationId, contactId, (stored) => ({
            ...stored,
            erasure: { ...stored.erasure, finishedAt },
            terms: null,
            nextAt: null
          }))
        ),
      erased: (organizationId, keys) => read("Erasures.erased", (state) => erasedAmong(state, organizationId, keys)),
      purge: (before, limit) => step("Erasures.purge", purge(before, limit))
    })
  )
)
