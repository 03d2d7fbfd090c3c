import { Result, Schema } from "effect"
import { placeholdersOf } from "../../src/domain/templates/checkParts.ts"
import type { TemplateDefinition } from "../../src/domain/templates/Template.ts"
import type { TemplateButton, TemplatePart } from "../../src/domain/templates/TemplatePart.ts"
import { type GraphError, refusal } from "../graph/GraphError.ts"
import { invalidTemplate } from "./TemplatesState.ts"

/** Limits of a submitted template; of texts in characters (platforms P3). */
const maxHeader = 60
const maxBody = 1024
const maxFooter = 60
const maxButtons = 10
const maxButtonText = 25
const maxUrl = 2000
const maxPhone = 20

interface Rules {
  readonly category: string
  readonly isNamed: boolean
}

type Problem = GraphError | null

const incorrect: Readonly<Record<string, readonly [subcode: number, title: string]>> = {
  HEADER: [2388047, "Message header format is incorrect"],
  BODY: [2388072, "Message body format is incorrect"],
  FOOTER: [2388073, "Message footer format is incorrect"]
}

/** A part, or its buttons, that is not formed as it has to be. */
const badFormat = (part: string, message: string): GraphError => {
  const [subcode, title] = incorrect[part] ?? [undefined, "Message buttons format is incorrect"]
  return invalidTemplate(subcode, title, message)
}

const tooLong = (part: string, max: number): GraphError =>
  invalidTemplate(2388040, "Character Limit Exceeded", `The ${part} can't be longer than ${max} characters.`)

const withoutExample = (part: string): GraphError =>
  invalidTemplate(
    2388043,
    'Message template "components" param is missing expected field(s)',
    `component of type ${part} is missing expected field(s) (example)`
  )

const atTheEdge = invalidTemplate(
  2388299,
  "Leading or Trailing Params Not Allowed",
  "Variables can't be at the start or end of the template."
)

const lengthOf = (text: string): number => Array.from(text).length

/** Numbers count up from 1; names are small letters, digits and underscores. */
const areWellFormed = (names: ReadonlyArray<string>, { isNamed }: Rules): boolean =>
  isNamed
    ? names.every((name) => /^[a-z][a-z0-9_]*$/.test(name))
    : names.toSorted((a, b) => Number(a) - Number(b)).every((name, index) => name === String(index + 1))

const Examples = Schema.Struct({
  header_text: Schema.optionalKey(Schema.Array(Schema.String)),
  header_text_named_params: Schema.optionalKey(Schema.Array(Schema.Struct({ param_name: Schema.String }))),
  header_handle: Schema.optionalKey(Schema.Array(Schema.String)),
  body_text: Schema.optionalKey(Schema.Array(Schema.Union([Schema.String, Schema.Array(Schema.String)]))),
  body_text_named_params: Schema.optionalKey(Schema.Array(Schema.Struct({ param_name: Schema.String })))
})
const isExamples = Schema.is(Examples)

const examplesOf = ({ example }: TemplatePart): typeof Examples.Type => (isExamples(example) ? example : {})

/** Whether there is an example for each placeholder. */
const hasExamples = (part: TemplatePart, names: ReadonlyArray<string>, { isNamed }: Rules): boolean => {
  const examples = examplesOf(part)
  const isHeader = part.type === "HEADER"
  if (isNamed) {
    const given = (isHeader ? examples.header_text_named_params : examples.body_text_named_params) ?? []
    return names.every((name) => given.some(({ param_name }) => param_name === name))
  }
  const [first = []] = examples.body_text ?? []
  const count = isHeader
    ? (examples.header_text ?? []).length
    : typeof first === "string"
      ? (examples.body_text ?? []).length
      : first.length
  return count >= names.length
}

const checkWords = (part: TemplatePart, max: number, rules: Rules): Problem => {
  const { text = "", type } = part
  if (text.trim() === "") return badFormat(type, `The ${type.toLowerCase()} needs a text.`)
  if (lengthOf(text) > max) return tooLong(type.toLowerCase(), max)
  const names = placeholdersOf(text)
  if (!areWellFormed(names, rules)) {
    return badFormat(
      type,
      rules.isNamed
        ? "Variables must be names of lowercase letters, digits and underscores with two sets of curly brackets."
        : "Variables must be whole numbers that count up from 1 with two sets of curly brackets."
    )
  }
  return hasExamples(part, names, rules) ? null : withoutExample(type)
}

