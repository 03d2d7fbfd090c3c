import type { Message } from "../conversationTypes.ts"

type Json = unknown

/** A row of a menu. */
interface MenuRow {
  readonly title: string
  readonly description: string
}

/** A message with choices as the contact sees it. A part that is absent is empty. */
export interface ChoicesView {
  readonly header: string
  readonly body: string
  readonly footer: string
  readonly buttons: ReadonlyArray<string>
  /** The menu that a button opens; null without one. */
  readonly menu: {
    readonly label: string
    readonly sections: ReadonlyArray<{ readonly title: string; readonly rows: ReadonlyArray<MenuRow> }>
  } | null
  readonly cards: ReadonlyArray<ChoicesView>
  /** Request or offer of the message that its buttons do not name; null if there is none. */
  readonly kind: "location" | "product" | "other" | null
}

const at = (value: Json, name: string): Json =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined

const textAt = (value: Json, ...path: ReadonlyArray<string>): string => {
  const found = path.reduce(at, value)
  return typeof found === "string" ? found.trim() : ""
}

const listAt = (value: Json, ...path: ReadonlyArray<string>): ReadonlyArray<Json> => {
  const found: Json = path.reduce(at, value)
  return Array.isArray(found) ? found : []
}

const firstOf = (...texts: ReadonlyArray<string>): string => texts.find((text) => text !== "") ?? ""

const nonEmpty = (texts: ReadonlyArray<string>): ReadonlyArray<string> => texts.filter((text) => text !== "")

const sectionsOf = (action: Json) =>
  listAt(action, "sections").map((section) => ({
    title: textAt(section, "title"),
    rows: [
      ...listAt(section, "rows").map((row) => ({
        title: textAt(row, "title"),
        description: textAt(row, "description")
      })),
      ...listAt(section, "product_items").map((item) => ({
        title: textAt(item, "product_retailer_id"),
        description: ""
      }))
    ]
  }))

const kinds: Readonly<Record<string, ChoicesView["kind"]>> = {
  location_request_message: "location",
  product: "product",
  product_list: "product",
  catalog_message: "product",
  address_message: "other",
  call_permission_request: "other"
}

/** Titles of the buttons of an action, in the forms of all kinds. */
const buttonsOf = (action: Json): ReadonlyArray<string> =>
  nonEmpty([
    ...listAt(action, "buttons").map((button) =>
      firstOf(textAt(button, "reply", "title"), textAt(button, "quick_reply", "title"), textAt(button, "title"))
    ),
    textAt(action, "parameters", "display_text"),
    textAt(action, "parameters", "flow_cta")
  ])

/** A message or card in WhatsApp's form. */
const interactiveView = (content: Json): ChoicesView => {
  const action = at(content, "action")
  const sections = sectionsOf(action)
  return {
    header: firstOf(
      textAt(content, "header", "text"),
      ...["image", "video", "document"].map((type) => textAt(content, "header", type, "link"))
    ),
    body: firstOf(textAt(content, "body", "text"), textAt(action, "product_retailer_id")),
    footer: textAt(content, "footer", "text"),
    buttons: buttonsOf(action),
    menu: sections.length === 0 ? null : { label: textAt(action, "button"), sections },
    cards: listAt(action, "cards").map(interactiveView),
    kind: kinds[textAt(content, "type")] ?? null
  }
}

const plain = (
  body: string,
  buttons: ReadonlyArray<Json>,
  cards: ReadonlyArray<ChoicesView> = [],
  header = ""
): ChoicesView => ({
  header,
  body,
  footer: "",
  buttons: nonEmpty(buttons.map((button) => firstOf(textAt(button, "title"), textAt(button, "content_type")))),
  menu: null,
  cards,
  kind: null
})

/** Choices that a message offers; null for messages without choices, such as the answer to one. */
export const choicesView = ({ content, type }: NonNullable<Message["original"]>): ChoicesView | null => {
  const payload = ["attachment", "payload"].reduce(at, content)
  switch (type) {
    case "interactive":
      return at(content, "action") === undefined ? null : interactiveView(content)
    case "quick_replies":
      return plain(textAt(content, "text"), listAt(content, "quick_replies"))
    case "button_template":
      return plain(textAt(payload, "text"), listAt(payload, "buttons"))
    case "generic_template":
      return plain(
        "",
        [],
        listAt(payload, "elements").map((card) =>
          plain(textAt(card, "subtitle"), listAt(card, "buttons"), [], textAt(card, "title"))
        )
      )
    default:
      return null
  }
}

/** A contact card as the thread shows it. */
export interface CardView {
  readonly name: string
  readonly company: string
  readonly phones: ReadonlyArray<string>
  readonly emails: ReadonlyArray<string>
}

/** Contact cards of a message; empty for any other. */
export const cardViews = ({ content, type }: NonNullable<Message["original"]>): ReadonlyArray<CardView> =>
  type === "contacts"
    ? listAt(content, "contacts").map((card) => ({
        name: firstOf(textAt(card, "name", "formatted_name"), textAt(card, "name", "first_name")),
        company: textAt(card, "org", "company"),
        phones: nonEmpty(
          listAt(card, "phones").map((phone) => firstOf(textAt(phone, "phone"), textAt(phone, "wa_id")))
        ),
        emails: nonEmpty(listAt(card, "emails").map((email) => textAt(email, "email")))
      }))
    : []
