import { Context, type Effect, type Option, type Redacted } from "effect"
import type { ApiKeyId, OrganizationId } from "../../domain/Ids.ts"

/** The backend behind an API key. */
export interface ApiCaller {
  readonly organizationId: OrganizationId
  readonly apiKeyId: ApiKeyId
}

/** Keys of the Developer interface. Only a hash is kept, so a key is shown once, when it is created (contract C38). */
export class ApiKeys extends Context.Service<
  ApiKeys,
  {
    create(
      organizationId: OrganizationId,
      name: string
    ): Effect.Effect<{
      readonly id: ApiKeyId
      readonly key: Redacted.Redacted
    }>
    /** A revoked key is refused within 5 seconds on every instance. Unknown ids are ignored. */
    revoke(organizationId: OrganizationId, id: ApiKeyId): Effect.Effect<void>
    /** The caller of a valid key from a request. The key itself names its organization. It is stored nowhere. */
    authenticate(key: string): Effect.Effect<Option.Option<ApiCaller>>
  }
>()("effect-parley/ports/ApiKeys") {}
