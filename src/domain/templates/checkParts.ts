import { Array as Arr, Result } from "effect"
import {
  type PartValues,
  type TemplateButton,
  type TemplateParameter,
  TemplateParameterCountMismatch,
  TemplateParameterFormatMismatch,
  TemplateParameterNameMismatch,
  TemplateParameterTextInvalid,
  TemplateParameterValueMissing,
  type TemplatePart,
  type TemplateRefused
} from "./TemplatePart.ts"

/** Rules for every part of a template: the names of its parameters, and the length of their values. */
export interface PartRules {
  readonly named: boolean
  readonly maxTextLength: number | null
  readonly card?: number
}

type Checked = Result.Result<void, TemplateRefused>
type PartLocation = {
  readonly component: string
  readonly index?: number
  readonly buttonType?: string
  readonly card?: number
}

const placeholder = /\{\{\s*(\w+)\s*\}\}/g

/** The placeholders of a text, each once, in the order of their first use. */
export const placeholdersOf = (text: string): ReadonlyArray<string> =>
  Arr.dedupe(Array.from(text.matchAll(placeholder), ([, name = ""]) => name))

/** Characters that no text value may contain: the platform would break its own layout. */
const unprintable = /[\n\r\t]| {5}/

const checkCount = (location: PartLocation, expected: number, actual: number): Checked =>
  expected === actual
    ? Result.void
    : Result.fail(new TemplateParameterCountMismatch({ ...location, expected, given: actual }))

const checkNames = (
  location: PartLocation,
  names: ReadonlyArray<string>,
  parameters: ReadonlyArray<TemplateParameter>
): Checked => {
  const actualNames = parameters.flatMap(({ parameter_name: name }) => name ?? [])
  const missing = Arr.difference(names, actualNames)
  const unknown = Arr.difference(actualNames, names)
  return missing.length === 0 && unknown.length === 0
    ? Result.void
    : Result.fail(new TemplateParameterNameMismatch({ ...location, missing, unknown }))
}

const checkTexts = (
  location: PartLocation,
  limit: number | null,
  parameters: ReadonlyArray<TemplateParameter>
): Checked => {
  const parameter = parameters.findIndex(
    ({ text = "" }) => unprintable.test(text) || (limit !== null && text.length > limit)
  )
  if (parameter < 0) return Result.void
  const tooLong = !unprintable.test(parameters[parameter]?.text ?? "")
  return Result.fail(new TemplateParameterTextInvalid({ ...location, parameter, limit: tooLong ? limit : null }))
}

const checkKinds = (
  location: PartLocation,
  kinds: ReadonlyArray<string>,
  parameters: ReadonlyArray<TemplateParameter>
): Checked => {
  const other = parameters.find(({ type }) => !kinds.includes(type.toLowerCase()))
  return other === undefined
    ? Result.void
    : Result.fail(
        new TemplateParameterFormatMismatch({
          ...location,
          expected: (kinds[0] ?? "").toUpperCase(),
          given: other.type.toUpperCase()
        })
      )
}

const checkText = (
  location: PartLocation,
  text: string,
  kinds: ReadonlyArray<string>,
  parameters: ReadonlyArray<TemplateParameter>,
  rules: PartRules
): Checked =>
  Result.gen(function* () {
    const placeholders = placeholdersOf(text)
    yield* checkCount(location, placeholders.length, parameters.length)
    yield* checkNames(location, rules.named ? placeholders : [], parameters)
    yield* checkKinds(location, kinds, parameters)
    yield* checkTexts(location, rules.maxTextLength, parameters)
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

const checkProducts = (location: PartLocation, kind: string, parameters: ReadonlyArray<TemplateParameter>): Checked => {
  const missing = parameters.map((parameter) => missingProduct(kind, parameter))
  const parameter = missing.findIndex((value) => value !== undefined)
  const value = missing[parameter]
  return value === undefined
    ? Result.void
    : Result.fail(new TemplateParameterValueMissing({ ...location, parameter, value }))
}

/** A header of media takes exactly one value, of its own kind; one of text is like a body. */
const checkHeader = (header: TemplatePart | undefined, values: PartValues | undefined, rules: PartRules): Checked => {
  const location = { component: "header", ...(rules.card === undefined ? {} : { card: rules.card }) }
  const parameters = values?.parameters ?? []
  const format = header?.format?.toUpperCase() ?? "TEXT"
  if (format === "TEXT")
    return checkText(location, header?.text ?? "", ["text"], parameters, { ...rules, maxTextLength: null })
  const type = parameters[0]?.type.toUpperCase() ?? "UNKNOWN"
  if (type !== format)
    return Result.fail(new TemplateParameterFormatMismatch({ ...location, expected: format, given: type }))
  return Result.gen(function* () {
    yield* checkCount(location, 1, parameters.length)
    yield* checkProducts(location, format, parameters)
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

const checkButton = (button: TemplateButton | undefined, values: PartValues | undefined, at: PartLocation): Checked => {
  const parameters = values?.parameters ?? []
  if (button === undefined) return checkCount(at, 0, Math.max(1, parameters.length))
  const kind = button.type.toUpperCase() === "OTP" ? "URL" : button.type.toUpperCase()
  const location = { ...at, buttonType: kind }
  const type = values?.sub_type?.toUpperCase() ?? kind
  if (type !== kind)
    return Result.fail(new TemplateParameterFormatMismatch({ ...location, expected: kind, given: type }))
  const needed = neededBy(button)
  const allowed = needed ?? optionalFor[kind]
  if (needed === null && parameters.length === 0) return Result.void
  return Result.gen(function* () {
    yield* checkCount(location, allowed === undefined ? 0 : 1, parameters.length)
    yield* checkKinds(location, [allowed ?? ""], parameters)
    yield* checkProducts(location, kind, parameters)
  })
}

const checkButtons = (
  buttons: ReadonlyArray<TemplateButton>,
  values: ReadonlyArray<PartValues>,
  rules: PartRules
): Checked =>
  Result.gen(function* () {
    const byIndex = new Map(values.map((value) => [Number(value.index ?? 0), value]))
    const indexes = Arr.dedupe([...buttons.keys(), ...byIndex.keys()])
    for (const index of indexes) {
      const location = { component: "button", index, ...(rules.card === undefined ? {} : { card: rules.card }) }
      yield* checkButton(buttons[index], byIndex.get(index), location)
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
    const location = { component: "body", ...(rules.card === undefined ? {} : { card: rules.card }) }
    yield* checkHeader(part("HEADER"), valuesOf("header")[0], rules)
    yield* checkText(
      location,
      body === undefined ? "" : bodyText(body),
      ["text", "currency", "date_time"],
      valuesOf("body")[0]?.parameters ?? [],
      rules
    )
    yield* checkButtons(part("BUTTONS")?.buttons ?? [], valuesOf("button"), rules)
  })
