import { Array as Arr, Result } from "effect"
import type { PartValues, TemplateButton, TemplateParameter, TemplatePart } from "./TemplatePart.ts"
import {
  TemplateParameterCountMismatch,
  TemplateParameterFormatMismatch,
  TemplateParameterNameMismatch,
  TemplateParameterTextInvalid,
  TemplateParameterValueMissing,
  type TemplateRefused
} from "./TemplateRefused.ts"

/** What holds for every part of a template: how its values are named, and how long they may be. */
export interface PartRules {
  readonly named: boolean
  readonly maxTextLength: number | null
  readonly card?: number
}

type Checked = Result.Result<void, TemplateRefused>
type Place = {
  readonly component: string
  readonly index?: number
  readonly buttonType?: string
  readonly card?: number
}

const placeholder = /\{\{\s*(\w+)\s*\}\}/g

/** The placeholders of a text, each once, in the order of their first use. */
export const placeholdersOf = (text: string): ReadonlyArray<string> =>
  Arr.dedupe(Array.from(text.matchAll(placeholder), ([, name = ""]) => name))

/** What no text value may hold: the platform would break its own layout. */
const unprintable = /[\n\r\t]| {5}/

const checkCount = (place: Place, expected: number, given: number): Checked =>
  expected === given ? Result.void : Result.fail(new TemplateParameterCountMismatch({ ...place, expected, given }))

const checkNames = (
  place: Place,
  names: ReadonlyArray<string>,
  parameters: ReadonlyArray<TemplateParameter>
): Checked => {
  const given = parameters.flatMap(({ parameter_name: name }) => name ?? [])
  const missing = Arr.difference(names, given)
  const unknown = Arr.difference(given, names)
  return missing.length === 0 && unknown.length === 0
    ? Result.void
    : Result.fail(new TemplateParameterNameMismatch({ ...place, missing, unknown }))
}

const checkTexts = (place: Place, limit: number | null, parameters: ReadonlyArray<TemplateParameter>): Checked => {
  const parameter = parameters.findIndex(
    ({ text = "" }) => unprintable.test(text) || (limit !== null && text.length > limit)
  )
  if (parameter < 0) return Result.void
  const tooLong = !unprintable.test(parameters[parameter]?.text ?? "")
  return Result.fail(new TemplateParameterTextInvalid({ ...place, parameter, limit: tooLong ? limit : null }))
}

const checkKinds = (
  place: Place,
  kinds: ReadonlyArray<string>,
  parameters: ReadonlyArray<TemplateParameter>
): Checked => {
  const other = parameters.find(({ type }) => !kinds.includes(type.toLowerCase()))
  return other === undefined
    ? Result.void
    : Result.fail(
        new TemplateParameterFormatMismatch({
          ...place,
          expected: (kinds[0] ?? "").toUpperCase(),
          given: other.type.toUpperCase()
        })
      )
}

const checkText = (
  place: Place,
  text: string,
  kinds: ReadonlyArray<string>,
  parameters: ReadonlyArray<TemplateParameter>,
  rules: PartRules
): Checked =>
  Result.gen(function* () {
    const placeholders = placeholdersOf(text)
    yield* checkCount(place, placeholders.length, parameters.length)
    yield* checkNames(place, rules.named ? placeholders : [], parameters)
    yield* checkKinds(place, kinds, parameters)
    yield* checkTexts(place, rules.maxTextLength, parameters)
  })

/** The body of an authentication template is the platform's own text, and may be listed without it. */
export const bodyText = (body: TemplatePart): string =>
  body.text ?? (body.add_security_recommendation === undefined ? "" : "{{1}}")

const isFilled = (text: string | undefined): boolean => text !== undefined && text !== ""

/** The field that a value of products leaves out; undefined when it leaves out none. `kind` is that of its header or button. */
const missingProduct = (kind: string, { action, product }: TemplateParameter): string | undefined => {
  const products = (action?.sections ?? []).flatMap(({ product_items }) => product_items)
  switch (kind) {
    case "PRODUCT":
      return isFilled(product?.product_retailer_id) ? undefined : "product_retailer_id"
    case "CATALOG":
      return isFilled(action?.thumbnail_product_retailer_id) ? undefined : "thumbnail_product_retailer_id"
    case "MPM":
      if (products.length === 0) return "sections"
      return products.every((item) => isFilled(item.product_retailer_id)) ? undefined : "product_retailer_id"
    default:
      return undefined
  }
}

