import { type Option, Result } from "effect"
import { Base64 } from "effect/encoding"

/** What stands for a character of base64 that does not belong into addresses; Z itself, as it begins them all. */
const escapes: Readonly<Record<string, string>> = { Z: "ZA", "+": "ZB", "/": "ZC", "=": "ZD" }
const characters: Readonly<Record<string, string>> = { ZA: "Z", ZB: "+", ZC: "/", ZD: "=" }

/** A text as the Graph API hides it in cursors and in the ids of Instagram. */
export const opaqueText = (text: string): string =>
  Base64.encode(text).replaceAll(/[Z+/=]/g, (character) => escapes[character] ?? character)

/** The text again; none when it was not hidden in this way. */
export const openText = (opaque: string): Option.Option<string> =>
  Result.getSuccess(Base64.decodeString(opaque.replaceAll(/Z[A-D]/g, (escape) => characters[escape] ?? escape)))
