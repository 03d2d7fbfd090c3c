import type { Schema } from "effect"
import { isJsonObject } from "../../text/isJsonObject.ts"
import { interactiveLimits as limits } from "./interactiveParts.ts"

/** A value of a message with its dotted path: `action.buttons[0].reply.id`. */
interface Located {
  readonly path: string
  readonly value: Schema.Json
}

/** The first violation: the path of the value, and the expectation; null for a value that is missing. */
export interface Violation {
  readonly path: string
  readonly expectation: string | null
}

/** A requirement on values of several parts. */
export type Relation = (message: Schema.Json) => Violation | null

const entries = ({ path, value }: Located): ReadonlyArray<Located> =>
  Array.isArray(value) ? value.map((entry: Schema.Json, index) => ({ path: `${path}[${index}]`, value: entry })) : []

const fieldOf = ({ path, value }: Located, name: string): ReadonlyArray<Located> => {
  const field = isJsonObject(value) ? value[name] : undefined
  return field === undefined ? [] : [{ path: path === "" ? name : `${path}.${name}`, value: field }]
}

/** The values under a path such as `action.sections[].rows[].id`, in their order. */
const select = (message: Schema.Json, path: string): ReadonlyArray<Located> =>
  path.split(".").reduce<ReadonlyArray<Located>>(
    (all, step) => {
      const isList = step.endsWith("[]")
      const found = all.flatMap((one) => fieldOf(one, isList ? step.slice(0, -2) : step))
      return isList ? found.flatMap(entries) : found
    },
    [{ path: "", value: message }]
  )

const has = (value: Schema.Json, name: string): boolean => isJsonObject(value) && value[name] !== undefined

const firstOf = (
  located: ReadonlyArray<Located>,
  isWrong: (one: Located, index: number) => boolean,
  violation: (one: Located) => Violation
): Violation | null => {
  const wrong = located.find(isWrong)
  return wrong === undefined ? null : violation(wrong)
}

/** No two of the values are equal. */
const unique =
  (path: string): Relation =>
  (message) => {
    const all = select(message, path)
    const values = all.map(({ value }) => value)
    return firstOf(
      all,
      ({ value }, index) => values.indexOf(value) !== index,
      (one) => ({ path: one.path, expectation: "Expected a value that no other entry has" })
    )
  }

/** Maximum number of the values in all lists together. */
const atMost =
  (path: string, limit: number, words: string): Relation =>
  (message) =>
    firstOf(
      select(message, path),
      (_, index) => index === limit,
      (one) => ({ path: one.path, expectation: `Expected at most ${limit} ${words} in all` })
    )

/** Each of several entries has a text under the name. */
const titledIfSeveral =
  (path: string, name: string): Relation =>
  (message) => {
    const all = select(message, path)
    if (all.length < 2) return null
    return firstOf(
      all,
      ({ value }) => !isJsonObject(value) || (value[name] ?? "") === "",
      (one) => ({ path: `${one.path}.${name}`, expectation: null })
    )
  }

/** Each of the values has exactly one of the names. */
const exactlyOne =
  (path: string, ...names: ReadonlyArray<string>): Relation =>
  (message) =>
    firstOf(
      select(message, path),
      ({ value }) => names.filter((name) => has(value, name)).length !== 1,
      (one) => ({ path: one.path, expectation: `Expected exactly one of ${names.join(", ")}` })
    )

/** Each of the values has a value under the name of its type. */
const hasItsType =
  (path: string): Relation =>
  (message) => {
    const wrong = select(message, path).find(
      ({ value }) => isJsonObject(value) && typeof value["type"] === "string" && !has(value, value["type"])
    )
    return wrong !== undefined && isJsonObject(wrong.value)
      ? { path: `${wrong.path}.${String(wrong.value["type"])}`, expectation: null }
      : null
  }

/** The picture or document of each of the headers is named once. */
const headers = (path: string): ReadonlyArray<Relation> => [
  hasItsType(path),
  ...["image", "video", "document"].map((type) => exactlyOne(`${path}.${type}`, "id", "link", "mediaId"))
]

const lengthOf = (value: Schema.Json | undefined): number => (Array.isArray(value) ? value.length : 0)

/** The form of a card's action: cards of one message have the same. */
const formOf = (action: Schema.Json): string => {
  if (!isJsonObject(action)) return ""
  if (action["buttons"] !== undefined) return `buttons ${lengthOf(action["buttons"])}`
  return action["product_retailer_id"] === undefined ? "address" : `product of ${String(action["catalog_id"])}`
}

const sameForm: Relation = (message) => {
  const actions = select(message, "action.cards[].action")
  const [first] = actions
  return firstOf(
    actions,
    ({ value }) => first !== undefined && formOf(value) !== formOf(first.value),
    (one) => ({ path: one.path, expectation: "Expected the same kind and number of buttons as in the first card" })
  )
}

/** A product card names its product and has nothing else; any other has a header, and its action is complete. */
const completeCards: Relation = (message) => {
  for (const { path, value } of select(message, "action.cards[]")) {
    if (!isJsonObject(value) || !isJsonObject(value["action"])) continue
    const { action, header, type } = value
    const missing = (name: string): Violation => ({ path: `${path}.${name}`, expectation: null })
    if ((type === "product") !== has(action, "product_retailer_id")) {
      return { path: `${path}.type`, expectation: "Expected product with a product, and cta_url with buttons" }
    }
    if (type === "product") {
      const absent = ["product_retailer_id", "catalog_id"].find((name) => !has(action, name))
      if (absent !== undefined) return missing(`action.${absent}`)
    } else if (header === undefined) return missing("header")
    else if (has(action, "parameters") && !has(action, "name")) return missing("action.name")
  }
  return null
}

const fewLineBreaks: Relation = (message) =>
  firstOf(
    select(message, "action.cards[].body.text"),
    ({ value }) => String(value).split("\n").length - 1 > limits.cardLineBreaks,
    ({ path }) => ({ path, expectation: `Expected at most ${limits.cardLineBreaks} line breaks` })
  )

/** The requirements of each kind beyond those of its single parts. */
export const interactiveRelations: Readonly<Record<string, ReadonlyArray<Relation>>> = {
  button: [unique("action.buttons[].reply.id"), unique("action.buttons[].reply.title")],
  list: [
    atMost("action.sections[].rows[]", limits.rows, "rows"),
    titledIfSeveral("action.sections[]", "title"),
    unique("action.sections[].rows[].id")
  ],
  product_list: [
    atMost("action.sections[].product_items[]", limits.products, "products"),
    titledIfSeveral("action.sections[]", "title")
  ],
  carousel: [
    unique("action.cards[].card_index"),
    exactlyOne("action.cards[].action", "parameters", "buttons", "product_retailer_id"),
    completeCards,
    ...headers("action.cards[].header"),
    fewLineBreaks,
    sameForm
  ],
  flow: [exactlyOne("action.parameters", "flow_id", "flow_name")]
}

/** The requirements of every kind. */
export const commonRelations: ReadonlyArray<Relation> = headers("header")
