import { Option } from "effect"
import { isSecretName } from "./isSecretName.ts"

/** The replacement of a secret in a log. */
export const redacted = "[redacted]"

/** A parameter in the query or the fragment of an address within a text. */
const parameter = /([?&#])([^?&#=\s]{1,256})=([^&#\s"'<>]*)/g

/** A parameter in a text that is an address as a whole, whose values may contain quotes. */
const ownParameter = /([?&#])([^?&#=\s]{1,256})=([^&#]*)/g

const wholeAddress = /^[a-z][a-z\d+.-]{0,31}:\/\/\S*$/i

/** A user and a password before the host of an address. */
const userInfo = /:\/\/[^/?#\s@]{1,256}@/g

/** Names of secrets in the query of an address only: webhook receivers use such parameters. */
const addressSecretNames: ReadonlySet<string> = new Set(["auth", "code", "hmac", "sig"])

const decodeName = Option.liftThrowable(decodeURIComponent)

/** The text with the secrets in its addresses replaced: users, passwords, and values of parameters with the name of a secret. */
export const withoutAddressSecrets = (text: string): string => {
  const isAddress = text.includes("://")
  const isSecret = (encoded: string): boolean => {
    const name = Option.getOrElse(decodeName(encoded), () => encoded)
    return isSecretName(name) || (isAddress && addressSecretNames.has(name.toLowerCase()))
  }
  return text
    .replaceAll(userInfo, `://${redacted}@`)
    .replaceAll(wholeAddress.test(text) ? ownParameter : parameter, (whole, mark: string, name: string) =>
      isSecret(name) ? `${mark}${name}=${redacted}` : whole
    )
}
