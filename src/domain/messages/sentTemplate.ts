import type { Schema } from "effect"
import { isJsonObject } from "../text/isJsonObject.ts"
import type { Message } from "./Message.ts"

/** The template of a message, with the values that it was sent with. */
export interface SentTemplate {
  readonly name: string
  /** Empty when the platform does not say. */
  readonly language: string
  /** The components in the form of the send: `{type, sub_type?, index?, parameters?}`. */
  readonly components: ReadonlyArray<Schema.JsonObject>
}

/** The template that the message is; null for any other message. */
export const sentTemplate = ({ content }: Pick<Message, "content">): SentTemplate | null => {
  const template = content["template"]
  if (!isJsonObject(template)) return null
  const { components, language, name } = template
  if (typeof name !== "string" || name === "") return null
  return {
    name,
    language: typeof language === "string" ? language : "",
    components: Array.isArray(components) ? components.filter(isJsonObject) : []
  }
}
