import { Array, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { type ChannelAccountId, MediaId, type MessageId, OrganizationId } from "../../../domain/Ids.ts"
import { Media, type NewMedia } from "../../../domain/media/Media.ts"
import type { PlatformFile } from "../../../domain/media/SentFile.ts"
import type { NewUpload, UnsentFiles } from "../../../domain/media/Upload.ts"
import { MediaLibrary, type MediaOutcome } from "../../../ports/media/MediaLibrary.ts"
import { instants, texts, uuids } from "../database/ArrayParameter.ts"
import { decodeEach } from "../database/decodeEach.ts"
import { makeWakeSignal } from "../inbound/InboundWakeSignal.ts"
import { retryAlone } from "../database/sqlFaults.ts"

const MediaRow = Schema.Struct({
  ...Media.fields,
  createdAt: Schema.DateTimeUtcFromDate,
  storedAt: Schema.NullOr(Schema.DateTimeUtcFromDate)
}).pipe(
  Schema.encodeKeys({
    organizationId: "organization_id",
    messageId: "message_id",
    channelAccountId: "channel_account_id",
    index: "place",
    platformMediaId: "platform_media_id",
    mimeType: "mime_type",
    storedAt: "stored_at",
    isShared: "is_shared",
    atPlatform: "at_platform",
    createdAt: "created_at"
  })
)
const decodeRows = decodeEach("media", MediaRow)

const insertAll = (sql: SqlClient.SqlClient, organizationId: OrganizationId, rows: ReadonlyArray<NewMedia>) => {
  const column = <Name extends keyof NewMedia>(name: Name) => Array.map(rows, (row) => row[name])
  return sql`
    insert into media (organization_id, id, message_id, channel_account_id, place, platform_media_id, url, mime_type,
      filename, sha256, due_at, created_at)
    select ${organizationId}::uuid, id, message_id, channel_account_id, place, platform_media_id, url, mime_type, filename,
      sha256, created_at, created_at
    from unnest(
      ${uuids(column("id"))}::uuid[], ${uuids(column("messageId"))}::uuid[],
      ${uuids(column("channelAccountId"))}::uuid[], ${column("index")}::integer[],
      ${texts(column("platformMediaId"))}::text[], ${texts(column("url"))}::text[], ${texts(column("mimeType"))}::text[],
      ${texts(column("filename"))}::text[], ${texts(column("sha256"))}::text[],
      ${instants(column("createdAt"))}::timestamptz[]
    ) as t(id, message_id, channel_account_id, place, platform_media_id, url, mime_type, filename, sha256, created_at)
    order by id
    on conflict (organization_id, id) do nothing
    returning id`
}

const recordOutcome = (sql: SqlClient.SqlClient, organizationId: OrganizationId, id: MediaId, outcome: MediaOutcome) =>
  outcome._tag === "Stored"
    ? sql`
        update media set status = case status when 'unsent' then status else 'stored' end, mime_type = ${outcome.mimeType}, size = ${outcome.size}::integer,
          sha256 = ${outcome.sha256}, stored_at = ${DateTime.formatIso(outcome.at)}::timestamptz, detail = null
        where organization_id = ${organizationId}::uuid and id = ${id}::uuid and status <> 'discarded'
        returning id`
    : sql`
        update media set failures = failures + 1, detail = ${outcome.detail},
          status = ${outcome.retryAt === null ? "failed" : "pending"},
          due_at = ${outcome.retryAt === null ? sql`due_at` : sql`${DateTime.formatIso(outcome.retryAt)}::timestamptz`}
        where organization_id = ${organizationId}::uuid and id = ${id}::uuid and status = 'pending'
        returning id`

const discard = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  messageIds: ReadonlyArray<MessageId>,
  leasesEnd: DateTime.Utc
) => sql`
  update media set status = 'discarded', due_at = case status
    when 'pending' then least(due_at, ${DateTime.formatIso(leasesEnd)}::timestamptz) else created_at end
  where organization_id = ${organizationId}::uuid and message_id = any(${uuids(messageIds)}::uuid[])
    and status <> 'discarded'`

