import { DateTime, Effect } from "effect"
import { TooManyApiKeys } from "../../domain/access/AccessFailures.ts"
import { isUsableKey, maxApiKeys } from "../../domain/access/apiKeyExpiry.ts"
import type { ApiKeyId, OrganizationId } from "../../domain/Ids.ts"
import { ApiKeys } from "../../ports/access/ApiKeys.ts"
import { Memberships } from "../../ports/access/Memberships.ts"
import { Transaction } from "../../ports/process/Transaction.ts"
import { recordAudit } from "./auditLog.ts"
import { requireOrganization } from "./organizations.ts"

/** Makes a key, which is shown this once. From `expiresAt` on it is refused. An organization has at most `maxApiKeys`. */
export const createApiKey = Effect.fn("createApiKey")(function* (
  organizationId: OrganizationId,
  name: string,
  expiresAt: DateTime.Utc | null = null
) {
  const apiKeys = yield* ApiKeys
  const memberships = yield* Memberships
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      yield* requireOrganization(organizationId)
      // Calls at once take turns, so the limit holds exactly.
      yield* memberships.lock(organizationId)
      const now = yield* DateTime.now
      const usable = (yield* apiKeys.list(organizationId)).filter((key) => isUsableKey(key, now))
      if (usable.length >= maxApiKeys) return yield* new TooManyApiKeys({ limit: maxApiKeys })
      const created = yield* apiKeys.create(organizationId, name, expiresAt)
      yield* recordAudit(
        organizationId,
        "api_key.created",
        { id: created.id, name },
        { after: { expiresAt: expiresAt === null ? null : DateTime.formatIso(expiresAt) } }
      )
      return created
    })
  )
})

/** The keys of an organization, revoked and expired ones included. */
export const listApiKeys = Effect.fn("listApiKeys")(function* (organizationId: OrganizationId) {
  yield* requireOrganization(organizationId)
  return yield* (yield* ApiKeys).list(organizationId)
})

/** Ends a key for good; gives when it was revoked, the first time. */
export const revokeApiKey = Effect.fn("revokeApiKey")(function* (organizationId: OrganizationId, id: ApiKeyId) {
  const apiKeys = yield* ApiKeys
  const { atomically } = yield* Transaction
  return yield* atomically(
    Effect.gen(function* () {
      yield* requireOrganization(organizationId)
      const known = (yield* apiKeys.list(organizationId)).find((key) => key.id === id)
      const revokedAt = yield* apiKeys.revoke(organizationId, id)
      if (known !== undefined && known.revokedAt === null) {
        yield* recordAudit(organizationId, "api_key.revoked", { id, name: known.name })
      }
      return revokedAt
    })
  )
})
