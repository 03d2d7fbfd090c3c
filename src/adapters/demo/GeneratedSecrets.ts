import { Effect, FileSystem, Option, Path, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { Hex } from "effect/encoding"

/** The secrets that demo mode generates if the environment has none. They are stored in `DATA_DIR/secrets.json`. */
export const GeneratedSecrets = Schema.Struct({
  META_APP_SECRET: Schema.String,
  META_VERIFY_TOKEN: Schema.String,
  SECRETS_KEY: Schema.String,
  AUTH_JWT_SECRET: Schema.String,
  SERVICE_ROLE_KEY: Schema.String,
  /** The key that browsers send to the identity provider; not a secret. */
  PUBLIC_APP_KEY: Schema.String,
  /** The token that the emulator requires. */
  EMULATOR_TOKEN: Schema.String
})
export type GeneratedSecrets = typeof GeneratedSecrets.Type

const GeneratedSecretsJson = Schema.fromJsonString(GeneratedSecrets)

/** Permissions: readable by the owner of the folder only. */
const ownerOnly = 0o600

const generate = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const hex = (bytes: number) => Effect.map(random.randomBytes(bytes), Hex.encode)
  return {
    META_APP_SECRET: yield* hex(16),
    META_VERIFY_TOKEN: yield* hex(16),
    SECRETS_KEY: yield* hex(32),
    AUTH_JWT_SECRET: yield* hex(32),
    SERVICE_ROLE_KEY: `sb_secret_${yield* hex(24)}`,
    PUBLIC_APP_KEY: `sb_publishable_${yield* hex(16)}`,
    EMULATOR_TOKEN: `EMU${yield* hex(24)}`
  }
})

/** Writes the file atomically: a killed start leaves the old one. */
export const writeOwnerOnly = Effect.fnUntraced(function* (path: string, text: string) {
  const files = yield* FileSystem.FileSystem
  const unfinished = `${path}.new`
  yield* files.writeFileString(unfinished, text, { mode: ownerOnly })
  yield* files.chmod(unfinished, ownerOnly)
  yield* files.rename(unfinished, path)
})

/** The secrets of the data folder, generated at the first start and then unchanged. */
export const load = Effect.fn("GeneratedSecrets.load")(function* (dataDir: string) {
  const files = yield* FileSystem.FileSystem
  const path = (yield* Path.Path).join(dataDir, "secrets.json")
  if (yield* files.exists(path)) {
    return yield* Schema.decodeUnknownEffect(GeneratedSecretsJson)(yield* files.readFileString(path))
  }
  const secrets = yield* Effect.provide(generate, SecureRandom.layerWebCrypto)
  yield* writeOwnerOnly(path, yield* Schema.encodeEffect(GeneratedSecretsJson)(secrets))
  return secrets
})

/** The settings that can be generated. */
export interface Secretive {
  readonly metaAppSecrets: Option.Option<ReadonlyArray<Redacted.Redacted>>
  readonly metaVerifyToken: Option.Option<Redacted.Redacted>
  readonly secretsKeys: Option.Option<ReadonlyArray<Redacted.Redacted>>
  readonly authJwtSecret: Option.Option<Redacted.Redacted>
  readonly serviceRoleKey: Option.Option<Redacted.Redacted>
  readonly publicAppKey: Option.Option<string>
}

const orGenerated = (configured: Option.Option<Redacted.Redacted>, made: string) =>
  Option.orElse(configured, () => Option.some(Redacted.make(made)))

/** The settings, with generated values for those missing in the environment. */
export const complete = <Settings extends Secretive>(configured: Settings, generated: GeneratedSecrets) => ({
  ...configured,
  metaAppSecrets: Option.orElse(configured.metaAppSecrets, () =>
    Option.some([Redacted.make(generated.META_APP_SECRET)])
  ),
  metaVerifyToken: orGenerated(configured.metaVerifyToken, generated.META_VERIFY_TOKEN),
  secretsKeys: Option.orElse(configured.secretsKeys, () => Option.some([Redacted.make(generated.SECRETS_KEY)])),
  authJwtSecret: orGenerated(configured.authJwtSecret, generated.AUTH_JWT_SECRET),
  serviceRoleKey: orGenerated(configured.serviceRoleKey, generated.SERVICE_ROLE_KEY),
  publicAppKey: Option.orElse(configured.publicAppKey, () => Option.some(generated.PUBLIC_APP_KEY))
})
