import { Schema } from "effect"

/** A file of a message. */
export interface ShownFile {
  readonly kind: "image" | "video" | "audio" | "document" | "sticker"
  /** Id of a file in the emulator. */
  readonly id: string | null
  /** Address of any other file. */
  readonly url: string | null
  readonly name: string | null
}

/** A button or link that the person can tap. */
export type Tap =
  | { readonly label: string; readonly detail: string | null; readonly request: Schema.JsonObject }
  | { readonly label: string; readonly detail: string | null; readonly href: string }

/** A part of a message with its buttons: the message itself, or one of several cards. */
export interface ShownPart {
  readonly title: string | null
  readonly text: string | null
  readonly footer: string | null
  readonly files: ReadonlyArray<ShownFile>
  readonly taps: ReadonlyArray<Tap>
}

export const isObject = Schema.is(Schema.JsonObject)
export const objectOf = (value: Schema.Json | undefined): Schema.JsonObject => (isObject(value) ? value : {})
export const listOf = (value: Schema.Json | undefined): ReadonlyArray<Schema.JsonObject> =>
  Array.isArray(value) ? value.filter(isObject) : []
export const textOf = (value: Schema.Json | undefined): string | null =>
  typeof value === "string" && value !== "" ? value : null

export const part = (fields: Partial<ShownPart>): ShownPart => ({
  title: null,
  text: null,
  footer: null,
  files: [],
  taps: [],
  ...fields
})

/** Joins the non-empty lines. */
export const lines = (...all: ReadonlyArray<string | null>): string | null =>
  all.filter((line) => line !== null).join("\n") || null

const fileKinds: Readonly<Record<string, ShownFile["kind"]>> = {
  image: "image",
  video: "video",
  audio: "audio",
  document: "document",
  file: "document",
  sticker: "sticker",
  story_mention: "image",
  share: "image"
}

/** Messenger and Instagram name an emulator file by its address. */
const emulatorFile = /\/_emulator\/files\/(\d{1,30})$/

export const fileOf = (kind: string, fields: Schema.JsonObject): ShownFile => {
  const url = textOf(fields["url"]) ?? textOf(fields["link"])
  const id = textOf(fields["id"]) ?? textOf(fields["attachment_id"]) ?? emulatorFile.exec(url ?? "")?.[1] ?? null
  return {
    kind: fileKinds[kind] ?? "document",
    id,
    url: id === null ? url : null,
    name: textOf(fields["filename"])
  }
}

export const placeOf = (location: Schema.JsonObject): string | null =>
  lines(
    textOf(location["name"]),
    textOf(location["address"]),
    `${String(location["latitude"] ?? "")}, ${String(location["longitude"] ?? "")}`
  )

export const tap = (label: string, request: Schema.JsonObject, detail: string | null = null): Tap => ({
  label,
  detail,
  request
})

/** Only web addresses open as links. */
export const link = (label: string, href: string | null): ReadonlyArray<Tap> =>
  href !== null && /^https?:\/\//i.test(href) ? [{ label, detail: null, href }] : []
