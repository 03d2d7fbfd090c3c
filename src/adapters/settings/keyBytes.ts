import { Result } from "effect"
import { Base64, Hex } from "effect/encoding"

/** The bytes of a key as `SECRETS_KEY` has it: 64 hexadecimal digits, or base64. */
export const keyBytes = (text: string): Uint8Array =>
  Result.getOrElse(text.length === 64 ? Hex.decode(text) : Base64.decode(text), () => new Uint8Array())
