import { Effect, Schema, Stream } from "effect"
import { MultipartParser } from "effect/http"

/** The part of a form that is the file. */
export const filePart = "file"

/** Parts that a form may have. */
const maxParts = 100

/** The form cannot be read, or does not have exactly one part that is the file. */
export class FormRefused extends Schema.TaggedError<FormRefused>()("FormRefused", {
  reason: Schema.Literals(["malformed", "no file", "several files"])
}) {}

/** The bytes of the file in a `multipart/form-data` body (RFC 7578), as they come in; other parts are passed over. */
export const fileIn = <E>(
  headers: Record<string, string>,
  body: Stream.Stream<Uint8Array, E>
): Stream.Stream<Uint8Array, E | FormRefused> =>
  Stream.suspend(() => {
    let read: Array<Uint8Array> = []
    let files = 0
    let refusal: FormRefused | null = null
    const parser = MultipartParser.make({
      headers,
      maxParts,
      isFile: () => true,
      onField: () => {},
      onFile: ({ name }) => {
        if (name === filePart && ++files > 1) refusal ??= new FormRefused({ reason: "several files" })
        return (bytes) => {
          if (name === filePart && bytes !== null) read.push(bytes)
        }
      },
      onError: () => (refusal ??= new FormRefused({ reason: "malformed" })),
      onDone: () => {}
    })
    /** What the parser makes of a step: bytes of the file, which may be none. */
    const step = (move: () => void) =>
      Effect.suspend(() => {
        move()
        const bytes = read
        read = []
        return refusal === null ? Effect.succeed(bytes) : Effect.fail(refusal)
      })
    const end = step(() => {
      parser.end()
      if (files === 0) refusal ??= new FormRefused({ reason: "no file" })
    })
    return Stream.mapEffect(body, (bytes) => step(() => parser.write(bytes))).pipe(
      Stream.concat(Stream.fromEffect(end)),
      Stream.flattenIterable
    )
  })
