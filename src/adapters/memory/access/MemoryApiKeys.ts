import { DateTime, Effect, HashMap, Layer, type Option, Redacted, Ref } from "effect"
import { createHash } from "node:crypto"
import { ApiKeyUnknown, OrganizationSuspended } from "../../../domain/access/AccessFailures.ts"
import { isUsableKey } from "../../../domain/access/apiKeyExpiry.ts"
import { ApiKeyId, type OrganizationId } from "../../../domain/Ids.ts"
import {
  type ApiCaller,
  ApiKeys,
  type ListedApiKey,
  maxEndedApiKeys,
  maxListedApiKeys
} from "../../../ports/access/ApiKeys.ts"
import { IdSource } from "../../../ports/process/IdSource.ts"
import * as ApiKeyToken from "../../identity/ApiKeyToken.ts"
import { newest } from "../newest.ts"
import type { State, Step } from "../State.ts"
import { World } from "../World.ts"

/** Deterministic bytes: the nth call returns the nth series on every run. */
const makeBytes = Effect.map(
  Ref.make(0),
  (calls) => (size: number) =>
    Effect.map(
      Ref.updateAndGet(calls, (n) => n + 1),
      (n): Uint8Array => createHash("shake256", { outputLength: size }).update(`bytes ${n}`).digest()
    )
)

/** Returns the caller and records the use of the key. */
const authenticate =
  (key: string, now: DateTime.Utc): Step<Option.Option<ApiCaller>, OrganizationSuspended> =>
  (state) => {
    const hash = ApiKeyToken.hash(key)
    const found = state.apiKeys.find(
      (stored) =>
        stored.hash === hash &&
        stored.revokedAt === null &&
        (stored.expiresAt === null || DateTime.isLessThan(now, stored.expiresAt))
    )
    if (found === undefined) return [Effect.succeedNone, state]
    const { id, organizationId } = found
    if (HashMap.has(state.suspensions, organizationId)) {
      return [Effect.fail(new OrganizationSuspended({ organizationId })), state]
    }
    const apiKeys = state.apiKeys.map((stored) => (stored === found ? { ...stored, lastUsedAt: now } : stored))
    return [Effect.succeedSome({ organizationId, apiKeyId: id }), { ...state, apiKeys }]
  }

const list = ({ apiKeys }: State, organizationId: OrganizationId): ReadonlyArray<ListedApiKey> =>
  apiKeys
    .filter((stored) => stored.organizationId === organizationId)
    .toSorted(newest(({ createdAt }) => createdAt))
    .slice(0, maxListedApiKeys)
    .map(({ hash: _hash, organizationId: _organizationId, ...listed }) => listed)

/** Drops the organization's ended keys that are no longer listed. */
const retained = (apiKeys: State["apiKeys"], organizationId: OrganizationId, now: DateTime.Utc): State["apiKeys"] => {
  const ended = apiKeys
    .filter((stored) => stored.organizationId === organizationId && !isUsableKey(stored, now))
    .toSorted(newest(({ createdAt }) => createdAt))
  const forgotten = new Set(ended.slice(maxEndedApiKeys))
  return apiKeys.filter((stored) => !forgotten.has(stored))
}

/** Revokes the key; only the first revocation counts. */
const revoke =
  (organizationId: OrganizationId, id: ApiKeyId, at: DateTime.Utc): Step<DateTime.Utc, ApiKeyUnknown> =>
  (state) => {
    const found = state.apiKeys.find((stored) => stored.organizationId === organizationId && stored.id === id)
    if (found === undefined) return [new ApiKeyUnknown({ organizationId, apiKeyId: id }), state]
    const revokedAt = found.revokedAt ?? at
    const apiKeys = state.apiKeys.map((stored) => (stored === found ? { ...stored, revokedAt } : stored))
    return [Effect.succeed(revokedAt), { ...state, apiKeys }]
  }

export const layer = Layer.effect(
  ApiKeys,
  Effect.gen(function* () {
    const { read, step } = yield* World
    const ids = yield* IdSource
    const bytes = yield* makeBytes

    return ApiKeys.of({
      create: Effect.fnUntraced(function* (organizationId, name, expiresAt = null) {
        const id = ApiKeyId.make(yield* ids.uuid)
        const key = yield* ApiKeyToken.make(bytes)
        const hash = ApiKeyToken.hash(Redacted.value(key))
        const createdAt = yield* DateTime.now
        const stored = { organizationId, id, name, hash, createdAt, expiresAt, revokedAt: null, lastUsedAt: null }
        return yield* step("ApiKeys.create", (state) => [
          Effect.succeed({ id, key }),
          { ...state, apiKeys: [...retained(state.apiKeys, organizationId, createdAt), stored] }
        ])
      }),
      list: (organizationId) => read("ApiKeys.list", (state) => list(state, organizationId)),
      revoke: (organizationId, id) =>
        Effect.flatMap(DateTime.now, (at) => step("ApiKeys.revoke", revoke(organizationId, id, at))),
      authenticate: (key) =>
        ApiKeyToken.isWellFormed(key)
          ? Effect.flatMap(DateTime.now, (now) => step("ApiKeys.authenticate", authenticate(key, now)))
          : Effect.succeedNone
    })
  })
)