const checkHeader = (part: TemplatePart, rules: Rules): Problem => {
  switch (part.format) {
    case "TEXT":
      return placeholdersOf(part.text ?? "").length > 1
        ? badFormat("HEADER", "The header can have one variable.")
        : checkWords(part, maxHeader, rules)
    case "DOCUMENT":
    case "GIF":
    case "IMAGE":
    case "VIDEO":
      return (examplesOf(part).header_handle ?? []).length > 0 ? null : withoutExample("HEADER")
    case "LOCATION":
    case "PRODUCT":
      return null
    default:
      return badFormat("HEADER", "The format must be one of TEXT, IMAGE, VIDEO, GIF, DOCUMENT, LOCATION and PRODUCT.")
  }
}

const checkBody = (part: TemplatePart, rules: Rules): Problem => {
  const text = part.text?.trim() ?? ""
  if (rules.category !== "AUTHENTICATION" && (text.startsWith("{{") || text.endsWith("}}"))) return atTheEdge
  return checkWords(part, maxBody, rules)
}

const checkFooter = (part: TemplatePart, rules: Rules): Problem => {
  const { text = "" } = part
  // The footer of an authentication template may be left out, and is the platform's own otherwise.
  if (rules.category === "AUTHENTICATION") return null
  return placeholdersOf(text).length > 0
    ? badFormat("FOOTER", "The footer can't have variables.")
    : checkWords(part, maxFooter, rules)
}

/** Kinds of buttons, and whether the business words them. */
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

const checkLink = ({ example, url = "" }: TemplateButton): Problem => {
  if (lengthOf(url) > maxUrl) return tooLong("URL of a button", maxUrl)
  const names = placeholdersOf(url)
  if (!URL.canParse(url.replaceAll(/\{\{\w+\}\}/g, "x")))
    return badFormat("BUTTONS", "The URL of a button is not valid.")
  if (names.length === 0) return null
  if (names.length > 1 || !url.endsWith("}}"))
    return badFormat("BUTTONS", "The URL of a button can have one variable, at its end.")
  return Array.isArray(example) && example.length > 0 ? null : withoutExample("BUTTONS")
}

const checkButton = (button: TemplateButton, { category }: Rules): Problem => {
  const { phone_number: phone = "", text = "", type } = button
  const worded = isWorded[type]
  if (worded === undefined) return badFormat("BUTTONS", `A button can't be of type ${type}.`)
  if (worded && text.trim() === "") return badFormat("BUTTONS", `A button of type ${type} needs a text.`)
  if (worded && lengthOf(text) > maxButtonText) return tooLong("text of a button", maxButtonText)
  if (type === "URL" && category !== "AUTHENTICATION") return checkLink(button)
  if (type === "PHONE_NUMBER" && (phone === "" || phone.length > maxPhone)) {
    return badFormat("BUTTONS", `A button of type PHONE_NUMBER needs a phone number of at most ${maxPhone} characters.`)
  }
  return null
}

const checkButtons = ({ buttons = [] }: TemplatePart, rules: Rules): Problem =>
  buttons.length < 1 || buttons.length > maxButtons
    ? badFormat("BUTTONS", `A template can have 1 to ${maxButtons} buttons.`)
    : (buttons.map((button) => checkButton(button, rules)).find((problem) => problem !== null) ?? null)

const checks: Readonly<Record<string, (part: TemplatePart, rules: Rules) => Problem>> = {
  HEADER: checkHeader,
  BODY: checkBody,
  FOOTER: checkFooter,
  BUTTONS: checkButtons,
  CALL_PERMISSION_REQUEST: () => null,
  CAROUSEL: () => null,
  LIMITED_TIME_OFFER: () => null
}

const unknownType = (index: number, type: string): GraphError =>
  refusal(100, {
    message: `(#100) Param components[${index}]['type'] must be one of {${Object.keys(checks).join(", ")}} - got "${type}".`
  })

/** Whether the platform would take these parts for review: their kinds, lengths, variables and examples. */
export const checkComponents = (
  parts: TemplateDefinition["components"],
  rules: Rules
): Result.Result<void, GraphError> => {
  const types = parts.map(({ type }) => type)
  const repeated = types.find((type, index) => types.indexOf(type) !== index)
  if (repeated !== undefined)
    return Result.fail(badFormat(repeated, `A template can have one component of type ${repeated}.`))
  if (!types.includes("BODY")) return Result.fail(badFormat("BODY", "A template needs a component of type BODY."))
  for (const [index, part] of parts.entries()) {
    const check = checks[part.type]
    const problem = check === undefined ? unknownType(index, part.type) : check(part, rules)
    if (problem !== null) return Result.fail(problem)
  }
  return Result.void
}
