import type { Schema } from "effect"
import type { InboundMedia } from "../../../domain/Inbound.ts"
import type { MessageContent } from "../../../domain/MessageContent.ts"

/** What a message is, and says. */
export interface Said {
  readonly type: string
  readonly content: MessageContent
  readonly media: ReadonlyArray<InboundMedia>
}

/** Without the parts that are not there. */
export const given = (parts: Readonly<Record<string, Schema.Json | null | undefined>>): MessageContent =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([key, part]) => (part === undefined || part === null ? [] : [[key, part] as const]))
  )
