import { Effect, Result, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { createHash } from "node:crypto"
import { importContacts } from "../../../app/contacts/importContacts.ts"
import { mapInTurns } from "../../../collections/mapInTurns.ts"
import { ContactId, type OrganizationId } from "../../../domain/Ids.ts"
import { phoneRefusals } from "../../../domain/contacts/PhoneNumber.ts"
import { contactRefusals } from "../../../domain/contacts/contactLimits.ts"
import { type RefusedRow, type RowRefusal, maxImportRows } from "../../../domain/contacts/importContacts.ts"
import { actorOf } from "../../../domain/access/SessionAccess.ts"
import { truncate } from "../../../domain/text/textLimits.ts"
import { PhoneNumbers } from "../../../ports/contacts/ContactStore.ts"
import { keyHeader, onceByKey } from "../idempotency/onceByKey.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { ReadsBodyItself, mediaOf } from "../interfaces/readJsonBody.ts"
import { Text, optional } from "../interfaces/requestFields.ts"
import { unknownCountry, invalidField, keyOutcomes } from "../interfaces/session/Failures.ts"
import { callerOf } from "../interfaces/session/guards.ts"
import { Access, IdempotencyGuard, sessionApi } from "../interfaces/session/middleware.ts"
import { ImportItem, type UnreadableRow } from "./ImportItem.ts"
import { fieldNames, shownPhone } from "./SessionContactViews.ts"
import { type GivenImport, countryPart, filePart, maxImportBytes, readImport } from "./readImport.ts"
import { phoneTaken } from "./sessionContacts.ts"

const countryDescription =
  "Country, ISO 3166-1 alpha-2, of the national phone numbers; the organization's default country when left out"

const ImportJson = Schema.Struct({
  contacts: Schema.Array(ImportItem).annotate({ description: `The contacts, at most ${maxImportRows}` }),
  [countryPart]: optional(Text).annotate({ description: countryDescription })
}).annotate({
  identifier: "ImportContactsRequest",
  description: "Contacts to add",
  examples: [
    {
      contacts: [
        { userNumber: "+15551234567", userName: "Ada Lovelace", email: "ada@example.com", tags: ["vip", "newsletter"] },
        { userNumber: "+15557654321" }
      ]
    }
  ]
})

const description =
  "CSV (RFC 4180) in UTF-8, or in UTF-16 with its mark. A header row names the columns userNumber, userName, email and tags, in any order; only userNumber has to be there. Fields are separated by commas, semicolons or tabs, as in the header row or as Excel's line `sep=;` says; tags by semicolons inside their field, which has quotes then where semicolons separate fields. Empty lines are no rows."

const csvExample = `userNumber,userName,email,tags
+15551234567,"Lovelace, Ada",ada@example.com,vip;newsletter
`

const ImportCsv = Schema.String.annotate({ description, examples: [csvExample] }).pipe(
  HttpApiSchema.asText({ contentType: "text/csv" })
)

/** Documents the payload as a form upload. */
const ImportForm = Schema.Struct({
  [filePart]: Schema.String.annotate({ description, format: "binary" }),
  [countryPart]: Schema.optionalKey(Schema.String).annotate({ description: countryDescription })
}).pipe(HttpApiSchema.asMultipart())

const Imported = Data(
  Schema.Struct({
    imported: Schema.Int.annotate({ description: "How many contacts were added" }),
    skipped: Schema.Int.annotate({ description: "How many rows added no contact; each is among the errors" }),
    errors: Schema.Array(
      Schema.Struct({
        index: Schema.Int.annotate({ description: "Place of the row, 0 for the first; a header does not count" }),
        phone: Schema.String.annotate({ description: "E.164 with +, or the beginning of the given text" }),
        error: Schema.String.annotate({ description: "Why the row was skipped, for people" })
      })
    ).annotate({ description: "The rows that were skipped, in their order" }),
    contacts: Schema.Array(
      Schema.Struct({
        id: ContactId.annotate({ description: "The contact's id" }),
        phone: Schema.String.annotate({ description: "Phone number, E.164 with +" }),
        status: Schema.Literal("created").annotate({ description: "Always created" })
      })
    ).annotate({ description: "The contacts that were added, in the order of their rows" })
  })
).annotate({
  examples: [
    ok({
      imported: 1,
      skipped: 1,
      errors: [{ index: 1, phone: "+15557654321", error: "Contact with this phone number already exists" }],
      contacts: [
        {
          id: ContactId.make("018f4e2a-7c1b-7d3e-9a56-3f2b8c0d4e71"),
          phone: "+15551234567",
          status: "created" as const
        }
      ]
    })
  ]
})

/** Endpoint of imports (contract: Session contacts; CSV import). */
export const BulkGroup = HttpApiGroup.make("bulk")
  .add(
    HttpApiEndpoint.post("import", "/contacts/bulk", {
      query: {
        [countryPart]: Schema.optionalKey(Text).annotate({ description: countryDescription })
      },
      payload: [ImportJson, ImportCsv, ImportForm],
      success: Imported
    })
      .middleware(IdempotencyGuard)
      .annotate(ReadsBodyItself, true)
      .annotate(OpenApi.Summary, "Import contacts")
      .annotate(
        OpenApi.Description,
        `Adds many contacts at once, as JSON, as a CSV file, or as a form with a part named \`${filePart}\`: at most ${maxImportRows} rows in ${maxImportBytes / 1024 / 1024} MiB. A row that is not valid, or whose number a contact or an earlier row has in any form, is skipped and reported; the others are added together, and each dispatches \`contact.created\`.`
      )
  )
  .annotate(OpenApi.Title, "Contact import")
  .annotate(OpenApi.Description, "Many contacts at once")

/** Maximum characters of a number in an error. */
const longestGiven = 64

interface RowError {
  readonly index: number
  readonly phone: string
  readonly error: string
}

const reasonOf = (refusal: RowRefusal): string => {
  switch (refusal._tag) {
    case "InvalidPhoneNumber":
      return invalidField("userNumber", phoneRefusals[refusal.reason]).error
    case "ContactFieldRefused":
      return invalidField(fieldNames.create[refusal.field], contactRefusals[refusal.reason]).error
    case "PhoneNumberRepeated":
      return `Phone number is the same as in row ${refusal.firstIndex}`
    case "PhoneNumberTaken":
      return phoneTaken.example.error
  }
}

const refusedRow = ({ index, number, phone, refusal }: RefusedRow): RowError => ({
  index,
  phone: phone === null ? truncate(number, longestGiven) : shownPhone(phone),
  error: reasonOf(refusal)
})

const unreadableRow =
  (numbers: PhoneNumbers["Service"]) =>
  ({ index, number, problem }: UnreadableRow): RowError => ({
    index,
    phone: Result.match(numbers.read(number), {
      onSuccess: ({ phone }) => shownPhone(phone),
      onFailure: () => truncate(number, longestGiven)
    }),
    error: problem
  })

/** Imports the rows and returns their results. */
const imported = Effect.fnUntraced(
  function* (organizationId: OrganizationId, by: string, { defaultCountry, rows }: GivenImport) {
    const numbers = yield* PhoneNumbers
    const readable = rows.filter(Result.isSuccess).map(({ success }) => success)
    const unreadable = yield* mapInTurns(
      rows.filter(Result.isFailure).map(({ failure }) => failure),
      unreadableRow(numbers)
    )
    const { added, refused } = yield* importContacts(organizationId, readable, defaultCountry, by)
    const errors = [...unreadable, ...refused.map(refusedRow)].toSorted((one, other) => one.index - other.index)
    const contacts = added.map(({ id, phone }) => ({ id, phone: shownPhone(phone), status: "created" as const }))
    return HttpServerResponse.jsonUnsafe(ok({ imported: added.length, skipped: errors.length, errors, contacts }))
  },
  Effect.catchTag("UnknownCountry", unknownCountry("defaultCountry"))
)

export const layer = HttpApiBuilder.group(sessionApi(BulkGroup), "bulk", (handlers) =>
  handlers.handleRaw(
    "import",
    Effect.fn(function* ({ query, request }) {
      const access = yield* Access
      const digest = request.headers[keyHeader] === undefined ? null : createHash("sha256")
      const witness = (content: Uint8Array | string) => void digest?.update(content)
      const read = yield* readImport(request, witness)
      const content = { ...read, defaultCountry: query.defaultCountry ?? read.defaultCountry }
      witness(`\n${content.defaultCountry ?? ""}`)
      const call = Effect.sync(() => ({
        mediaType: mediaOf(request.headers["content-type"]).type,
        body: digest?.digest("base64url") ?? "",
        isSend: false
      }))
      return yield* onceByKey(callerOf(access), call, imported(access.organizationId, actorOf(access), content))
    }, Effect.catchTags(keyOutcomes))
  )
)
