import { DateTime, Effect, Redacted, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { createApiKey, listApiKeys, revokeApiKey } from "../../../app/access/apiKeys.ts"
import { ApiKeyId } from "../../../domain/Ids.ts"
import type { TooManyApiKeys } from "../../../domain/access/AccessFailures.ts"
import { isApiKeyExpiry, maxApiKeyDays, maxApiKeys } from "../../../domain/access/apiKeyExpiry.ts"
import type { ListedApiKey } from "../../../ports/access/ApiKeys.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { timestamp, timestampOrNull } from "../interfaces/pagination.ts"
import { RequiredText, idOr, instant, optional } from "../interfaces/requestFields.ts"
import { Conflict, NotFound, invalidField, notAMember } from "../interfaces/session/Failures.ts"
import { Access, IdempotencyGuard, ManagementGuard, sessionApi } from "../interfaces/session/middleware.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"

/** Maximum characters of a name. */
const longestName = 200

const fields = {
  id: ApiKeyId.annotate({ description: "The id of the key; it is no secret" }),
  name: Schema.String.annotate({ description: "What the key is for" }),
  createdAt: timestamp("When the key was made"),
  expiresAt: Schema.NullOr(timestamp("From when on the key is refused")).annotate({
    description: "From when on the key is refused; null when it does not expire"
  })
}

export const ApiKeyItem = Schema.Struct({
  ...fields,
  revokedAt: Schema.NullOr(timestamp("When the key was revoked")).annotate({
    description: "When the key was revoked, the first time; null when it is not"
  }),
  lastUsedAt: Schema.NullOr(timestamp("When the key was last used")).annotate({
    description: "When the key was last used, up to two minutes behind; null when it never was"
  })
}).annotate({ identifier: "ApiKey", description: "A key of the Developer interface, without its text" })

export const apiKeyItem = ({ createdAt, expiresAt, id, lastUsedAt, name, revokedAt }: ListedApiKey) => ({
  id,
  name,
  createdAt: DateTime.formatIso(createdAt),
  expiresAt: timestampOrNull(expiresAt),
  revokedAt: timestampOrNull(revokedAt),
  lastUsedAt: timestampOrNull(lastUsedAt)
})

const example = {
  id: ApiKeyId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e31"),
  name: "Shop backend",
  createdAt: "2026-11-20T12:00:00.000Z",
  expiresAt: "2027-11-20T12:00:00.000Z"
}

export const ApiKeyList = Data(
  Schema.Struct({ apiKeys: Schema.Array(ApiKeyItem).annotate({ description: "The newest first" }) })
).annotate({
  examples: [ok({ apiKeys: [{ ...example, revokedAt: null, lastUsedAt: "2026-11-21T09:30:00.250Z" }] })]
})

export const CreateApiKeyRequest = Schema.Struct({
  name: RequiredText.check(Schema.isMaxLength(longestName, { expected: `at most ${longestName} characters` })).annotate(
    { description: `What the key is for, at most ${longestName} characters` }
  ),
  expiresAt: optional(
    instant(
      `From when on the key is refused, in the future and at most ${maxApiKeyDays} days away; it does not expire when left out`
    )
  )
}).pipe(
  Schema.annotateEncoded({
    identifier: "CreateApiKeyRequest",
    description: "The key to make",
    examples: [{ name: example.name }]
  })
)

export const CreatedApiKey = Data(
  Schema.Struct({
    ...fields,
    key: Schema.String.annotate({ description: "The key itself. It is shown this once, and stored nowhere" })
  })
).annotate({ examples: [ok({ ...example, key: "pk_live_3xAmpLe3xAmpLe3xAmpLe3xAmpLe3xAmpLe0000" })] })

/** A new key with its secret. */
export const createdKey = (
  { id, key }: { readonly id: ApiKeyId; readonly key: Redacted.Redacted },
  name: string,
  createdAt: DateTime.Utc,
  expiresAt: DateTime.Utc | null
) => ({
  id,
  name,
  createdAt: DateTime.formatIso(createdAt),
  expiresAt: timestampOrNull(expiresAt),
  key: Redacted.value(key)
})

export const RevokedApiKey = Data(
  Schema.Struct({ id: fields.id, revokedAt: timestamp("When the key was revoked; the first time, when it was before") })
).annotate({ examples: [ok({ id: example.id, revokedAt: "2026-11-21T10:00:00.000Z" })] })

/** Endpoints of API keys (contract: API keys of the console). */
export const ApiKeysGroup = HttpApiGroup.make("apiKeys")
  .add(
    HttpApiEndpoint.get("list", "/developer/api-keys", { success: ApiKeyList })
      .annotate(OpenApi.Summary, "List API keys")
      .annotate(
        OpenApi.Description,
        "The API keys of the organization without their texts, also revoked and expired ones."
      ),
    HttpApiEndpoint.post("create", "/developer/api-keys", {
      payload: CreateApiKeyRequest,
      success: CreatedApiKey.pipe(HttpApiSchema.status(201)),
      error: Conflict
    })
      .middleware(IdempotencyGuard)
      .annotate(OpenApi.Summary, "Make an API key")
      .annotate(
        OpenApi.Description,
        `Makes a key of the Developer interface. The answer alone has its text. At most ${maxApiKeys} keys of an organization are neither revoked nor expired.`
      ),
    HttpApiEndpoint.delete("revoke", "/developer/api-keys/:apiKeyId", {
      params: { apiKeyId: Schema.String.annotate({ description: "The id of the key, a UUID" }) },
      success: RevokedApiKey,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Revoke an API key")
      .annotate(
        OpenApi.Description,
        "Every process refuses the key within 5 seconds. To revoke it again changes nothing: the first time counts."
      )
  )
  .middleware(ManagementGuard)
  .annotate(OpenApi.Title, "API keys")
  .annotate(OpenApi.Description, "Keys of the Developer interface, for members who manage the organization")

export const unknownKey = refusal("No key has the id", new NotFound({ error: "API key not found" }))

export const expiryRefused = refusal(
  "The key would not expire in time",
  invalidField("expiresAt", `Expected an instant in the future, at most ${maxApiKeyDays} days away`)
)

export const tooManyApiKeys = refusalFor(
  "There are too many keys",
  ({ limit }: Pick<TooManyApiKeys, "limit">) =>
    new Conflict({ error: `The organization has ${limit} API keys in use; revoke one first` }),
  { limit: maxApiKeys }
)

const keyIdOf = idOr(ApiKeyId, unknownKey)

/** Failure if the organization was removed after authentication. */
const ended = { OrganizationUnknown: notAMember }

export const layer = HttpApiBuilder.group(sessionApi(ApiKeysGroup), "apiKeys", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* () {
      const { organizationId } = yield* Access
      return ok({ apiKeys: (yield* listApiKeys(organizationId)).map(apiKeyItem) })
    }, Effect.catchTags(ended)),
    create: Effect.fnUntraced(
      function* ({ payload: { name, ...asked } }) {
        const { organizationId } = yield* Access
        const now = yield* DateTime.now
        const expiresAt = asked.expiresAt ?? null
        if (expiresAt !== null && !isApiKeyExpiry(expiresAt, now)) return yield* expiryRefused()
        return ok(createdKey(yield* createApiKey(organizationId, name, expiresAt), name, now, expiresAt))
      },
      Effect.catchTags({
        ...ended,
        TooManyApiKeys: tooManyApiKeys
      })
    ),
    revoke: Effect.fnUntraced(
      function* ({ params }) {
        const { organizationId } = yield* Access
        const id = yield* keyIdOf(params.apiKeyId)
        const revokedAt = yield* revokeApiKey(organizationId, id)
        return ok({ id, revokedAt: DateTime.formatIso(revokedAt) })
      },
      Effect.catchTags({ ...ended, ApiKeyUnknown: unknownKey })
    )
  })
)
