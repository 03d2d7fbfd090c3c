import { Schema } from "effect"
import { PastMessage } from "../../src/domain/messages/PastMessage.ts"
import { realistic } from "./realistic.ts"

const optional = <S extends Schema.Constraint>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** Lines of an import. Their times and addresses are from lists: hardly any random text is one. */
const Line = Schema.Struct({
  ...PastMessage.fields,
  time: Schema.Literals([
    "2000-01-01T00:00Z",
    "2024-02-29T23:59:59+05:45",
    "2026-11-20T12:00:00.123Z",
    "2026-11-20T09:00:00.123456789-03:00"
  ]),
  media: optional(
    Schema.Struct({
      url: Schema.Literals(["https://shop.example.com/menu.pdf", "https://cdn.example.com/a/photo.jpg?size=large"]),
      mimeType: optional(Schema.Literals(["image/jpeg", "application/pdf", "audio/ogg", "video/mp4"])),
      filename: optional(Schema.Literals(["menu.pdf", "photo 1.jpg", "Rechnung Größe.pdf"]))
    })
  )
})

/** A message of an import, in any of the types, with and without the optional fields. */
export const pastMessage = realistic("pastMessage", Line)
