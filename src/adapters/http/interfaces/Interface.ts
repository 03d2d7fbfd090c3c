import { Context } from "effect"
import { HttpApi, type HttpApiEndpoint, type HttpApiGroup, type HttpApiMiddleware } from "effect/http-api"
import type { SessionAccess } from "../../../domain/access/SessionAccess.ts"
import type { ConsentActor } from "../../../domain/contacts/Consent.ts"
import type { OrganizationId } from "../../../domain/Ids.ts"
import { type DocumentedFailure, type Refusal, type Where } from "../openapi/documented.ts"
import { Refusals, type Refused, type RefusedStatus } from "./Refusal.ts"

/** The caller of a resource: a backend with an API key, a signed-in member, or a server with the service key. */
export interface Requester {
  readonly organizationId: OrganizationId
  /** Permissions of the caller. A backend sees and changes everything. */
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

/** The beginning of the paths of an interface. */
export type Prefix = "" | "/v1"

/** An interface, as far as a resource of both interfaces depends on it (decision 48, Resources of both interfaces). */
export interface Interface<P extends Prefix, Guards extends InterfaceGuards> {
  readonly prefix: P
  /** A sentence in descriptions of endpoints with the guard `Management`; empty in the Developer interface. */
  readonly forManagers: string
  readonly Management: Context.Key<Guards["Management"], unknown>
  readonly Idempotency: Context.Key<Guards["Idempotency"], unknown>
  readonly NotFound: Context.Key<Guards["NotFound"], unknown>
  readonly Conflict: Context.Key<Guards["Conflict"], unknown>
  readonly BadGateway: Context.Key<Guards["BadGateway"], unknown>
}

type Endpoint = Parameters<Parameters<typeof HttpApi.reflect>[1]["onEndpoint"]>[0]

const endpointsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<Endpoint> => {
  const endpoints: Array<Endpoint> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: (endpoint) => {
      endpoints.push(endpoint)
    }
  })
  return endpoints
}

const operationOf = ({ endpoint, group }: Endpoint): string => `${group.identifier}.${endpoint.identifier}`

/** Ids of the operations of an API, of those endpoints that fulfil the condition. */
export const operationsWith = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  condition: (endpoint: HttpApiEndpoint.Top) => boolean
): ReadonlyArray<string> =>
  endpointsOf(api)
    .filter(({ endpoint }) => condition(endpoint))
    .map(operationOf)

/** Documents the refusals that the endpoints of an API name. */
export const refusalsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  document: (refusal: Refusal<Refused<RefusedStatus>>, where: Where) => DocumentedFailure
): ReadonlyArray<DocumentedFailure> =>
  endpointsOf(api).flatMap((described) =>
    Context.get(described.endpoint.annotations, Refusals).map((refusal) =>
      document(refusal, { operations: [operationOf(described)] })
    )
  )
