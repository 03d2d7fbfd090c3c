import { Schema } from "effect"
import { PlatformMessageId } from "../../domain/Ids.ts"

/** The answer of Messenger and Instagram to a send: its id makes it a success, nothing else is sure to be there. */
export const AcceptedMessage = Schema.Struct({ message_id: PlatformMessageId })
