import { Array, Effect, Option, Redacted, Result, Schema } from "effect"
import { isIdentityProvider, type Settings } from "./Settings.ts"
import { Base64, Hex } from "effect/encoding"
import { type SecretStrength, type SecretWeakness, weaknessOf } from "../../domain/access/weakSecret.ts"

/** The bytes of a key as `SECRETS_KEY` has it: 64 hexadecimal digits, or base64. */
const keyBytes = (text: string): Uint8Array =>
  Result.getOrElse(text.length === 64 ? Hex.decode(text) : Base64.decode(text), () => new Uint8Array())

/** Secrets that give full power: a token of any user, every organization, every stored token. */
const key: SecretStrength = { minLength: 32, minBits: 80 }

/** Meta makes it, of 32 hexadecimal digits. */
const appSecret: SecretStrength = { minLength: 32, minBits: 64 }

/** Only Meta's handshake asks for it. */
const verifyToken: SecretStrength = { minLength: 16, minBits: 40 }

/** Secrets of the environment that can be guessed. */
export class WeakSecrets extends Schema.TaggedError<WeakSecrets>()("WeakSecrets", {
  lines: Schema.Array(Schema.String)
}) {
  override get message() {
    return `Secrets that can be guessed are refused outside of demo mode\n${this.lines.join("\n")}`
  }
}

const explain = (weakness: SecretWeakness): string => {
  switch (weakness._tag) {
    case "TooShort":
      return `has fewer than ${weakness.minLength} characters`
    case "WellKnown":
      return "is a value from examples that everybody knows"
    case "Predictable":
      return `repeats itself or has too few different characters (about ${weakness.bits} bits; at least ${weakness.minBits} are needed)`
  }
}

const lineOf = (variable: string, text: string, strength: SecretStrength, remedy: string): ReadonlyArray<string> => {
  const weakness = weaknessOf(text, strength)
  return weakness === null ? [] : [`${variable} ${explain(weakness)}. ${remedy}`]
}

const make = "Make one with: openssl rand -hex 32"

/** Each byte as a character: what repeats in the key repeats in the text. */
const textOf = (bytes: Uint8Array): string =>
  Array.map(Array.fromIterable(bytes), (byte) => String.fromCharCode(byte)).join("")

type Given = Pick<Settings, "authJwtSecret" | "metaAppSecrets" | "metaVerifyToken" | "secretsKeys" | "serviceRoleKey">

/** A line for each secret that is too weak. It names the variable and never the value. */
const weakSecretLines = (given: Given): ReadonlyArray<string> => {
  const one = (variable: string, secret: Option.Option<Redacted.Redacted>, strength: SecretStrength) =>
    Option.match(secret, {
      onNone: () => [],
      onSome: (value) => lineOf(variable, Redacted.value(value), strength, make)
    })
  const appSecrets = Option.getOrElse(given.metaAppSecrets, () => [])
  const keys = Option.getOrElse(given.secretsKeys, () => [])
  return [
    ...one("AUTH_JWT_SECRET", given.authJwtSecret, key),
    ...appSecrets.flatMap((secret) =>
      lineOf("META_APP_SECRET", Redacted.value(secret), appSecret, "Copy it from the App Dashboard of Meta")
    ),
    ...one("META_VERIFY_TOKEN", given.metaVerifyToken, verifyToken),
    ...keys.flatMap((secret) => lineOf("SECRETS_KEY", textOf(keyBytes(Redacted.value(secret))), key, make)),
    ...one("SERVICE_ROLE_KEY", given.serviceRoleKey, key)
  ]
}

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
