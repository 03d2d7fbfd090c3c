import { Schema } from "effect"

/** Content by type in the words of the channel: for a template `{template:{name, language, components}}`. */
export const MessageContent = Schema.Record(Schema.String, Schema.Json)
export type MessageContent = typeof MessageContent.Type
