import { DateTime, Effect, Schema, Stream } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { exportAuditLog, listAuditLog } from "../../../app/access/auditLog.ts"
import {
  AuditAction,
  type AuditActor,
  type AuditEntry,
  AuditValue,
  auditActorId,
  auditActorKinds,
  auditRetention
} from "../../../domain/access/AuditEntry.ts"
import { AuditEntryId } from "../../../domain/Ids.ts"
import { defaultPageSize } from "../../../domain/text/Page.ts"
import type { AuditFilter } from "../../../ports/access/AuditLog.ts"
import type { Interface, InterfaceGuards, Prefix, Requester } from "../interfaces/Interface.ts"
import { Refusals } from "../interfaces/Refusal.ts"
import {
  afterQuery,
  continuation,
  continuationFields,
  makePositions,
  positionUnknown
} from "../interfaces/continuation.ts"
import { asCsvFile, CsvFile, csvFileAnswer, csvOf } from "../interfaces/csvAnswer.ts"
import { developer, inDeveloper } from "../interfaces/developer/developer.ts"
import { developerApi, LogsAnswer } from "../interfaces/developer/middleware.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { pageQuery, timestamp } from "../interfaces/pagination.ts"
import { Text, instant } from "../interfaces/requestFields.ts"
import { sessionApi } from "../interfaces/session/middleware.ts"
import { inSession, session } from "../interfaces/session/session.ts"

const ActorType = Schema.Literals(["member", "api_key", "service_key", "operator", "program"]).annotate({
  description:
    "member: a user. api_key: a backend. service_key: a server with the service key. operator: the command line. program: the service itself, or the program that embeds it"
})

const typeOf: { readonly [Kind in AuditActor["_tag"]]: typeof ActorType.Type } = {
  Member: "member",
  ApiKey: "api_key",
  ServiceKey: "service_key",
  Operator: "operator",
  Program: "program"
}

const Entry = Schema.Struct({
  id: AuditEntryId.annotate({ description: "The entry's id, a UUID" }),
  at: timestamp("When it was done"),
  actor: Schema.Struct({
    type: ActorType,
    id: Schema.NullOr(Schema.String).annotate({ description: "The member or API key; null for the others" })
  }).annotate({ description: "The author" }),
  address: Schema.NullOr(Schema.String).annotate({ description: "The client's address; null outside of HTTP" }),
  action: AuditAction.annotate({ description: "The kind of subject and a verb" }),
  subject: Schema.Struct({
    type: Schema.String.annotate({ description: "The kind of thing: the first part of the action" }),
    id: Schema.String.annotate({ description: "Its id; the address of an invited member" }),
    name: Schema.String.annotate({ description: "The name that people know it by; empty where there is none" })
  }).annotate({ description: "The changed thing" }),
  changes: Schema.Array(
    Schema.Struct({
      field: Schema.String.annotate({ description: "The changed field" }),
      before: AuditValue.annotate({ description: "The value before; null for a new thing" }),
      after: AuditValue.annotate({ description: "The value after; null for a thing that is gone" })
    }).annotate({ identifier: "AuditChange", description: "A changed field" })
  ).annotate({
    description: "Changed fields with the values before and after. Secrets and contents of messages are left out"
  })
}).annotate({ identifier: "AuditEntry", description: "An entry of the audit log" })

const entryView = ({ action, actor, address, at, changes, id, subject }: AuditEntry): typeof Entry.Type => {
  const actorId = auditActorId(actor)
  return {
    id,
    at: DateTime.formatIso(at),
    actor: { type: typeOf[actor._tag], id: actorId === "" ? null : actorId },
    address,
    action,
    subject: { type: action.slice(0, action.indexOf(".")), ...subject },
    changes
  }
}

const example: typeof Entry.Type = {
  id: AuditEntryId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e41"),
  at: "2026-11-20T12:00:00.000Z",
  actor: { type: "member", id: "018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71" },
  address: "203.0.113.7",
  action: "member.changed",
  subject: { type: "member", id: "0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e42", name: "grace@example.com" },
  changes: [{ field: "role", before: "agent", after: "admin" }]
}

const EntryList = Data(
  Schema.Struct({
    entries: Schema.Array(Entry).annotate({ description: "The newest first" }),
    ...continuationFields
  })
).annotate({ examples: [ok({ entries: [example], nextAfter: null, hasMore: false })] })

