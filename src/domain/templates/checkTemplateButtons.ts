import { Result, Schema } from "effect"
import { placeholdersOf } from "./checkParts.ts"
import { at, checkAll, type Checked, DraftProblem, lengthOf, type Location, refuse } from "./TemplateDraft.ts"
import type { TemplateButton, TemplatePart } from "./TemplatePart.ts"

const { cases } = DraftProblem

/** Limits of buttons; lengths in characters (platforms P3). */
const maxButtonText = 25
const maxCode = 15
const maxUrl = 2000
const maxPhone = 20

/** Maximum number of buttons of one kind in a template. */
const buttonsOfKind: Readonly<Record<string, number>> = { URL: 2, PHONE_NUMBER: 1, COPY_CODE: 1 }

/** Kinds of buttons, and whether the business has to choose their text. */
const isWorded: Readonly<Record<string, boolean>> = {
  APP: true,
  BOOKING_CONFIRMATION: false,
  CATALOG: true,
  COPY_CODE: false,
  FLOW: true,
  MPM: true,
  ORDER_DETAILS: true,
  OTP: false,
  PHONE_NUMBER: true,
  QUICK_REPLY: true,
  REMINDER: false,
  REQUEST_CONTACT_INFO: false,
  SPM: true,
  URL: true,
  VOICE_CALL: true
}

const checkLink = (location: Location, { example, url = "" }: TemplateButton): Checked => {
  const field = at(location, "url")
  if (lengthOf(url) > maxUrl) return refuse(field, cases.TooLong.make({ limit: maxUrl }))
  if (!URL.canParse(url.replaceAll(/\{\{\w+\}\}/g, "x"))) return refuse(field, cases.NotALink.make({}))
  const names = placeholdersOf(url)
  if (names.length === 0) return Result.void
  if (names.length > 1 || !url.endsWith("}}")) return refuse(field, cases.PlaceholderInLink.make({}))
  return Array.isArray(example) && example.length > 0
    ? Result.void
    : refuse(at(location, "example"), cases.ExampleMissing.make({}))
}

const isText = Schema.is(Schema.String)

const checkCode = (location: Location, { example }: TemplateButton): Checked => {
  const [code] = Array.isArray(example) ? example : [example]
  if (!isText(code) || code === "") return refuse(at(location, "example"), cases.ExampleMissing.make({}))
  return lengthOf(code) > maxCode
    ? refuse(at(location, "example"), cases.TooLong.make({ limit: maxCode }))
    : Result.void
}

const checkButton = (location: Location, button: TemplateButton): Checked => {
  const { phone_number: phone = "", text = "", type } = button
  const worded = isWorded[type]
  if (worded === undefined) {
    return refuse(at(location, "type"), cases.NotOneOf.make({ supported: Object.keys(isWorded) }))
  }
  if (worded && text.trim() === "") return refuse(at(location, "text"), cases.Missing.make({}))
  if (lengthOf(text) > maxButtonText) return refuse(at(location, "text"), cases.TooLong.make({ limit: maxButtonText }))
  switch (type) {
    case "URL":
      return checkLink(location, button)
    case "COPY_CODE":
      return checkCode(location, button)
    case "PHONE_NUMBER":
      if (phone === "") return refuse(at(location, "phone_number"), cases.Missing.make({}))
      return phone.length > maxPhone
        ? refuse(at(location, "phone_number"), cases.TooLong.make({ limit: maxPhone }))
        : Result.void
    default:
      return Result.void
  }
}

/** Whether quick replies stand together, before or after all other buttons. */
const isGrouped = (buttons: ReadonlyArray<TemplateButton>): boolean => {
  const changes = buttons.filter(
    ({ type }, index) => index > 0 && (type === "QUICK_REPLY") !== (buttons[index - 1]?.type === "QUICK_REPLY")
  )
  return changes.length <= 1
}

/** Checks the number, order and kinds of buttons, and the fields of each. */
export const checkTemplateButtons = (location: Location, { buttons = [] }: TemplatePart, max: number): Checked =>
  Result.gen(function* () {
    const field = at(location, "buttons")
    if (buttons.length < 1 || buttons.length > max)
      return yield* refuse(field, cases.CountOutside.make({ min: 1, max }))
    yield* checkAll(buttons, (button, index) =>
      checkButton({ ...field, field: `${field.field}[${index}]`, button: button.type }, button)
    )
    for (const [kind, limit] of Object.entries(buttonsOfKind)) {
      const isTooMany = buttons.filter(({ type }) => type === kind).length > limit
      if (isTooMany) return yield* refuse(field, cases.TooManyOfKind.make({ kind, limit }))
    }
    if (!isGrouped(buttons)) return yield* refuse(field, cases.ButtonsMixed.make({}))
  })
