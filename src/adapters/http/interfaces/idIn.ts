import { Effect, Option, Schema } from "effect"

/** Parses an id, with UUIDs in upper or lower case. Returns none if the text is not an id. */
export const idIn = <S extends Schema.ConstraintDecoder<unknown>>(
  id: S
): ((text: string) => Option.Option<S["Type"]>) => {
  const decode = Schema.decodeUnknownOption(id)
  return (text) => decode(text.toLowerCase())
}

/** Parses an id. A text that is not an id fails like an unknown id. */
export const idOr = <S extends Schema.ConstraintDecoder<unknown>, E>(
  id: S,
  notFound: () => E
): ((text: string) => Effect.Effect<S["Type"], E>) => {
  const read = idIn(id)
  return (text) => Option.match(read(text), { onNone: () => Effect.fail(notFound()), onSome: Effect.succeed })
}
