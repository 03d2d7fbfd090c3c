import * as ApiKeyToken from "../../identity/ApiKeyToken.ts"
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { VendorContactId } from "../../../domain/contacts/Contact.ts"
import { ContactIdentity, identityKey } from "../../../domain/contacts/ContactIdentity.ts"
import { Erasure, ErasurePart, ErasureTerms, termsOf } from "../../../domain/contacts/Erasure.ts"
import type { ContactId, OrganizationId } from "../../../domain/Ids.ts"
import { type ErasedBatch, type ErasureTurn, Erasures } from "../../../ports/contacts/Erasures.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { texts } from "../database/ArrayParameter.ts"
import { makeHashKeys } from "../secrets/hashKeys.ts"
import { Sealer } from "../secrets/Sealer.ts"
import { type ContactRow, readContact, selectedColumns } from "./ContactRow.ts"
import { eraseLogs } from "./eraseLogs.ts"
import { type ErasureScope, eraseRows } from "./eraseRows.ts"

const TurnRow = Schema.Struct({
  ...Erasure.fields,
  requestedAt: Schema.DateTimeUtcFromDate,
  finishedAt: Schema.NullOr(Schema.DateTimeUtcFromDate),
  part: ErasurePart,
  cursor: Schema.NullOr(Schema.String),
  isClean: Schema.Boolean
}).pipe(
  Schema.encodeKeys({
    organizationId: "organization_id",
    contactId: "contact_id",
    vendorContactId: "vendor_contact_id",
    requestedAt: "requested_at",
    finishedAt: "finished_at",
    isClean: "is_clean"
  })
)
const decodeTurns = Schema.decodeUnknownEffect(Schema.Array(TurnRow))
const turnColumns =
  "organization_id, contact_id, vendor_contact_id, requested_at, finished_at, messages, files, records, part, cursor, is_clean"

const asTurn = ({ cursor, isClean, part, ...erasure }: typeof TurnRow.Type): ErasureTurn => ({
  erasure,
  part,
  cursor,
  isClean
})

const decodeIdentities = Schema.decodeUnknownEffect(Schema.Array(ContactIdentity))
const decodeTerms = Schema.decodeUnknownEffect(Schema.fromJsonString(ErasureTerms))
const isVendorContactId = Schema.is(VendorContactId)

const nothing: ErasedBatch = { messages: 0, files: 0, records: 0, isWaiting: false, next: null }

const makeStatements = (sql: SqlClient.SqlClient) => ({
  /** Rows that refer to the contact are inserted before the lock, or not at all. */
  lock: (organizationId: OrganizationId, id: ContactId) => sql<ContactRow>`
    select ${sql.literal(selectedColumns)} from contacts c
    where c.organization_id = ${organizationId}::uuid and c.id = ${id}::uuid for update of c`,
  identities: (organizationId: OrganizationId, id: ContactId) => sql`
    select kind, scope, value from contact_identities
    where organization_id = ${organizationId}::uuid and contact_id = ${id}::uuid`,
  conversations: (organizationId: OrganizationId, id: ContactId) => sql<{ readonly id: string }>`
    select id from conversations where organization_id = ${organizationId}::uuid and contact_id = ${id}::uuid order by id`,
  find: (organizationId: OrganizationId, id: ContactId | VendorContactId) => sql`
    select ${sql.literal(turnColumns)} from contact_erasures
    where organization_id = ${organizationId}::uuid
      and ${isVendorContactId(id) ? sql`vendor_contact_id = ${id}` : sql`contact_id = ${id}::uuid`}`,
  claim: (now: string, leaseUntil: string) => sql`
    update contact_erasures e set next_at = ${leaseUntil}::timestamptz
    from (
      select organization_id as due_organization, contact_id as due_contact from contact_erasures
      where next_at <= ${now}::timestamptz order by next_at limit 1 for update skip locked
    ) due
    where e.organization_id = due_organization and e.contact_id = due_contact
    returning ${sql.literal(turnColumns)}`,
  scope: (organizationId: OrganizationId, id: ContactId) => sql<{ readonly terms: string; readonly at: Date }>`
    select terms::text as terms, requested_at as at from contact_erasures
    where organization_id = ${organizationId}::uuid and contact_id = ${id}::uuid and finished_at is null for update`
})

