import { Schema } from "effect"
import { mediaIn, type NamedMedia, type NameOf, renamed } from "../../templates/namedMedia.ts"
import { isJsonObject } from "../../text/isJsonObject.ts"
import { Interactive } from "./Interactive.ts"

const isInteractive = Schema.is(Interactive)

const cardsOf = (message: Schema.Json): ReadonlyArray<Schema.Json> => {
  const action = isJsonObject(message) ? message["action"] : undefined
  const cards = isJsonObject(action) ? action["cards"] : undefined
  return Array.isArray(cards) ? cards : []
}

const inHeader = (part: Schema.Json, path: string): ReadonlyArray<NamedMedia> =>
  isJsonObject(part) && part["header"] !== undefined ? mediaIn(part["header"], "header", `${path}.header`) : []

/** The uploaded files that the headers of an interactive message and of its cards name by `mediaId`. */
export const mediaOfInteractive = (message: Interactive): ReadonlyArray<NamedMedia> => [
  ...inHeader(message, "interactive"),
  ...cardsOf(message).flatMap((card, index) => inHeader(card, `interactive.action.cards[${index}]`))
]

const withHeader = (part: Schema.JsonObject, nameOf: NameOf): Schema.JsonObject =>
  part["header"] === undefined ? part : { ...part, header: renamed(part["header"], nameOf) }

/** The message with the platform's name of each uploaded file. Other parts, such as the data of a form, stay as they are. */
export const withInteractiveMedia = (message: Interactive, nameOf: NameOf): Interactive => {
  const json: Schema.Json = message
  if (!isJsonObject(json)) return message
  const { action } = json
  const cards = cardsOf(json).map((card) => (isJsonObject(card) ? withHeader(card, nameOf) : card))
  const named = {
    ...withHeader(json, nameOf),
    ...(isJsonObject(action) && cards.length > 0 && { action: { ...action, cards } })
  }
  return isInteractive(named) ? named : message
}
