import { DateTime, Effect, Option, Redacted, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { InboundDeliveryId, RequestLogId } from "../../../domain/Ids.ts"
import { withoutPerson } from "../../../domain/inbound/InboundDelivery.ts"
import { mentionOf, withoutMentions } from "../../../domain/text/withoutMentions.ts"
import type { ErasedBatch } from "../../../ports/contacts/Erasures.ts"
import { texts, uuids } from "../database/ArrayParameter.ts"
import type { Sealer } from "../secrets/Sealer.ts"
import { type ErasureScope, searchedRows } from "./eraseRows.ts"

/** Webhooks that a batch reads: each has a body of up to 3 MiB, most of them of a kilobyte. */
const searchedDeliveries = 200

const parse = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Json))

/** The JSON text without what mentions the person; an empty object if that is all of it. */
const blanked = (json: string, isMention: (text: string) => boolean): string =>
  parse(json).pipe(
    Option.flatMap((value) => withoutMentions(value, isMention)),
    Option.match({ onNone: () => "{}", onSome: (rest) => JSON.stringify(rest) })
  )

interface LogRow {
  readonly id: RequestLogId
  readonly path: string
  readonly request: string
  readonly response: string
}

interface KeyRow {
  readonly api: string
  readonly key: string
  readonly sealed: string | null
  readonly isOrphan: boolean
}

interface DeliveryRow {
  readonly id: InboundDeliveryId
  readonly body: string
}

const nextOf = <Row>(rows: ReadonlyArray<Row>, limit: number, cursorOf: (row: Row) => string): string | null => {
  const last = rows.at(-1)
  return last === undefined || rows.length < limit ? null : cursorOf(last)
}

const decodeKey = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Tuple([Schema.String, Schema.String])))

/** Erases the contact from logged requests, stored answers and received webhooks, which have no column for a contact. */
export const eraseLogs = (sql: SqlClient.SqlClient, sealer: Sealer["Service"]) => {
  const requests = Effect.fnUntraced(function* (
    { organizationId, requestedAt, terms }: ErasureScope,
    cursor: string | null
  ) {
    const rows = yield* sql<LogRow>`
      select id, path, request_body::text as request, response_body::text as response from request_logs
      where organization_id = ${organizationId}::uuid and created_at <= ${DateTime.formatIso(requestedAt)}::timestamptz
        and (${cursor}::uuid is null or id > ${cursor}::uuid)
      order by id limit ${searchedRows}::int`
    const isMention = mentionOf([...terms.contact, ...terms.conversations, ...terms.person, ...terms.names])
    const isPerson = mentionOf(terms.person)
    const found = rows.filter(
      ({ path, request, response }) => isMention(path) || isMention(request) || isMention(response)
    )
    const changed = found.map(({ id, path, request, response }) => {
      const isAbout = isMention(path)
      return {
        id,
        path: isPerson(path) ? "" : path,
        request: isAbout ? "{}" : blanked(request, isMention),
        response: isAbout ? "{}" : blanked(response, isMention)
      }
    })
    if (changed.length > 0) {
      yield* sql`
        update request_logs r set path = t.path, request_body = t.request::json, response_body = t.response::json
        from unnest(${uuids(changed.map(({ id }) => id))}::uuid[], ${texts(changed.map(({ path }) => path))}::text[],
          ${texts(changed.map(({ request }) => request))}::text[], ${texts(changed.map(({ response }) => response))}::text[])
          as t(id, path, request, response)
        where r.organization_id = ${organizationId}::uuid and r.id = t.id`
    }
    const isChanged = (row: LogRow, index: number) =>
      row.path !== changed[index]?.path ||
      row.request !== changed[index]?.request ||
      row.response !== changed[index]?.response
    const batch: Partial<ErasedBatch> = {
      records: found.filter(isChanged).length,
      next: nextOf(rows, searchedRows, ({ id }) => id)
    }
    return batch
  })

  /** Whether the stored answer mentions the contact. One that cannot be opened is never returned. */
  const isAnswerAbout = Effect.fnUntraced(function* (
    { organizationId }: ErasureScope,
    { api, key, sealed }: KeyRow,
    isMention: (text: string) => boolean
  ) {
    if (sealed === null) return false
    const owner = ["idempotency_keys", organizationId.toLowerCase(), api, key]
    const opened = yield* Effect.option(sealer.open(owner, sealed))
    return Option.isSome(opened) && isMention(Redacted.value(opened.value))
  })

  /** A repeated call gets the answer that its first answer is lost. The id of the contact alone is in the answer of an erasure. */
  const answers = Effect.fnUntraced(function* (scope: ErasureScope, cursor: string | null) {
    const { organizationId, requestedAt, terms } = scope
    const [api, key] = cursor === null ? [null, null] : yield* decodeKey(cursor)
    const rows = yield* sql<KeyRow>`
      select k.api, k.key, k.sealed_body as sealed, k.message_id is not null and not exists (
          select from messages m where m.organization_id = k.organization_id and m.id = k.message_id) as "isOrphan"
      from idempotency_keys k
      where k.organization_id = ${organizationId}::uuid and k.created_at <= ${DateTime.formatIso(requestedAt)}::timestamptz
        and not k.is_lost and (${api}::text is null or (k.api, k.key) > (${api}::text, ${key}::text collate "C"))
      order by k.api, k.key limit ${searchedRows}::int`
    const isMention = mentionOf([...terms.conversations, ...terms.person, ...terms.names])
    const lost = yield* Effect.filter(rows, (row) =>
      row.isOrphan ? Effect.succeed(true) : isAnswerAbout(scope, row, isMention)
    )
    if (lost.length > 0) {
      yield* sql`
        update idempotency_keys k set status = null, sealed_body = null, is_lost = true
        from unnest(${texts(lost.map((row) => row.api))}::text[], ${texts(lost.map((row) => row.key))}::text[]) as t(api, key)
        where k.organization_id = ${organizationId}::uuid and k.api = t.api and k.key = t.key`
    }
    const batch: Partial<ErasedBatch> = {
      records: lost.length,
      next: nextOf(rows, searchedRows, (row) => JSON.stringify([row.api, row.key]))
    }
    return batch
  })

  /** Webhooks belong to no organization: they name one of its accounts. */
  const deliveries = Effect.fnUntraced(function* (
    { organizationId, requestedAt, terms }: ErasureScope,
    cursor: string | null
  ) {
    const accounts = yield* sql<{ readonly externalId: string }>`
      select external_id as "externalId" from channel_accounts where organization_id = ${organizationId}::uuid`
    const rows = yield* sql<DeliveryRow>`
      select id, body from inbound_deliveries
      where received_at <= ${DateTime.formatIso(requestedAt)}::timestamptz
        and (${cursor}::uuid is null or id > ${cursor}::uuid)
      order by id limit ${searchedDeliveries}::int`
    const isPerson = mentionOf(terms.person)
    const found = rows.filter(
      ({ body }) => accounts.some(({ externalId }) => body.includes(externalId)) && isPerson(body)
    )
    const changed = found
      .map(({ body, id }) => ({ id, before: body, body: withoutPerson(body, isPerson) }))
      .filter(({ before, body }) => before !== body)
    yield* Effect.forEach(
      changed,
      ({ body, id }) => sql`update inbound_deliveries set body = ${body} where id = ${id}::uuid`,
      { discard: true }
    )
    const batch: Partial<ErasedBatch> = {
      records: changed.length,
      next: nextOf(rows, searchedDeliveries, ({ id }) => id)
    }
    return batch
  })

  return { requests, answers, deliveries }
}