export const layer = Layer.effect(
  Erasures,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const sealer = yield* Sealer
    const hashKeys = yield* makeHashKeys
    const statements = makeStatements(sql)

    const remember = Effect.fnUntraced(function* (
      organizationId: OrganizationId,
      keys: ReadonlyArray<string>,
      isMessage: boolean,
      at: DateTime.Utc
    ) {
      if (keys.length === 0) return
      const current = yield* hashKeys.current
      const hashes = keys.map((key) => ApiKeyToken.erasedHash(current, organizationId, key))
      yield* sql`
        insert into erased_keys as k (organization_id, hash, erased_at, is_message)
        select ${organizationId}::uuid, decode(hex, 'hex'), ${DateTime.formatIso(at)}::timestamptz, ${isMessage}::boolean
        from (select distinct hex from unnest(${texts(hashes)}::text[]) as t(hex) order by hex) t
        on conflict (organization_id, hash) do update set erased_at = greatest(k.erased_at, excluded.erased_at)`
    })

    const rows = eraseRows(sql, remember)
    const logs = eraseLogs(sql, sealer)

    const begin = Effect.fnUntraced(function* (organizationId: OrganizationId, id: ContactId, at: DateTime.Utc) {
      const [row] = yield* statements.lock(organizationId, id)
      if (row === undefined) return null
      const contact = yield* readContact(row)
      const identities = yield* decodeIdentities(yield* statements.identities(organizationId, id))
      const conversations = yield* statements.conversations(organizationId, id)
      const terms = termsOf(
        contact,
        identities,
        conversations.map((conversation) => conversation.id)
      )
      yield* remember(organizationId, identities.map(identityKey), false, at)
      const now = DateTime.formatIso(at)
      const [turn] = yield* Effect.flatMap(
        sql`
          insert into contact_erasures
            (organization_id, contact_id, vendor_contact_id, requested_at, terms, part, next_at)
          values (${organizationId}::uuid, ${id}::uuid, ${contact.vendorContactId}, ${now}::timestamptz,
            ${JSON.stringify(terms)}::json, ${ErasurePart.literals[0]}, ${now}::timestamptz)
          returning ${sql.literal(turnColumns)}`,
        decodeTurns
      )
      return turn === undefined ? null : asTurn(turn).erasure
    })

    const eraseBatch = Effect.fnUntraced(function* (
      organizationId: OrganizationId,
      contactId: ContactId,
      part: ErasurePart,
      cursor: string | null,
      now: DateTime.Utc
    ) {
      const [found] = yield* statements.scope(organizationId, contactId)
      if (found === undefined) return nothing
      const terms = yield* decodeTerms(found.terms)
      const scope: ErasureScope = { organizationId, terms, requestedAt: DateTime.makeUnsafe(found.at.getTime()) }
      const erase = part === "requests" || part === "answers" || part === "deliveries" ? logs[part] : rows[part]
      return { ...nothing, ...(yield* erase(scope, cursor, now)) }
    })

    return Erasures.of({
      begin: (...args) => spanned("PgErasures.begin")(Effect.orDie(begin(...args))),
      find: (organizationId, id) =>
        statements.find(organizationId, id).pipe(
          Effect.flatMap(decodeTurns),
          Effect.map(([turn]) => (turn === undefined ? Option.none() : Option.some(asTurn(turn).erasure))),
          Effect.orDie,
          spanned("PgErasures.find")
        ),
      claim: (now, leaseUntil) =>
        statements.claim(DateTime.formatIso(now), DateTime.formatIso(leaseUntil)).pipe(
          Effect.flatMap(decodeTurns),
          Effect.map((turns) => turns.map(asTurn)),
          Effect.orDie,
          spanned("PgErasures.claim")
        ),
      nextDue: sql<{ readonly at: Date | null }>`select min(next_at) as at from contact_erasures`.pipe(
        Effect.map(([row]) => (row === undefined || row.at === null ? null : DateTime.fromDateUnsafe(row.at))),
        Effect.orDie,
        spanned("PgErasures.nextDue")
      ),
      eraseBatch: (organizationId, contactId, { cursor, part }, now) =>
        spanned("PgErasures.eraseBatch")(Effect.orDie(eraseBatch(organizationId, contactId, part, cursor, now))),
      advance: (organizationId, contactId, batch, next) =>
        sql`
          update contact_erasures set messages = messages + ${batch.messages}::int, files = files + ${batch.files}::int,
            records = records + ${batch.records}::int, part = ${next.part}, cursor = ${next.cursor}::text,
            is_clean = ${next.isClean}::boolean
          where organization_id = ${organizationId}::uuid and contact_id = ${contactId}::uuid
            and finished_at is null`.pipe(Effect.orDie, Effect.asVoid, spanned("PgErasures.advance")),
      postpone: (organizationId, contactId, at) =>
        sql`
          update contact_erasures set next_at = ${DateTime.formatIso(at)}::timestamptz
          where organization_id = ${organizationId}::uuid and contact_id = ${contactId}::uuid
            and finished_at is null`.pipe(Effect.orDie, Effect.asVoid, spanned("PgErasures.postpone")),
      finish: (organizationId, contactId, at) =>
        sql`
          update contact_erasures set finished_at = ${DateTime.formatIso(at)}::timestamptz, terms = null, next_at = null,
            cursor = null
          where organization_id = ${organizationId}::uuid and contact_id = ${contactId}::uuid
            and finished_at is null`.pipe(Effect.orDie, Effect.asVoid, spanned("PgErasures.finish")),
      erased: Effect.fnUntraced(
        function* (organizationId, keys) {
          const erased = new Map<string, DateTime.Utc>()
          if (keys.length === 0) return erased
          // Most organizations have erased no contact, and inbound reports ask often.
          const [any] = yield* sql`select from erased_keys where organization_id = ${organizationId}::uuid limit 1`
          if (any === undefined) return erased
          const readable = yield* hashKeys.readable
          const keyOf = new Map(
            keys.flatMap((key) =>
              readable.map((one) => [ApiKeyToken.erasedHash(one, organizationId, key), key] as const)
            )
          )
          const found = yield* sql<{ readonly hex: string; readonly at: Date }>`
            select encode(hash, 'hex') as hex, erased_at as at from erased_keys
            where organization_id = ${organizationId}::uuid
              and hash = any(array(select decode(hex, 'hex') from unnest(${texts([...keyOf.keys()])}::text[]) as t(hex)))`
          for (const { at, hex } of found) {
            const key = keyOf.get(hex)
            if (key !== undefined) erased.set(key, DateTime.fromDateUnsafe(at))
          }
          return erased
        },
        Effect.orDie,
        spanned("PgErasures.erased")
      ),
      purge: (before, limit) =>
        sql`
          with old as (
            select organization_id, hash from erased_keys
            where is_message and erased_at < ${DateTime.formatIso(before)}::timestamptz limit ${limit}::int
          )
          delete from erased_keys k using old
          where k.organization_id = old.organization_id and k.hash = old.hash returning true as gone`.pipe(
          Effect.map((rows) => rows.length),
          Effect.orDie,
          spanned("PgErasures.purge")
        )
    })
  })
).pipe(Layer.provide(SecureRandom.layerWebCrypto))