const insertUpload = (
  sql: SqlClient.SqlClient,
  { createdAt, expiresAt, filename, id, isShared, mimeType, organizationId, size }: NewUpload
) => sql`
  insert into media (organization_id, id, place, mime_type, filename, status, size, is_shared, due_at, created_at)
  values (${organizationId}::uuid, ${id}::uuid, 0, ${mimeType}, ${filename}, 'unsent', ${size}::integer, ${isShared}::boolean,
    ${DateTime.formatIso(expiresAt)}::timestamptz, ${DateTime.formatIso(createdAt)}::timestamptz)`

const attach = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  id: MediaId,
  { channelAccountId, messageId }: Parameters<MediaLibrary["Service"]["attach"]>[2]
) => sql`
  update media set status = 'stored', message_id = case when is_shared then null else ${messageId}::uuid end,
    channel_account_id = case when is_shared then null else ${channelAccountId}::uuid end
  where organization_id = ${organizationId}::uuid and id = ${id}::uuid and stored_at is not null
    and status in ('unsent', 'stored')
  returning id`

const share = (sql: SqlClient.SqlClient, organizationId: OrganizationId, id: MediaId) => sql`
  update media set status = 'stored', is_shared = true
  where organization_id = ${organizationId}::uuid and id = ${id}::uuid and stored_at is not null
    and (status = 'unsent' or (status = 'stored' and is_shared))
  returning id`

const addPlatformFile = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  id: MediaId,
  account: ChannelAccountId,
  { id: platformId, uploadedAt }: PlatformFile
) => sql`
  update media set at_platform = at_platform || jsonb_build_object(${account}::text,
    jsonb_build_object('id', ${platformId}::text, 'uploadedAt', ${DateTime.formatIso(uploadedAt)}::text))
  where organization_id = ${organizationId}::uuid and id = ${id}::uuid and status <> 'discarded'`

const removePlatformFile = (
  sql: SqlClient.SqlClient,
  organizationId: OrganizationId,
  id: MediaId,
  account: ChannelAccountId,
  platformId: string
) => sql`
  update media set at_platform = at_platform - ${account}::text
  where organization_id = ${organizationId}::uuid and id = ${id}::uuid
    and at_platform -> ${account}::text ->> 'id' = ${platformId}::text`

