import { Effect, Layer, Option, Redacted, Ref } from "effect"
import { createHash } from "node:crypto"
import { ApiKeyId, type OrganizationId } from "../../../domain/Ids.ts"
import { type ApiCaller, ApiKeys } from "../../../ports/stores/ApiKeys.ts"
import { IdSource } from "../../../ports/policies/IdSource.ts"
import * as ApiKeyToken from "../../identity/ApiKeyToken.ts"
import type { State } from "../State.ts"
import { World } from "../World.ts"

/** Bytes that look random and are the same on every run: the nth call gives the nth series of them. */
const makeBytes = Effect.map(
  Ref.make(0),
  (calls) => (size: number) =>
    Effect.map(
      Ref.updateAndGet(calls, (n) => n + 1),
      (n): Uint8Array => createHash("shake256", { outputLength: size }).update(`bytes ${n}`).digest()
    )
)

const callerOf = ({ apiKeys }: State, key: string): Option.Option<ApiCaller> => {
  if (!ApiKeyToken.isWellFormed(key)) return Option.none()
  const hash = ApiKeyToken.hash(key)
  return Option.fromUndefinedOr(apiKeys.find((kept) => kept.hash === hash && !kept.revoked)).pipe(
    Option.map(({ id, organizationId }) => ({ organizationId, apiKeyId: id }))
  )
}

const withoutKey = (state: State, organizationId: OrganizationId, id: ApiKeyId): State => ({
  ...state,
  apiKeys: state.apiKeys.map((kept) =>
    kept.organizationId === organizationId && kept.id === id ? { ...kept, revoked: true } : kept
  )
})

export const layer = Layer.effect(
  ApiKeys,
  Effect.gen(function* () {
    const { read, step } = yield* World
    const ids = yield* IdSource
    const bytes = yield* makeBytes

    return ApiKeys.of({
      create: Effect.fnUntraced(function* (organizationId, name) {
        const id = ApiKeyId.make(yield* ids.uuid)
        const key = yield* ApiKeyToken.make(bytes)
        const kept = { organizationId, id, name, hash: ApiKeyToken.hash(Redacted.value(key)), revoked: false }
        return yield* step("ApiKeys.create", (state) => [
          Effect.succeed({ id, key }),
          { ...state, apiKeys: [...state.apiKeys, kept] }
        ])
      }),
      revoke: (organizationId, id) =>
        step("ApiKeys.revoke", (state) => [Effect.void, withoutKey(state, organizationId, id)]),
      authenticate: (key) => read("ApiKeys.authenticate", (state) => callerOf(state, key))
    })
  })
)
