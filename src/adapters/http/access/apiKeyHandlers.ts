import { DateTime, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { createApiKey, listApiKeys, revokeApiKey } from "../../../app/access/apiKeys.ts"
import type { TooManyApiKeys } from "../../../domain/access/AccessFailures.ts"
import { isApiKeyExpiry, maxApiKeyDays } from "../../../domain/access/apiKeyExpiry.ts"
import { ApiKeyId } from "../../../domain/Ids.ts"
import { ok } from "../interfaces/envelope.ts"
import { idOr } from "../interfaces/idIn.ts"
import { SessionApi } from "../interfaces/session/Api.ts"
import { Conflict, invalidField, NotFound, notAMember } from "../interfaces/session/Failures.ts"
import { Access } from "../interfaces/session/SessionAuth.ts"
import { apiKeyItem, createdKey } from "./apiKeys.ts"

const unknownKey = () => new NotFound({ error: "API key not found" })

const keyIdOf = idOr(ApiKeyId, unknownKey)

/** Failure if the organization was removed after authentication. */
const ended = { OrganizationUnknown: notAMember }

export const layer = HttpApiBuilder.group(SessionApi, "apiKeys", (handlers) =>
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
        if (expiresAt !== null && !isApiKeyExpiry(expiresAt, now))
          return yield* invalidField(
            "expiresAt",
            `Expected an instant in the future, at most ${maxApiKeyDays} days away`
          )
        return ok(createdKey(yield* createApiKey(organizationId, name, expiresAt), name, now, expiresAt))
      },
      Effect.catchTags({
        ...ended,
        TooManyApiKeys: ({ limit }: TooManyApiKeys) =>
          new Conflict({ error: `The organization has ${limit} API keys in use; revoke one first` })
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
