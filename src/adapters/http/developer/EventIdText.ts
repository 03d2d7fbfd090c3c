import { type Option, Schema } from "effect"
import { EventId } from "../../../domain/Ids.ts"

const decodeId = Schema.decodeUnknownOption(EventId)

/** The id in the text, which may be written in capitals; none when it can be the id of no event. */
export const eventIdOf = (text: string): Option.Option<EventId> => decodeId(text.toLowerCase())
