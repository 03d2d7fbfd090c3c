import { Effect, Option, Schema } from "effect"

/** Reads an id in the text of a caller, who may write a UUID in capitals. None: the text is the id of nothing. */
export const idIn = <S extends Schema.ConstraintDecoder<unknown>>(
  id: S
): ((text: string) => Option.Option<S["Type"]>) => {
  const decode = Schema.decodeUnknownOption(id)
  return (text) => decode(text.toLowerCase())
}

/** The same; a text that is the id of nothing fails like an id that does not exist. */
export const idOr = <S extends Schema.ConstraintDecoder<unknown>, E>(
  id: S,
  notFound: () => E
): ((text: string) => Effect.Effect<S["Type"], E>) => {
  const read = idIn(id)
  return (text) => Option.match(read(text), { onNone: () => Effect.fail(notFound()), onSome: Effect.succeed })
}