const checkProducts = (place: Place, kind: string, parameters: ReadonlyArray<TemplateParameter>): Checked => {
  const missing = parameters.map((parameter) => missingProduct(kind, parameter))
  const parameter = missing.findIndex((value) => value !== undefined)
  const value = missing[parameter]
  return value === undefined
    ? Result.void
    : Result.fail(new TemplateParameterValueMissing({ ...place, parameter, value }))
}

/** A header of media takes exactly one value, of its own kind; one of text is like a body. */
const checkHeader = (header: TemplatePart | undefined, values: PartValues | undefined, rules: PartRules): Checked => {
  const place = { component: "header", ...(rules.card === undefined ? {} : { card: rules.card }) }
  const parameters = values?.parameters ?? []
  const format = header?.format?.toUpperCase() ?? "TEXT"
  if (format === "TEXT")
    return checkText(place, header?.text ?? "", ["text"], parameters, { ...rules, maxTextLength: null })
  const given = parameters[0]?.type.toUpperCase() ?? "UNKNOWN"
  if (given !== format) return Result.fail(new TemplateParameterFormatMismatch({ ...place, expected: format, given }))
  return Result.gen(function* () {
    yield* checkCount(place, 1, parameters.length)
    yield* checkProducts(place, format, parameters)
  })
}

/** The kind of value that a button cannot be sent without, if any. */
const neededBy = ({ type, url = "" }: TemplateButton): string | null => {
  const kind = type.toUpperCase()
  if (kind === "OTP" || (kind === "URL" && placeholdersOf(url).length > 0)) return "text"
  if (kind === "COPY_CODE") return "coupon_code"
  return kind === "MPM" || kind === "ORDER_DETAILS" ? "action" : null
}

/** The kind of value that a button takes when it is given one. */
const optionalFor: Readonly<Record<string, string>> = {
  QUICK_REPLY: "payload",
  FLOW: "action",
  CATALOG: "action",
  SPM: "action",
  REMINDER: "action",
  BOOKING_CONFIRMATION: "action",
  VOICE_CALL: "payload"
}

const checkButton = (button: TemplateButton | undefined, values: PartValues | undefined, at: Place): Checked => {
  const parameters = values?.parameters ?? []
  if (button === undefined) return checkCount(at, 0, Math.max(1, parameters.length))
  const kind = button.type.toUpperCase() === "OTP" ? "URL" : button.type.toUpperCase()
  const place = { ...at, buttonType: kind }
  const given = values?.sub_type?.toUpperCase() ?? kind
  if (given !== kind) return Result.fail(new TemplateParameterFormatMismatch({ ...place, expected: kind, given }))
  const needed = neededBy(button)
  const allowed = needed ?? optionalFor[kind]
  if (needed === null && parameters.length === 0) return Result.void
  return Result.gen(function* () {
    yield* checkCount(place, allowed === undefined ? 0 : 1, parameters.length)
    yield* checkKinds(place, [allowed ?? ""], parameters)
    yield* checkProducts(place, kind, parameters)
  })
}

const checkButtons = (
  buttons: ReadonlyArray<TemplateButton>,
  values: ReadonlyArray<PartValues>,
  rules: PartRules
): Checked =>
  Result.gen(function* () {
    const given = new Map(values.map((value) => [Number(value.index ?? 0), value]))
    const indexes = Arr.dedupe([...buttons.keys(), ...given.keys()])
    for (const index of indexes) {
      const place = { component: "button", index, ...(rules.card === undefined ? {} : { card: rules.card }) }
      yield* checkButton(buttons[index], given.get(index), place)
    }
  })

/** Whether the values fit the header, body and buttons of a template or card: number, names and kinds. */
export const checkParts = (
  parts: ReadonlyArray<TemplatePart>,
  values: ReadonlyArray<PartValues>,
  rules: PartRules
): Checked =>
  Result.gen(function* () {
    const part = (type: string) => parts.find((candidate) => candidate.type.toUpperCase() === type)
    const valuesOf = (type: string) => values.filter((candidate) => candidate.type.toLowerCase() === type)
    const body = part("BODY")
    const place = { component: "body", ...(rules.card === undefined ? {} : { card: rules.card }) }
    yield* checkHeader(part("HEADER"), valuesOf("header")[0], rules)
    yield* checkText(
      place,
      body === undefined ? "" : bodyText(body),
      ["text", "currency", "date_time"],
      valuesOf("body")[0]?.parameters ?? [],
      rules
    )
    yield* checkButtons(part("BUTTONS")?.buttons ?? [], valuesOf("button"), rules)
  })
