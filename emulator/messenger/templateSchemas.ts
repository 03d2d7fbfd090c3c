import { type Result, Schema } from "effect"
import { decoder } from "../graph/fields.ts"
import type { GraphError } from "../graph/GraphError.ts"
import { paramName } from "../graph/issueRefusal.ts"
import { oneOf } from "../graph/parameters.ts"
import { address, atLeastOne, filledText, noMoreThan, textUpTo } from "./parameters.ts"
import type { Inbox } from "./Sender.ts"
import { sendWording } from "./wording.ts"

/** Limits of templates (platforms P8). */
const maxButtons = 3
const maxElements = 10
const maxTemplateText = 640
const maxElementText = 80
export const maxButtonTitle = 20
export const maxPayload = 1000

const buttonTypes: Readonly<Record<Inbox["channel"], ReadonlyArray<string>>> = {
  messenger: ["phone_number", "postback", "web_url"],
  instagram: ["postback", "web_url"]
}

const webview = {
  webview_height_ratio: Schema.optionalKey(oneOf(["compact", "full", "tall"])),
  messenger_extensions: Schema.optionalKey(Schema.Boolean),
  fallback_url: Schema.optionalKey(address),
  webview_share_button: Schema.optionalKey(oneOf(["hide"]))
}

interface ButtonFields {
  readonly type: string
  readonly title?: string
  readonly url?: string
  readonly payload?: string
}

/** What a button of its type must have. */
const isWhole = Schema.makeFilter(({ payload = "", title, type, url }: ButtonFields) => {
  if (title === undefined) return "(#100/2018053) Element button title cannot be empty."
  switch (type.toLowerCase()) {
    case "web_url":
      return url === undefined ? "(#100/2018041) Web url cannot be empty for url type button" : undefined
    case "postback":
      return payload === "" ? "(#100/2018040) Payload cannot be empty for postback type button" : undefined
    default:
      return /^\+\d{5,15}$/.test(payload)
        ? undefined
        : { path: ["payload"], issue: `(#100) Param ${paramName} must be a phone number: + and digits` }
  }
})

const button = (channel: Inbox["channel"]) =>
  Schema.Struct({
    type: oneOf(buttonTypes[channel]),
    title: Schema.optionalKey(filledText(maxButtonTitle)),
    url: Schema.optionalKey(address),
    payload: Schema.optionalKey(textUpTo(maxPayload)),
    ...webview
  }).check(isWhole)

/** A button without a title: it is the card itself that is touched. */
const DefaultAction = Schema.Struct({ type: oneOf(["web_url"]), url: address, ...webview })

const incomplete =
  "(#100/2018035) Incomplete element data: title and at least one other field (image url, subtitle or buttons) is " +
  "required with non-empty value"

const element = (channel: Inbox["channel"]) =>
  Schema.Struct({
    title: Schema.optionalKey(filledText(maxElementText)),
    subtitle: Schema.optionalKey(textUpTo(maxElementText)),
    image_url: Schema.optionalKey(address),
    default_action: Schema.optionalKey(DefaultAction),
    buttons: Schema.optionalKey(Schema.Array(button(channel)).check(atLeastOne).check(noMoreThan(maxButtons)))
  }).check(
    Schema.makeFilter(({ subtitle = "", title, ...more }) =>
      title === undefined || (subtitle === "" && Object.keys(more).length === 0) ? incomplete : undefined
    )
  )

const template_type = Schema.String
const sharable = Schema.optionalKey(Schema.Boolean)

const buttonTemplate = (channel: Inbox["channel"]) =>
  Schema.Struct({
    template_type,
    text: filledText(maxTemplateText),
    buttons: Schema.Array(button(channel))
      .check(
        Schema.makeFilter((buttons) => buttons.length >= 1, {
          message: `(#100) param ${paramName} must be non-empty.`
        })
      )
      .check(noMoreThan(maxButtons)),
    sharable
  })

const genericTemplate = (channel: Inbox["channel"]) =>
  Schema.Struct({
    template_type,
    elements: Schema.Array(element(channel)).check(atLeastOne).check(noMoreThan(maxElements)),
    sharable,
    image_aspect_ratio: Schema.optionalKey(oneOf(["horizontal", "square"]))
  })

type Reader = (input: unknown) => Result.Result<unknown, GraphError>

/** The platform names every field inside a template by this parameter. */
export const templateParam = "name_placeholder"

const reader = (template: Schema.ConstraintDecoder<unknown>): Reader =>
  decoder(Schema.Struct({ [templateParam]: template }), "refused", sendWording)

const readersOf = (channel: Inbox["channel"]): ReadonlyMap<string, Reader> =>
  new Map([
    ["button", reader(buttonTemplate(channel))],
    ["generic", reader(genericTemplate(channel))]
  ])

/** How a template is read from `{[templateParam]: payload}`, by its type. */
export const templateReaders = { messenger: readersOf("messenger"), instagram: readersOf("instagram") }