const filterQuery = {
  action: Schema.optionalKey(AuditAction).annotate({ description: "Entries of this action only" }),
  actor: Schema.optionalKey(ActorType).annotate({ description: "Entries of this kind of actor only" }),
  actorId: Schema.optionalKey(Text.annotate({ description: "Entries of this member or API key only" })),
  subjectId: Schema.optionalKey(Text.annotate({ description: "Entries about this thing only" })),
  since: Schema.optionalKey(instant("Entries of this time and later")),
  until: Schema.optionalKey(instant("Entries before this time"))
}

const listQuery = {
  ...filterQuery,
  ...afterQuery,
  limit: pageQuery.limit
}

interface Filters {
  readonly action?: AuditAction
  readonly actor?: typeof ActorType.Type
  readonly actorId?: string
  readonly subjectId?: string
  readonly since?: DateTime.Utc
  readonly until?: DateTime.Utc
}

const filterOf = ({ action, actor, actorId, since, subjectId, until }: Filters): AuditFilter => ({
  action: action ?? null,
  actor: auditActorKinds.find((kind) => typeOf[kind] === actor) ?? null,
  actorId: actorId ?? null,
  subjectId: subjectId ?? null,
  since: since ?? null,
  until: until ?? null
})

const { positionIn, textOf } = makePositions(Schema.Tuple([Schema.DateTimeUtcFromString, AuditEntryId]))

const header = csvOf([["id", "at", "actor", "actorId", "address", "action", "subjectId", "subjectName", "changes"]])

const csvLine = (row: AuditEntry): string => {
  const { action, actor, address, at, changes, id, subject } = entryView(row)
  return csvOf([
    [id, at, actor.type, actor.id ?? "", address ?? "", action, subject.id, subject.name, JSON.stringify(changes)]
  ])
}

const exampleRow = [
  example.id,
  example.at,
  example.actor.type,
  example.actor.id,
  example.address,
  example.action,
  example.subject.id,
  example.subject.name
].join(",")

/** Endpoints of the audit log (contract: Audit log). */
const groupOf = <P extends Prefix, G extends InterfaceGuards>(on: Interface<P, G>) =>
  HttpApiGroup.make("auditLog")
    .add(
      HttpApiEndpoint.get("list", `${on.prefix}/audit-log`, { query: listQuery, success: EntryList })
        .middleware(on.Management)
        .annotate(Refusals, [positionUnknown])
        .annotate(OpenApi.Summary, "List the audit log")
        .annotate(
          OpenApi.Description,
          `Changes of members, keys, channels, webhooks, settings, templates and the organization, and exports; the newest first. Entries are stored for ${auditRetention}.${on.forManagers}`
        ),
      HttpApiEndpoint.get("export", `${on.prefix}/audit-log/export`, {
        query: filterQuery,
        success: CsvFile
      })
        .middleware(on.Management)
        // Otherwise the request log would store the whole table.
        .annotate(LogsAnswer, false)
        .annotate(OpenApi.Transform, asCsvFile(`${header}${exampleRow},[]\r\n`))
        .annotate(OpenApi.Summary, "Export the audit log")
        .annotate(
          OpenApi.Description,
          `The entries as CSV with a header row, the newest first. Changes are a JSON text.${on.forManagers}`
        )
    )
    .annotate(OpenApi.Title, "Audit log")
    .annotate(OpenApi.Description, "Who changed what in the organization, and when")

const list = Effect.fnUntraced(function* (
  { organizationId }: Requester,
  { query }: { readonly query: Filters & { readonly after?: string; readonly limit?: number } }
) {
  const { after, limit = defaultPageSize } = query
  const position = after === undefined ? null : positionIn(after)
  if (after !== undefined && position === null) return yield* positionUnknown()
  const cursor = position === null ? null : { at: position[0], id: position[1] }
  const { next, rows } = yield* listAuditLog(organizationId, filterOf(query), cursor, limit)
  return ok({ entries: rows.map(entryView), ...continuation(next === null ? null : textOf([next.at, next.id])) })
})

/** Answers with all entries as CSV. */
const file = ({ organizationId }: Requester, { query }: { readonly query: Filters }) =>
  csvFileAnswer("audit-log.csv", header, Stream.map(exportAuditLog(organizationId, filterOf(query)), csvLine))

export const DeveloperAuditLogGroup = groupOf(developer)

export const developerLayer = HttpApiBuilder.group(developerApi(DeveloperAuditLogGroup), "auditLog", (handlers) =>
  handlers.handleAll({ list: inDeveloper(list), export: inDeveloper(file) })
)

export const SessionAuditLogGroup = groupOf(session)

export const sessionLayer = HttpApiBuilder.group(sessionApi(SessionAuditLogGroup), "auditLog", (handlers) =>
  handlers.handleAll({ list: inSession(list), export: inSession(file) })
)
