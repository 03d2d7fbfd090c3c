import { DateTime, Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { createApiKey, listApiKeys, revokeApiKey } from "../../../app/access/apiKeys.ts"
import { isApiKeyExpiry, maxApiKeyDays, maxApiKeys } from "../../../domain/access/apiKeyExpiry.ts"
import { ApiKeyId } from "../../../domain/Ids.ts"
import {
  apiKeyItem,
  ApiKeyList,
  CreateApiKeyRequest,
  CreatedApiKey,
  createdKey,
  RevokedApiKey
} from "../access/apiKeys.ts"
import { conflict, invalidField, notFound, Refusals } from "../interfaces/Refusal.ts"
import { AnswersConflict, AnswersNotFound } from "../interfaces/developer/middleware.ts"
import { ok } from "../interfaces/envelope.ts"
import { idOr } from "../interfaces/requestFields.ts"
import { refusal } from "../openapi/documented.ts"
import { forOrganization, unknownOrganization } from "./guards.ts"
import { adminApi, AdminIdempotency, OrganizationGuard } from "./middleware.ts"

const unknownKey = refusal("No key has the id", notFound("API key not found"))
const expiryRefused = refusal(
  "The key would not expire in time",
  invalidField("expiresAt", `Expected an instant in the future, at most ${maxApiKeyDays} days away`)
)
const tooManyApiKeys = refusal(
  "There are too many keys",
  conflict(`The organization has ${maxApiKeys} API keys in use`, "Revoke one first")
)

const params = { organizationId: Schema.String.annotate({ description: "The organization's id, a UUID" }) }

/** API keys of an organization (contract: Members, keys and channels of the administration interface). */
export const AdminApiKeysGroup = HttpApiGroup.make("apiKeys")
  .add(
    HttpApiEndpoint.get("list", "/v1/organizations/:organizationId/api-keys", { params, success: ApiKeyList })
      .annotate(Refusals, [unknownOrganization])
      .annotate(OpenApi.Summary, "List API keys")
      .annotate(OpenApi.Description, "The API keys of the organization without their texts."),
    HttpApiEndpoint.post("create", "/v1/organizations/:organizationId/api-keys", {
      params,
      payload: CreateApiKeyRequest,
      success: CreatedApiKey.pipe(HttpApiSchema.status(201))
    })
      .middleware(AdminIdempotency)
      .middleware(AnswersConflict)
      .annotate(Refusals, [expiryRefused, unknownOrganization, tooManyApiKeys])
      .annotate(OpenApi.Summary, "Make an API key")
      .annotate(
        OpenApi.Description,
        "Makes a key of the Developer interface. The answer alone has its text. With the key, the operator can do for the organization whatever its backend can."
      ),
    HttpApiEndpoint.delete("revoke", "/v1/organizations/:organizationId/api-keys/:apiKeyId", {
      params: { ...params, apiKeyId: Schema.String.annotate({ description: "The id of the key, a UUID" }) },
      success: RevokedApiKey
    })
      .middleware(AnswersNotFound)
      .annotate(Refusals, [unknownOrganization, unknownKey])
      .annotate(OpenApi.Summary, "Revoke an API key")
      .annotate(OpenApi.Description, "Every process refuses the key within 5 seconds.")
  )
  .middleware(OrganizationGuard)
  .annotate(OpenApi.Title, "API keys")
  .annotate(OpenApi.Description, "Keys of the Developer interface")

const keyIdOf = idOr(ApiKeyId, unknownKey)

const gone = { OrganizationUnknown: unknownOrganization }

export const layer = HttpApiBuilder.group(adminApi(AdminApiKeysGroup), "apiKeys", (handlers) =>
  handlers.handleAll({
    list: forOrganization(
      Effect.fnUntraced(function* ({ id }) {
        return ok({ apiKeys: (yield* listApiKeys(id)).map(apiKeyItem) })
      }, Effect.catchTags(gone))
    ),
    create: forOrganization(
      Effect.fnUntraced(
        function* ({ id }, { payload: { name, ...request } }) {
          const now = yield* DateTime.now
          const expiresAt = request.expiresAt ?? null
          if (expiresAt !== null && !isApiKeyExpiry(expiresAt, now)) return yield* expiryRefused()
          return ok(createdKey(yield* createApiKey(id, name, expiresAt), name, now, expiresAt))
        },
        Effect.catchTags({ ...gone, TooManyApiKeys: tooManyApiKeys })
      )
    ),
    revoke: forOrganization(
      Effect.fnUntraced(
        function* (organization, { params: { apiKeyId } }) {
          const id = yield* keyIdOf(apiKeyId)
          return ok({ id, revokedAt: DateTime.formatIso(yield* revokeApiKey(organization.id, id)) })
        },
        Effect.catchTags({ ...gone, ApiKeyUnknown: unknownKey })
      )
    )
  })
)
