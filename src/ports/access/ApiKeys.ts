import { Context, type DateTime, type Effect, type Option, type Redacted } from "effect"
import type { ApiKeyUnknown, OrganizationSuspended } from "../../domain/access/AccessFailures.ts"
import type { ApiKeyId, OrganizationId, RequestLogId } from "../../domain/Ids.ts"
import type { Page, PageRequest } from "../../domain/text/Page.ts"
import type { AnsweredRequest, RequestLog, RequestLogFilter } from "../../domain/access/RequestLog.ts"

/** The backend behind an API key. */
export interface ApiCaller {
  readonly organizationId: OrganizationId
  readonly apiKeyId: ApiKeyId
}

/** A key without its text. */
export interface ListedApiKey {
  readonly id: ApiKeyId
  readonly name: string
  readonly createdAt: DateTime.Utc
  /** From then on the key is refused. Null: it does not expire. */
  readonly expiresAt: DateTime.Utc | null
  /** Null: the key is not revoked. */
  readonly revokedAt: DateTime.Utc | null
  /** The last accepted request. The store writes it late: it is at most two minutes behind. Null: none was. */
  readonly lastUsedAt: DateTime.Utc | null
}

/** Most keys in a list. */
export const maxListedApiKeys = 1_000

/** Most revoked and expired keys of an organization that are remembered. */
export const maxEndedApiKeys = 500

/**
 * Keys of the Developer interface. Only keyed hashes are stored, so a key is shown once, when it is created (contract:
 * API keys).
 */
export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    /**
     * The organization must exist. Without `expiresAt`, or with null, the key does not expire. Of the organization's keys
     * that are revoked or expired, the newest `maxEndedApiKeys` are still listed, and the others are forgotten.
     */
    create(
      organizationId: OrganizationId,
      name: string,
      expiresAt?: DateTime.Utc | null
    ): Effect.Effect<{
      readonly id: ApiKeyId
      readonly key: Redacted.Redacted
    }>
    /** The organization's keys, the newest first, at most `maxListedApiKeys`. */
    list(organizationId: OrganizationId): Effect.Effect<ReadonlyArray<ListedApiKey>>
    /**
     * A revoked key is refused within 5 seconds on every instance. Returns when it was revoked, the first time. Fails
     * for a key that is not the organization's.
     */
    revoke(organizationId: OrganizationId, id: ApiKeyId): Effect.Effect<DateTime.Utc, ApiKeyUnknown>
    /**
     * The caller of a valid key from a request: one that is neither revoked nor expired. The key itself names its
     * organization. It is stored nowhere. Fails for a valid key of a suspended organization. A suspension and its end have
     * an effect within 3 seconds on every instance.
     */
    authenticate(key: string): Effect.Effect<Option.Option<ApiCaller>, OrganizationSuspended>
  }
>()("effect-parley/ports/ApiKeys") {}

/** The log of requests over the Developer interface (contract: Request logs). */
export class RequestLogs extends Context.Service<
  RequestLogs,
  {
    /**
     * Takes the row and returns at once; it is written with others later. When too many wait, it is dropped and
     * counted.
     */
    record(request: AnsweredRequest): Effect.Effect<void>
    /**
     * The newest first. Without a filter the total is exact; with one it counts no further than `maxCountedRequests`, and
     * pages go on behind that.
     */
    list(organizationId: OrganizationId, page: PageRequest, filter?: RequestLogFilter): Effect.Effect<Page<RequestLog>>
    find(organizationId: OrganizationId, id: RequestLogId): Effect.Effect<Option.Option<RequestLog>>
    /**
     * Deletes rows of all organizations from before the instant, the oldest first, at most `limit`. Returns the number
     * of deleted rows.
     */
    purge(before: DateTime.Utc, limit: number): Effect.Effect<number>
  }
>()("effect-parley/ports/RequestLogs") {}
