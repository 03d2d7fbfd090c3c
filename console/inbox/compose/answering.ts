import { Atom } from "effect/reactivity"
import { registry } from "../../app/atoms.ts"
import type { Message } from "../conversationTypes.ts"

/** The message that the next one in a conversation answers. */
export interface Answering {
  readonly conversationId: string
  readonly message: Pick<Message, "id" | "direction">
  /** Its text in one line. */
  readonly text: string
}

/** The message that the open composer answers; null without one. */
export const answeringAtom: Atom.Writable<Answering | null> = Atom.keepAlive(Atom.make<Answering | null>(null))

/** The next message answers this one; null: it answers none. */
export const answerTo = (answering: Answering | null): void => registry.set(answeringAtom, answering)

/** The conversation in which the open composer accepts messages now; null without one. */
export const writableAtom: Atom.Writable<string | null> = Atom.keepAlive(Atom.make<string | null>(null))

export const noteWritable = (conversationId: string | null): void => registry.set(writableAtom, conversationId)

/** Text of a message in one line; empty for a message without text. */
export const textOfMessage = (message: Message): string => {
  if (message.template !== undefined) return message.template.name
  switch (message.type) {
    case "text":
      return message.content.text
    case "image":
    case "video":
      return message.content.caption
    case "document":
      return message.content.filename || (message.caption ?? "")
    case "location":
      return message.content.name || message.content.address
    case "audio":
      return message.caption ?? ""
  }
}
