import { DateTime, Effect, Option, Schema, SchemaIssue, SchemaTransformation } from "effect"

/** Requires a time zone; otherwise the time would be parsed as local time of the server. */
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

/** Years that every store can represent in any time zone. */
const earliest = DateTime.makeUnsafe("1970-01-01T00:00:00.000Z")
const latest = DateTime.makeUnsafe("9999-12-30T00:00:00.000Z")

const read = (text: string): Option.Option<DateTime.Utc> =>
  dateTime.test(text)
    ? DateTime.make(text).pipe(
        Option.map(DateTime.toUtc),
        Option.filter(DateTime.between({ minimum: earliest, maximum: latest }))
      )
    : Option.none()

const expected = "a timestamp such as 2026-11-20T12:00:00.000Z"

/** An instant in a request. */
export const instant = (description: string) =>
  Schema.String.annotate({ description: `${description}: ISO 8601 with its zone`, format: "date-time" }).pipe(
    Schema.decodeTo(
      Schema.DateTimeUtc,
      SchemaTransformation.transformEffect<DateTime.Utc, string>({
        decode: (text, options) =>
          Option.match(read(text), {
            onNone: () => Effect.fail(new SchemaIssue.InvalidValue({ expected }, text, options)),
            onSome: Effect.succeed
          }),
        encode: (at) => Effect.succeed(DateTime.formatIso(at))
      })
    )
  )
