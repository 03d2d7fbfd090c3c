import { Equal, Schema } from "effect"
import { ApiKeyId, AuditEntryId, OrganizationId, UserId } from "../Ids.ts"
import type { Named } from "../Named.ts"
import type { SessionAccess } from "./SessionAccess.ts"

/** How long entries are stored, in days: longer than a year, so that a yearly review sees all of it. */
export const auditRetention = "400 days"

/** Characters of a text in an entry; longer ones are cut. */
export const maxAuditText = 500

/** Elements of a list in an entry; the others are left out. */
export const maxAuditList = 50

/** The author of a change. */
export const AuditActor = Schema.TaggedUnion({
  Member: { userId: UserId },
  /** A backend with one of the organization's keys. */
  ApiKey: { apiKeyId: ApiKeyId },
  /** A server with the service key of the Session interface. */
  ServiceKey: {},
  /** The command line, or the administration of the platform. */
  Operator: {},
  /** The program that embeds the service, or the service itself. */
  Program: {}
})
export type AuditActor = Named<typeof AuditActor.Type>

/** The kinds of actors, for filters. */
export const auditActorKinds = ["Member", "ApiKey", "ServiceKey", "Operator", "Program"] as const

/** Id of the member or API key that acted; empty for the other actors. */
export const auditActorId = (actor: AuditActor): string =>
  actor._tag === "Member" ? actor.userId : actor._tag === "ApiKey" ? actor.apiKeyId : ""

/** The actor of a call of the Session interface. */
export const auditActorOf = ({ caller }: SessionAccess): AuditActor =>
  caller._tag === "Service"
    ? AuditActor.cases.ServiceKey.make({})
    : AuditActor.cases.Member.make({ userId: caller.userId })

/** The kind of subject and a verb. */
export const AuditAction = Schema.Literals([
  "api_key.created",
  "api_key.revoked",
  "campaign.cancelled",
  "campaign.deleted",
  "campaign.paused",
  "campaign.resumed",
  "campaign.started",
  "channel.connected",
  "channel.changed",
  "channel.disconnected",
  "consents.exported",
  "contact.deleted",
  "contact.erased",
  "contacts.imported",
  "endpoint.changed",
  "endpoint.created",
  "endpoint.deleted",
  "endpoint.secret_rotated",
  "label.changed",
  "label.created",
  "label.deleted",
  "member.added",
  "member.changed",
  "member.invited",
  "member.removed",
  "messages.imported",
  "organization.changed",
  "organization.created",
  "organization.resumed",
  "organization.suspended",
  "saved_reply.changed",
  "saved_reply.created",
  "saved_reply.deleted",
  "settings.changed",
  "sign_in.failed",
  "sign_in.succeeded",
  "team.changed",
  "team.created",
  "team.deleted",
  "template.changed",
  "template.created",
  "template.deleted",
  "webhook.changed",
  "webhook.registered",
  "webhook.removed",
  "webhook.secret_revealed",
  "webhook.secret_rotated"
])
export type AuditAction = Named<typeof AuditAction.Type>

/** A value before or after a change. Contents of messages and secrets are never values. */
export const AuditValue = Schema.NullOr(
  Schema.Union([Schema.String, Schema.Finite, Schema.Boolean, Schema.Array(Schema.String)])
)
export type AuditValue = typeof AuditValue.Type

/** A field that changed. `before` is null for a new subject, `after` for one that is gone. */
export const AuditChange = Schema.Struct({ field: Schema.String, before: AuditValue, after: AuditValue })
export type AuditChange = Named<typeof AuditChange.Type>

/** The thing that was changed. `name` is what people know it by at that time; empty if it has no name. */
export const AuditSubject = Schema.Struct({ id: Schema.String, name: Schema.String })
export type AuditSubject = Named<typeof AuditSubject.Type>

/** One entry of the audit log of an organization (contract: Audit log). Entries are added and never changed. */
export class AuditEntry extends Schema.Opaque<AuditEntry>()(
  Schema.Struct({
    id: AuditEntryId,
    organizationId: OrganizationId,
    at: Schema.DateTimeUtcFromString,
    actor: AuditActor,
    /** The client's address; null outside of HTTP. */
    address: Schema.NullOr(Schema.String),
    action: AuditAction,
    subject: AuditSubject,
    changes: Schema.Array(AuditChange)
  })
) {}

const shortText = (text: string): string => (text.length <= maxAuditText ? text : `${text.slice(0, maxAuditText)}…`)

/** The value as an entry stores it: texts and lists within their limits. */
export const auditValue = (value: AuditValue): AuditValue => {
  if (typeof value === "string") return shortText(value)
  return typeof value === "object" && value !== null ? value.slice(0, maxAuditList).map(shortText) : value
}

/** Fields of a subject by name. */
export type AuditFields = Readonly<Record<string, AuditValue>>

/** The changed fields between two states of a subject, in the order of their names. Null: there is no such state. */
export const changesBetween = (before: AuditFields | null, after: AuditFields | null): ReadonlyArray<AuditChange> => {
  const old = new Map(Object.entries(before ?? {}))
  const now = new Map(Object.entries(after ?? {}))
  return [...new Set([...old.keys(), ...now.keys()])].toSorted().flatMap((field) => {
    const change = { field, before: old.get(field) ?? null, after: now.get(field) ?? null }
    return Equal.equals(change.before, change.after)
      ? []
      : [{ field, before: auditValue(change.before), after: auditValue(change.after) }]
  })
}
