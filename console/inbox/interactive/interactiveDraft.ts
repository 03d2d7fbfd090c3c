import { Result } from "effect"
import type { WhatsAppInteractive } from "../../../client/promise/SessionMethods.ts"
import { interactiveLimits } from "../../../src/domain/messages/interactive/interactiveParts.ts"
import { readInteractive } from "../../../src/domain/messages/interactive/readInteractive.ts"

/** Kinds of interactive messages that the composer builds. */
export const draftKinds = ["button", "list", "cta_url", "location_request_message"] as const
export type DraftKind = (typeof draftKinds)[number]

/** A choice of a list. */
export interface DraftRow {
  readonly title: string
  readonly description: string
}

/** A section of a list. Its title is required if there are several. */
export interface DraftSection {
  readonly title: string
  readonly rows: ReadonlyArray<DraftRow>
}

/** The form of an interactive message. Parts of other kinds stay while the kind changes. */
export interface InteractiveDraft {
  readonly kind: DraftKind
  readonly header: string
  readonly body: string
  readonly footer: string
  readonly buttons: ReadonlyArray<string>
  /** Text of the button that opens the list. */
  readonly menu: string
  readonly sections: ReadonlyArray<DraftSection>
  /** Text and address of a link. */
  readonly link: string
  readonly url: string
}

export const emptyRow: DraftRow = { title: "", description: "" }

export const emptyDraft: InteractiveDraft = {
  kind: "button",
  header: "",
  body: "",
  footer: "",
  buttons: [""],
  menu: "",
  sections: [{ title: "", rows: [emptyRow] }],
  link: "",
  url: ""
}

/** Number of rows of all sections. */
export const rowCount = ({ sections }: Pick<InteractiveDraft, "sections">): number =>
  sections.reduce((count, { rows }) => count + rows.length, 0)

const trimmed = (text: string): string => text.trim()

const actionOf = (draft: InteractiveDraft) => {
  switch (draft.kind) {
    case "button":
      return {
        buttons: draft.buttons.map((title, index) => ({
          type: "reply" as const,
          reply: { id: `button-${index + 1}`, title: trimmed(title) }
        }))
      }
    case "list":
      return {
        button: trimmed(draft.menu),
        sections: draft.sections.map(({ rows, title }, section) => ({
          ...(trimmed(title) === "" ? {} : { title: trimmed(title) }),
          rows: rows.map((row, index) => ({
            id: `row-${section + 1}-${index + 1}`,
            title: trimmed(row.title),
            ...(trimmed(row.description) === "" ? {} : { description: trimmed(row.description) })
          }))
        }))
      }
    case "cta_url":
      return { name: "cta_url" as const, parameters: { display_text: trimmed(draft.link), url: trimmed(draft.url) } }
    case "location_request_message":
      return { name: "send_location" as const }
  }
}

/** The message in the form of the platform. A location request has a text only. */
export const interactiveOf = (draft: InteractiveDraft) => ({
  type: draft.kind,
  ...(draft.kind === "location_request_message" || trimmed(draft.header) === ""
    ? {}
    : { header: { type: "text" as const, text: trimmed(draft.header) } }),
  body: { text: trimmed(draft.body) },
  ...(draft.kind === "location_request_message" || trimmed(draft.footer) === ""
    ? {}
    : { footer: { text: trimmed(draft.footer) } }),
  action: actionOf(draft)
})

/** The first part that the platform would refuse. */
export interface DraftProblem {
  /** Path of the part, such as `action.buttons[1].reply.title`. */
  readonly path: string
  /** missing: no text. tooLong: more than `limit` characters. address: no web address. repeated: another one is equal. */
  readonly reason: "missing" | "tooLong" | "address" | "repeated" | "other"
  readonly limit: number | null
}

const limits = interactiveLimits

/** Limit of the text at a path. */
const limitAt = (path: string, { kind }: InteractiveDraft): number | null => {
  if (path === "body.text") return kind === "list" ? limits.listBodyText : limits.bodyText
  if (path === "header.text") return limits.headerText
  if (path === "footer.text") return limits.footerText
  if (path.endsWith(".reply.title") || path === "action.button" || path.endsWith(".display_text"))
    return limits.buttonText
  if (/\.rows\[\d+\]\.title$/.test(path)) return limits.rowTitle
  if (/\.rows\[\d+\]\.description$/.test(path)) return limits.rowDescription
  return /\.sections\[\d+\]\.title$/.test(path) ? limits.sectionTitle : null
}

/** The text of the draft at a path; null if the form has no such field. */
export const textAt = (draft: InteractiveDraft, path: string): string | null => {
  const fixed: Readonly<Record<string, string>> = {
    "header.text": draft.header,
    "body.text": draft.body,
    "footer.text": draft.footer,
    "action.button": draft.menu,
    "action.parameters.display_text": draft.link,
    "action.parameters.url": draft.url
  }
  if (Object.hasOwn(fixed, path)) return fixed[path] ?? null
  const button = /^action\.buttons\[(\d+)\]/.exec(path)
  if (button !== null) return draft.buttons[Number(button[1])] ?? null
  const part = /^action\.sections\[(\d+)\](?:\.rows\[(\d+)\])?\.(title|description)$/.exec(path)
  if (part === null) return null
  const section = draft.sections[Number(part[1])]
  if (part[2] === undefined) return section?.title ?? null
  const row = section?.rows[Number(part[2])]
  return (part[3] === "title" ? row?.title : row?.description) ?? null
}

/** The first problem by the rules of the service; null if the message can be sent. */
export const draftProblem = (draft: InteractiveDraft): DraftProblem | null => {
  const read = readInteractive(interactiveOf(draft))
  if (Result.isSuccess(read)) return null
  const path = read.failure.field.replace(/^interactive\.?/, "")
  const limit = limitAt(path, draft)
  const text = textAt(draft, path)?.trim() ?? ""
  if (text === "") return { path, reason: "missing", limit }
  if (limit !== null && Array.from(text).length > limit) return { path, reason: "tooLong", limit }
  if (path.endsWith(".url")) return { path, reason: "address", limit: null }
  return { path, reason: path.endsWith("title") ? "repeated" : "other", limit: null }
}

/** The message of a draft without problems. */
export const interactiveContent = (draft: InteractiveDraft): WhatsAppInteractive | null => {
  const message = interactiveOf(draft)
  return draftProblem(draft) === null && isInteractive(message) ? message : null
}

/** The kinds of the draft are those of the platform; `draftProblem` checks the parts. */
const isInteractive = (message: object): message is WhatsAppInteractive => "type" in message && "action" in message
