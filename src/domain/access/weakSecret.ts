/** How long a secret has to be, and how hard to guess. */
export interface SecretStrength {
  readonly minLength: number
  /** By the estimate of `estimatedBits`. */
  readonly minBits: number
}

/** The weakness of a secret: facts about its form, never a part of it. */
export type SecretWeakness =
  | { readonly _tag: "TooShort"; readonly minLength: number }
  | { readonly _tag: "Predictable"; readonly bits: number; readonly minBits: number }
  | { readonly _tag: "WellKnown" }

/** Values from examples and tutorials, as lower-case letters and digits. Attackers try them first. */
const wellKnown: ReadonlySet<string> = new Set([
  "secret",
  "secretkey",
  "mysecret",
  "mysecretkey",
  "changeme",
  "pleasechangeme",
  "password",
  "admin",
  "development",
  "yoursecret",
  "yoursecretkey",
  "your256bitsecret",
  "yourverysecretkey",
  "asecretofenoughcharacters",
  "supersecret",
  "supersecretkey",
  "supersecretjwttoken",
  "yoursupersecretjwttoken",
  "supersecretjwttokenwithatleast32characterslong",
  "yoursupersecretjwttokenwithatleast32characterslong"
])

/** Whether the character continues a row such as `abc`, `321` or `xxx`: the same step of at most one. */
const continuesRow = (text: string, at: number): boolean => {
  const step = text.charCodeAt(at) - text.charCodeAt(at - 1)
  return at >= 2 && Math.abs(step) <= 1 && text.charCodeAt(at - 1) - text.charCodeAt(at - 2) === step
}

/**
 * A simple estimate of how many bits a guesser lacks. Each character counts as one of the different characters of the
 * text, save those that follow from what stands before them: they go on with a row (`abc`, `321`, `xxx`), or end three
 * characters that were there before, as all repetitions do. Words are not looked up.
 */
export const estimatedBits = (text: string): number => {
  const seen = new Set<string>()
  let surprising = 0
  for (let at = 0; at < text.length; at += 1) {
    const three = at < 2 ? null : text.slice(at - 2, at + 1)
    if ((three === null || !seen.has(three)) && !continuesRow(text, at)) surprising += 1
    if (three !== null) seen.add(three)
  }
  return surprising * Math.log2(Math.max(1, new Set(text).size))
}

/** The reason why the secret is too weak; null if it is strong enough. */
export const weaknessOf = (text: string, { minBits, minLength }: SecretStrength): SecretWeakness | null => {
  if (wellKnown.has(text.toLowerCase().replaceAll(/[^a-z0-9]/g, ""))) return { _tag: "WellKnown" }
  if (text.length < minLength) return { _tag: "TooShort", minLength }
  const bits = Math.floor(estimatedBits(text))
  return bits < minBits ? { _tag: "Predictable", bits, minBits } : null
}
