import { DateTime, Effect, Layer, Option, Redacted, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import {
  type KeyedCall,
  type KnownCall,
  type StoredAnswer,
  keyRetention
} from "../../../domain/sends/IdempotencyKey.ts"
import { ContactId, ConversationId, MessageId, type OrganizationId, PlatformMessageId } from "../../../domain/Ids.ts"
import { MessageFailure, MessageStatus } from "../../../domain/messages/Message.ts"
import { IdempotencyKeys, type NamedKey } from "../../../ports/sends/SendLedger.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { type Owner, Sealer } from "../secrets/Sealer.ts"
import { retryConflict } from "../database/sqlFaults.ts"

const KeyRow = Schema.Struct({
  fingerprint: Schema.String,
  created_at: Schema.DateTimeUtcFromDate,
  status: Schema.NullOr(Schema.Int),
  sealed_body: Schema.NullOr(Schema.String),
  is_lost: Schema.Boolean,
  message_id: Schema.NullOr(MessageId),
  contact_id: Schema.NullOr(ContactId),
  conversation_id: Schema.NullOr(ConversationId),
  platform_message_id: Schema.NullOr(PlatformMessageId),
  message_status: Schema.NullOr(MessageStatus),
  failure: Schema.NullOr(Schema.fromJsonString(MessageFailure))
})
type KeyRow = typeof KeyRow.Type

/** The record of the send. Without its message there is none. */
const sendOf = (row: KeyRow): KnownCall["send"] => {
  const { contact_id: contactId, conversation_id: conversationId, message_id: messageId, message_status: status } = row
  return messageId === null || contactId === null || conversationId === null || status === null
    ? null
    : { messageId, contactId, conversationId, status, platformMessageId: row.platform_message_id, failure: row.failure }
}

const ownerOf = (organizationId: OrganizationId, { api, key }: NamedKey): Owner => [
  "idempotency_keys",
  organizationId.toLowerCase(),
  api,
  key
]

export const layer = Layer.effect(
  IdempotencyKeys,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const sealer = yield* Sealer

    const ofKey = (organizationId: OrganizationId, { api, key }: NamedKey) =>
      sql`k.organization_id = ${organizationId}::uuid and k.api = ${api} and k.key = ${key}`

    const freeBefore = (at: DateTime.Utc) => DateTime.formatIso(DateTime.subtractDuration(at, keyRetention))

    const findRow = SqlSchema.findOneOption({
      Request: Schema.Struct({
        organizationId: Schema.String,
        api: Schema.String,
        key: Schema.String,
        after: Schema.String
      }),
      Result: KeyRow,
      execute: ({ after, api, key, organizationId }) => sql`
        select k.fingerprint, k.created_at, k.status, k.sealed_body, k.is_lost, m.id as message_id, m.contact_id,
          m.conversation_id, m.platform_message_id, m.status as message_status, m.failure::text as failure
        from idempotency_keys k left join messages m on m.organization_id = k.organization_id and m.id = k.message_id
        where k.organization_id = ${organizationId}::uuid and k.api = ${api} and k.key = ${key}
          and k.created_at > ${after}::timestamptz`
    })

    /** An answer that cannot be opened is unknown: the key of the secrets was lost since. */
    const knownOf = Effect.fnUntraced(function* (organizationId: OrganizationId, key: NamedKey, row: KeyRow) {
      const { created_at: takenAt, fingerprint, sealed_body: sealed, status } = row
      const body =
        sealed === null ? Option.none() : yield* Effect.option(sealer.open(ownerOf(organizationId, key), sealed))
      const known: KnownCall = {
        fingerprint,
        takenAt,
        answer: status !== null && Option.isSome(body) ? { status, body: Redacted.value(body.value) } : null,
        isLost: row.is_lost || (status !== null && Option.isNone(body)),
        send: sendOf(row)
      }
      return known
    })

    const find = Effect.fnUntraced(function* (
      organizationId: OrganizationId,
      { api, key }: NamedKey,
      at: DateTime.Utc
    ) {
      const row = yield* findRow({ organizationId, api, key, after: freeBefore(at) })
      return Option.isNone(row)
        ? Option.none<KnownCall>()
        : Option.some(yield* knownOf(organizationId, { api, key }, row.value))
    }, Effect.orDie)

    const insert = (organizationId: OrganizationId, { api, fingerprint, key }: KeyedCall, at: DateTime.Utc) =>
      retryConflict(sql`
        insert into idempotency_keys as k (organization_id, api, key, fingerprint, created_at)
        values (${organizationId}::uuid, ${api}, ${key}, ${fingerprint}, ${DateTime.formatIso(at)}::timestamptz)
        on conflict (organization_id, api, key) do update set fingerprint = excluded.fingerprint, message_id = null,
          status = null, sealed_body = null, is_lost = false, created_at = excluded.created_at
          where k.created_at <= ${freeBefore(at)}::timestamptz
        returning true as taken`)

    const take = (
      organizationId: OrganizationId,
      call: KeyedCall,
      at: DateTime.Utc
    ): Effect.Effect<Option.Option<KnownCall>> =>
      Effect.flatMap(Effect.orDie(insert(organizationId, call, at)), (inserted) =>
        inserted.length > 0
          ? Effect.succeedNone
          : Effect.flatMap(find(organizationId, call, at), (known) =>
              // Another call released the key meanwhile.
              Option.isNone(known) ? take(organizationId, call, at) : Effect.succeed(known)
            )
      )

    const settle = Effect.fnUntraced(function* (
      organizationId: OrganizationId,
      call: KeyedCall,
      answer: StoredAnswer | null
    ) {
      const sealed =
        answer === null ? null : yield* sealer.seal(ownerOf(organizationId, call), Redacted.make(answer.body))
      yield* sql`
        update idempotency_keys k set status = ${answer?.status ?? null}::integer, sealed_body = ${sealed}::text,
          is_lost = ${answer === null}
        where ${ofKey(organizationId, call)} and k.fingerprint = ${call.fingerprint} and k.status is null
          and k.message_id is null`
    }, Effect.orDie)

    const release = (organizationId: OrganizationId, call: KeyedCall) =>
      Effect.asVoid(
        Effect.orDie(sql`
          delete from idempotency_keys k
          where ${ofKey(organizationId, call)} and k.fingerprint = ${call.fingerprint} and k.status is null
            and not k.is_lost and not exists (
              select from messages m where m.organization_id = k.organization_id and m.id = k.message_id
                and (m.status <> 'failed' or m.failure ->> '_tag' is distinct from 'Rejected')
            )`)
      )

    const purge = (before: DateTime.Utc, limit: number) =>
      Effect.orDie(
        Effect.map(
          sql`
            with old as (
              select organization_id, api, key from idempotency_keys
              where created_at < ${DateTime.formatIso(before)}::timestamptz limit ${limit}
            )
            delete from idempotency_keys k using old
            where k.organization_id = old.organization_id and k.api = old.api and k.key = old.key
              and k.created_at < ${DateTime.formatIso(before)}::timestamptz
            returning true as gone`,
          (gone) => gone.length
        )
      )

    return IdempotencyKeys.of({
      take: (organizationId, call, at) => spanned("PgIdempotencyKeys.take")(take(organizationId, call, at)),
      find: (organizationId, key, at) => spanned("PgIdempotencyKeys.find")(find(organizationId, key, at)),
      settle: (organizationId, call, answer) =>
        spanned("PgIdempotencyKeys.settle")(settle(organizationId, call, answer)),
      release: (organizationId, call) => spanned("PgIdempotencyKeys.release")(release(organizationId, call)),
      purge: (before, limit) => spanned("PgIdempotencyKeys.purge")(purge(before, limit))
    })
  })
)
