import { type DateTime, Effect } from "effect"
import type { ApiKeyId, OrganizationId } from "../../domain/Ids.ts"
import { ApiKeys } from "../../ports/stores/access/ApiKeys.ts"
import { requireOrganization } from "./organizations.ts"

/** Makes a key, which is shown this once. From `expiresAt` on it is refused. */
export const createApiKey = Effect.fn("createApiKey")(function* (
  organizationId: OrganizationId,
  name: string,
  expiresAt: DateTime.Utc | null = null
) {
  yield* requireOrganization(organizationId)
  return yield* (yield* ApiKeys).create(organizationId, name, expiresAt)
})

/** The keys of an organization, revoked and expired ones included. */
export const listApiKeys = Effect.fn("listApiKeys")(function* (organizationId: OrganizationId) {
  yield* requireOrganization(organizationId)
  return yield* (yield* ApiKeys).list(organizationId)
})

/** Ends a key for good; gives when it was revoked, the first time. */
export const revokeApiKey = Effect.fn("revokeApiKey")(function* (organizationId: OrganizationId, id: ApiKeyId) {
  yield* requireOrganization(organizationId)
  return yield* (yield* ApiKeys).revoke(organizationId, id)
})
