import { Schema } from "effect"

/** A file of a message. */
export interface ShownFile {
  readonly kind: "image" | "video" | "audio" | "document" | "sticker"
  /** Of a file that the emulator has. */
  readonly id: string | null
  /** The address of any other file. */
  readonly url: string | null
  readonly name: string | null
}

/** Something that the person can tap. */
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

export const part = (given: Partial<ShownPart>): ShownPart => ({
  title: null,
  text: null,
  footer: null,
  files: [],
  taps: [],
  ...given
})

/** The lines that there are. */
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

/** A file that the emulator serves is named by its address on Messenger and Instagram. */
const emulatorFile = /\/_emulator\/files\/(\d{1,30})$/

export const fileOf = (kind: string, given: Schema.JsonObject): ShownFile => {
  const url = textOf(given["url"]) ?? textOf(given["link"])
  const id = textOf(given["id"]) ?? textOf(given["attachment_id"]) ?? emulatorFile.exec(url ?? "")?.[1] ?? null
  return {
    kind: fileKinds[kind] ?? "document",
    id,
    url: id === null ? url : null,
    name: textOf(given["filename"])
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

/** A link opens only where it leads to the web. */
export const link = (label: string, href: string | null): ReadonlyArray<Tap> =>
  href !== null && /^https?:\/\//i.test(href) ? [{ label, detail: null, href }] : []
