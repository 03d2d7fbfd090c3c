import { Array, Effect, Option, Redacted, Schema } from "effect"
import { keyBytes } from "./keyBytes.ts"
import { isIdentityProvider, type Settings } from "./Settings.ts"
import { weakSecretLines, WeakSecrets } from "./weakSecrets.ts"

/** What the service cannot work without, and has no default for. */
export interface Secrets {
  readonly metaAppSecrets: ReadonlyArray<Redacted.Redacted>
  readonly metaVerifyToken: Redacted.Redacted
  /** The first seals, all open. */
  readonly secretsKeys: Array.NonEmptyReadonlyArray<Redacted.Redacted<Uint8Array>>
  readonly serviceRoleKey: Redacted.Redacted
}

/** Variables that have to be set and are not. */
export class SettingsMissing extends Schema.TaggedError<SettingsMissing>()("SettingsMissing", {
  variables: Schema.Array(Schema.String)
}) {
  override get message() {
    return `Set ${this.variables.join(", ")}: outside of demo mode (GRAPH_URL absent) there is no default`
  }
}

/** The development identity provider signs with the shared secret. */
const missingForTokens = (settings: Settings): ReadonlyArray<string> => {
  if (Option.isSome(settings.authJwtSecret)) return []
  if (isIdentityProvider(settings)) return ["AUTH_JWT_SECRET (for DEV_IDENTITY=on)"]
  return Option.isNone(settings.authJwksUrl) ? ["AUTH_JWT_SECRET or AUTH_JWKS_URL"] : []
}

/** The secrets, or every variable that is missing or, outside of demo mode, too weak, all at once. */
export const secretsOf = (settings: Settings): Effect.Effect<Secrets, SettingsMissing | WeakSecrets> => {
  const weak = Option.isNone(settings.graphUrl) ? [] : weakSecretLines(settings)
  const { metaAppSecrets, metaVerifyToken, secretsKeys, serviceRoleKey } = settings
  const keys = Option.filter(secretsKeys, Array.isReadonlyArrayNonEmpty)
  const missing = [
    ...(Option.isNone(metaAppSecrets) ? ["META_APP_SECRET"] : []),
    ...(Option.isNone(metaVerifyToken) ? ["META_VERIFY_TOKEN"] : []),
    ...(Option.isNone(keys) ? ["SECRETS_KEY"] : []),
    ...missingForTokens(settings),
    ...(Option.isNone(serviceRoleKey) ? ["SERVICE_ROLE_KEY"] : [])
  ]
  return Option.match(Option.all({ metaAppSecrets, metaVerifyToken, keys, serviceRoleKey }), {
    onNone: () => Effect.fail(new SettingsMissing({ variables: missing })),
    onSome: ({ keys, ...secrets }) => {
      if (missing.length > 0) return Effect.fail(new SettingsMissing({ variables: missing }))
      if (weak.length > 0) return Effect.fail(new WeakSecrets({ lines: weak }))
      const secretsKeys = Array.map(keys, (key) => Redacted.make(keyBytes(Redacted.value(key))))
      return Effect.succeed({ ...secrets, secretsKeys })
    }
  })
}
