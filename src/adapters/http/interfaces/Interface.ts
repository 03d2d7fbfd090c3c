import { Context } from "effect"
import { HttpApi, type HttpApiGroup, type HttpApiMiddleware } from "effect/http-api"
import type { SessionAccess } from "../../../domain/access/SessionAccess.ts"
import type { ConsentActor } from "../../../domain/contacts/Consent.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { type DocumentedFailure, type Refusal, type Where } from "../openapi/documented.ts"
import { Refusals, type Refused, type RefusedStatus } from "./Refusal.ts"

/** The caller of a resource: a backend with an API key, a signed-in member, or a server with the service key. */
export interface Requester {
  readonly organizationId: OrganizationId
  /** What the caller may see and do. A backend sees and does everything. */
  readonly access: SessionAccess
  /** The stored author of a change. */
  readonly actor: ConsentActor
}

/** Middleware of an interface that the endpoints of a resource name. */
export interface InterfaceGuards {
  /** For endpoints that only members who manage the organization may call. */
  readonly Management: HttpApiMiddleware.AnyId
  /** For every POST. */
  readonly Idempotency: HttpApiMiddleware.AnyId
  /** For endpoints that answer with 404. */
  readonly NotFound: HttpApiMiddleware.AnyId
  /** For endpoints that answer with 409. */
  readonly Conflict: HttpApiMiddleware.AnyId
  /** For endpoints that answer with 502. */
  readonly BadGateway: HttpApiMiddleware.AnyId
}

/** An interface, as far as a resource of both interfaces depends on it (decision 48, Resources of both interfaces). */
export interface Interface<Prefix extends "" | "/v1", Guards extends InterfaceGuards> {
  /** The beginning of paths. */
  readonly prefix: Prefix
  /** A sentence in descriptions of endpoints with the guard `Management`; empty in the Developer interface. */
  readonly forManagers: string
  readonly Management: Context.Key<Guards["Management"], unknown>
  readonly Idempotency: Context.Key<Guards["Idempotency"], unknown>
  readonly NotFound: Context.Key<Guards["NotFound"], unknown>
  readonly Conflict: Context.Key<Guards["Conflict"], unknown>
  readonly BadGateway: Context.Key<Guards["BadGateway"], unknown>
}

/** Documents the refusals that the endpoints of an API name. */
export const refusalsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  document: (refusal: Refusal<Refused<RefusedStatus>>, where: Where) => DocumentedFailure
): ReadonlyArray<DocumentedFailure> => {
  const rows: Array<DocumentedFailure> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group, mergedAnnotations }) => {
      const where = { operations: [`${group.identifier}.${endpoint.identifier}`] }
      rows.push(...Context.get(mergedAnnotations, Refusals).map((refusal) => document(refusal, where)))
    }
  })
  return rows
}
