import { Array, Option, Redacted, Schema } from "effect"
import { type SecretStrength, type SecretWeakness, weaknessOf } from "../../domain/access/weakSecret.ts"
import { keyBytes } from "./keyBytes.ts"
import type { Settings } from "./Settings.ts"

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
export const weakSecretLines = (given: Given): ReadonlyArray<string> => {
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
