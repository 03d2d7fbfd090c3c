import { DateTime, Effect, Option, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { createApiKey, listApiKeys, revokeApiKey } from "../../../app/access/apiKeys.ts"
import { apiKeyExpiryForm, apiKeyExpiryOf } from "../../../domain/access/apiKeyExpiry.ts"
import { ApiKeyId } from "../../../domain/Ids.ts"
import { maxListedApiKeys } from "../../../ports/access/ApiKeys.ts"
import { answer, answerList } from "../output/answer.ts"
import { isoOrNull, name, organization } from "./flags.ts"
import { inWords, usage } from "./OperatorError.ts"

const readExpiry = Effect.fnUntraced(function* (text: Option.Option<string>) {
  if (Option.isNone(text)) return null
  const at = apiKeyExpiryOf(text.value, yield* DateTime.now)
  return Option.isSome(at)
    ? at.value
    : yield* usage(
        `--expires ${text.value} is no instant in the future within ten years. No key was made. Give ${apiKeyExpiryForm}`
      )
})

const create = Command.make(
  "create",
  {
    organization,
    name: name("What the key is for"),
    expires: Flag.String("expires").pipe(
      Flag.withDescription(`From when on the key is refused: ${apiKeyExpiryForm}`),
      Flag.optional
    )
  },
  Effect.fn(function* ({ expires, name, organization }) {
    const expiresAt = yield* readExpiry(expires)
    const { id, key } = yield* createApiKey(organization, name, expiresAt)
    yield* answer({ id, apiKey: Redacted.value(key), expiresAt: isoOrNull(expiresAt) })
  }, inWords)
).pipe(Command.withDescription("Makes an API key, and shows it this once"))

const list = Command.make(
  "list",
  { organization },
  Effect.fn(function* ({ organization }) {
    const keys = yield* listApiKeys(organization)
    yield* answerList("keys", {
      rows: keys.map(({ createdAt, expiresAt, id, lastUsedAt, name, revokedAt }) => ({
        id,
        name,
        createdAt: DateTime.formatIso(createdAt),
        expiresAt: isoOrNull(expiresAt),
        lastUsedAt: isoOrNull(lastUsedAt),
        revokedAt: isoOrNull(revokedAt)
      })),
      columns: ["id", "name", "createdAt", "expiresAt", "lastUsedAt", "revokedAt"],
      hasMore: keys.length >= maxListedApiKeys,
      none: "The organization has no API key. `parley key create` makes one."
    })
  }, inWords)
).pipe(
  Command.withDescription(
    "Lists the API keys of an organization with their last use, the newest first; never the keys themselves"
  )
)

const revoke = Command.make(
  "revoke",
  { organization, id: Flag.String("id").pipe(Flag.withSchema(ApiKeyId), Flag.withDescription("Id of the key")) },
  Effect.fn(function* ({ id, organization }) {
    const revokedAt = yield* revokeApiKey(organization, id)
    yield* answer({ id, revoked: true, revokedAt: DateTime.formatIso(revokedAt) })
  }, inWords)
).pipe(Command.withDescription("Ends an API key for good; it is refused within 5 seconds"))

/** `parley key …`. */
export const keyCommand = Command.make("key").pipe(
  Command.withDescription("API keys of an organization"),
  Command.withSubcommands([create, list, revoke])
)