export const layer = Layer.effect(
  MediaLibrary,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const wakeSignal = yield* makeWakeSignal
    const columns = sql`organization_id, id, message_id, channel_account_id, place, platform_media_id, url, mime_type,
      filename, sha256, status, failures, detail, size, stored_at, is_shared, at_platform, created_at`

    const claimRows = (now: string, leaseUntil: string, limit: number) => sql`
      with due as (
        select organization_id as due_organization, id as due_id, due_at as was_due from media
        where status in ('pending', 'unsent', 'discarded') and due_at <= ${now}::timestamptz
        order by due_at, id limit ${limit} for update skip locked
      ),
      claimed as (
        update media set due_at = ${leaseUntil}::timestamptz,
          status = case status when 'unsent' then 'discarded' else status end from due
        where organization_id = due_organization and id = due_id
        returning ${columns}, was_due
      )
      select ${columns} from claimed order by was_due, id`

    const find = SqlSchema.findOneOption({
      Request: Schema.Struct({ organizationId: OrganizationId, id: MediaId }),
      Result: MediaRow,
      execute: ({ id, organizationId }) =>
        sql`
          select ${columns} from media
          where organization_id = ${organizationId}::uuid and id = ${id}::uuid and status <> 'discarded'`
    })

    return MediaLibrary.of({
      addAll: Effect.fn("PgMediaLibrary.addAll")(function* (organizationId, media) {
        if (media.length === 0) return
        const added = yield* retryAlone(sql, insertAll(sql, organizationId, media))
        if (added.length > 0) yield* sql.afterCommit(wakeSignal.signal)
      }, Effect.orDie),
      addUpload: Effect.fn("PgMediaLibrary.addUpload")((upload) =>
        Effect.asVoid(Effect.orDie(retryAlone(sql, insertUpload(sql, upload))))
      ),
      unsent: Effect.fn("PgMediaLibrary.unsent")(function* (organizationId, isShared) {
        const [row] = yield* sql<UnsentFiles>`
          select count(*)::float8 as files, coalesce(sum(size), 0)::float8 as bytes from media
          where organization_id = ${organizationId}::uuid and status = 'unsent' and is_shared = ${isShared}::boolean`
        return { files: row?.files ?? 0, bytes: row?.bytes ?? 0 }
      }, Effect.orDie),
      attach: Effect.fn("PgMediaLibrary.attach")((organizationId, id, message) =>
        retryAlone(sql, attach(sql, organizationId, id, message)).pipe(
          Effect.map((rows) => rows.length > 0),
          Effect.orDie
        )
      ),
      share: Effect.fn("PgMediaLibrary.share")((organizationId, id) =>
        retryAlone(sql, share(sql, organizationId, id)).pipe(
          Effect.map((rows) => rows.length > 0),
          Effect.orDie
        )
      ),
      addPlatformFile: Effect.fn("PgMediaLibrary.addPlatformFile")((organizationId, id, account, file) =>
        retryAlone(sql, addPlatformFile(sql, organizationId, id, account, file)).pipe(Effect.orDie, Effect.asVoid)
      ),
      removePlatformFile: Effect.fn("PgMediaLibrary.removePlatformFile")((organizationId, id, account, platformId) =>
        retryAlone(sql, removePlatformFile(sql, organizationId, id, account, platformId)).pipe(
          Effect.orDie,
          Effect.asVoid
        )
      ),
      keep: Effect.fn("PgMediaLibrary.keep")((organizationId, id, until) =>
        retryAlone(
          sql,
          sql`
            update media set due_at = greatest(due_at, ${DateTime.formatIso(until)}::timestamptz)
            where organization_id = ${organizationId}::uuid and id = ${id}::uuid and status = 'unsent'`
        ).pipe(Effect.orDie, Effect.asVoid)
      ),
      abandon: Effect.fn("PgMediaLibrary.abandon")((organizationId, id, at) =>
        retryAlone(
          sql,
          sql`
            update media set status = 'discarded', due_at = ${DateTime.formatIso(at)}::timestamptz
            where organization_id = ${organizationId}::uuid and id = ${id}::uuid and status = 'unsent'`
        ).pipe(Effect.orDie, Effect.asVoid)
      ),
      claim: Effect.fn("PgMediaLibrary.claim")((now, leaseUntil, limit) =>
        Effect.orDie(
          Effect.flatMap(claimRows(DateTime.formatIso(now), DateTime.formatIso(leaseUntil), limit), decodeRows)
        )
      ),
      recordOutcome: Effect.fn("PgMediaLibrary.recordOutcome")((organizationId, id, outcome) =>
        retryAlone(sql, recordOutcome(sql, organizationId, id, outcome)).pipe(
          Effect.map((rows) => rows.length > 0),
          Effect.orDie
        )
      ),
      discard: Effect.fn("PgMediaLibrary.discard")((organizationId, messageIds, leasesEnd) =>
        messageIds.length === 0
          ? Effect.void
          : Effect.asVoid(Effect.orDie(retryAlone(sql, discard(sql, organizationId, messageIds, leasesEnd))))
      ),
      forget: Effect.fn("PgMediaLibrary.forget")((organizationId, id) =>
        retryAlone(
          sql,
          sql`
            delete from media
            where organization_id = ${organizationId}::uuid and id = ${id}::uuid and status = 'discarded'`
        ).pipe(Effect.orDie, Effect.asVoid)
      ),
      find: Effect.fn("PgMediaLibrary.find")((organizationId, id) => Effect.orDie(find({ organizationId, id }))),
      wakeSignal: wakeSignal.next
    })
  })
)
