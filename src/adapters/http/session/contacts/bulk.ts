import { Effect, Result } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { createHash } from "node:crypto"
import { importContacts } from "../../../../app/contacts/importContacts.ts"
import type { OrganizationId } from "../../../../domain/Ids.ts"
import { contactRefusals } from "../../../../domain/contacts/contactLimits.ts"
import { phoneRefusals } from "../../../../domain/contacts/PhoneNumber.ts"
import type { RefusedRow, RowRefusal } from "../../../../domain/contacts/importContacts.ts"
import { truncate } from "../../../../domain/text/textLimits.ts"
import { mapInTurns } from "../../../../collections/mapInTurns.ts"
import { PhoneNumbers } from "../../../../ports/contacts/ContactStore.ts"
import { keyHeader, onceByKey } from "../../idempotency/onceByKey.ts"
import { ok } from "../../shared/envelope.ts"
import { mediaOf } from "../../shared/readJsonBody.ts"
import { SessionApi } from "../Api.ts"
import { fieldNames, shownPhone } from "./ContactViews.ts"
import { callerOf } from "../guards.ts"
import { invalidCountry, invalidField } from "../Failures.ts"
import type { UnreadableRow } from "./ImportItem.ts"
import { type GivenImport, readImport } from "./readImport.ts"
import { keyOutcomes } from "../sendRefusals.ts"
import { Access } from "../SessionAuth.ts"

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
      return "Contact with this phone number already exists"
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
  function* (organizationId: OrganizationId, { defaultCountry, rows }: GivenImport) {
    const numbers = yield* PhoneNumbers
    const readable = rows.filter(Result.isSuccess).map(({ success }) => success)
    const unreadable = yield* mapInTurns(
      rows.filter(Result.isFailure).map(({ failure }) => failure),
      unreadableRow(numbers)
    )
    const { added, refused } = yield* importContacts(organizationId, readable, defaultCountry)
    const errors = [...unreadable, ...refused.map(refusedRow)].toSorted((one, other) => one.index - other.index)
    const contacts = added.map(({ id, phone }) => ({ id, phone: shownPhone(phone), status: "created" as const }))
    return HttpServerResponse.jsonUnsafe(ok({ imported: added.length, skipped: errors.length, errors, contacts }))
  },
  Effect.catchTag("UnknownCountry", () => invalidCountry("defaultCountry"))
)

export const layer = HttpApiBuilder.group(SessionApi, "bulk", (handlers) =>
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
      return yield* onceByKey(callerOf(access), call, imported(access.organizationId, content))
    }, Effect.catchTags(keyOutcomes))
  )
)
