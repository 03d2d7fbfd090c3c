import type { Channel } from "../../../../domain/conversations/Channel.ts"

/**
 * The answer when the stored token of an account cannot be opened. The contract has Messenger's words (contract C69).
 */
export const unreadableToken: Readonly<Record<Channel, string>> = {
  whatsapp: "The stored token of the WhatsApp account cannot be opened; connect the account again",
  messenger: "Failed to decrypt Messenger token",
  instagram: "The stored token of the Instagram account cannot be opened; connect the account again"
}
