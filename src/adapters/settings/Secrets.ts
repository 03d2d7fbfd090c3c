import { Array, Effect, Option, Redacted, Result, Schema } from "effect"
import type { Role } from "./Role.ts"
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

type CheckedSecrets = Pick<
  Settings,
  "authJwtSecret" | "metaAppSecrets" | "metaVerifyToken" | "secretsKeys" | "serviceRoleKey"
>

/** A line for each secret that is too weak. It names the variable and never the value. */
const weakSecretLines = (secrets: CheckedSecrets): ReadonlyArray<string> => {
  const one = (variable: string, secret: Option.Option<Redacted.Redacted>, strength: SecretStrength) =>
    Option.match(secret, {
      onNone: () => [],
      onSome: (value) => lineOf(variable, Redacted.value(value), strength, make)
    })
  const appSecrets = Option.getOrElse(secrets.metaAppSecrets, () => [])
  const keys = Option.getOrElse(secrets.secretsKeys, () => [])
  return [
    ...one("AUTH_JWT_SECRET", secrets.authJwtSecret, key),
    ...appSecrets.flatMap((secret) =>
      lineOf("META_APP_SECRET", Redacted.value(secret), appSecret, "Copy it from the App Dashboard of Meta")
    ),
    ...one("META_VERIFY_TOKEN", secrets.metaVerifyToken, verifyToken),
    ...keys.flatMap((secret) => lineOf("SECRETS_KEY", textOf(keyBytes(Redacted.value(secret))), key, make)),
    ...one("SERVICE_ROLE_KEY", secrets.serviceRoleKey, key)
  ]
}

/** The keys of stored secrets, without which no process works. */
export interface Secrets {
  /** The first seals, all open. */
  readonly secretsKeys: Array.NonEmptyReadonlyArray<Redacted.Redacted<Uint8Array>>
}

/** Variables that have to be set and are not. */
export class SettingsMissing extends Schema.TaggedError<SettingsMissing>()("SettingsMissing", {
  variables: Schema.Array(Schema.String)
}) {
  override get message() {
    return `Set ${this.variables.join(", ")}: there is no default outside of demo mode`
  }
}

/** The development identity provider signs with the shared secret. */
const missingForTokens = (settings: Settings): ReadonlyArray<string> => {
  if (Option.isSome(settings.authJwtSecret)) return []
  if (isIdentityProvider(settings)) return ["AUTH_JWT_SECRET (for DEV_IDENTITY=on)"]
  return Option.isNone(settings.authJwksUrl) ? ["AUTH_JWT_SECRET or AUTH_JWKS_URL"] : []
}

/** The purpose of secrets: a role that uses them, or the keys of stored secrets. */
export type SecretNeed = Role | "keys"

const missingOf = (settings: Settings): Readonly<Record<SecretNeed, ReadonlyArray<string>>> => ({
  inbound: [
    ...(Option.exists(settings.metaAppSecrets, Array.isReadonlyArrayNonEmpty) ? [] : ["META_APP_SECRET"]),
    ...(Option.isNone(settings.metaVerifyToken) ? ["META_VERIFY_TOKEN"] : [])
  ],
  keys: Option.exists(settings.secretsKeys, Array.isReadonlyArrayNonEmpty) ? [] : ["SECRETS_KEY"],
  api: [...missingForTokens(settings), ...(Option.isNone(settings.serviceRoleKey) ? ["SERVICE_ROLE_KEY"] : [])],
  worker: []
})

/** Fails with every variable that is missing for these needs or, outside of demo mode, too weak, all at once. */
export const checkSecrets = (
  settings: Settings,
  needs: ReadonlyArray<SecretNeed>
): Effect.Effect<void, SettingsMissing | WeakSecrets> => {
  const missing = Object.entries(missingOf(settings)).flatMap(([need, variables]) =>
    needs.some((one) => one === need) ? variables : []
  )
  if (missing.length > 0) return Effect.fail(new SettingsMissing({ variables: missing }))
  const weak = Option.isNone(settings.graphUrl) ? [] : weakSecretLines(settings)
  return weak.length > 0 ? Effect.fail(new WeakSecrets({ lines: weak })) : Effect.void
}

/** The keys of stored secrets, once everything that the roles of this process need is there. */
export const secretsOf = (settings: Settings): Effect.Effect<Secrets, SettingsMissing | WeakSecrets> =>
  Effect.flatMap(checkSecrets(settings, ["keys", ...settings.roles]), () =>
    Option.match(Option.filter(settings.secretsKeys, Array.isReadonlyArrayNonEmpty), {
      onNone: () => Effect.fail(new SettingsMissing({ variables: ["SECRETS_KEY"] })),
      onSome: (keys) =>
        Effect.succeed({ secretsKeys: Array.map(keys, (key) => Redacted.make(keyBytes(Redacted.value(key)))) })
    })
  )
