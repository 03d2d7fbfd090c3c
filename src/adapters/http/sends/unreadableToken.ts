import type { Channel } from "../../../domain/conversations/Channel.ts"

/**
 * Error text for a stored account token that cannot be decrypted. The contract defines Messenger's text (contract C69).
 */
export const unreadableToken: Readonly<Record<Channel, string>> = {
  whatsapp: "The stored token of the WhatsApp account cannot be opened; connect the account again",
  messenger: "Failed to decrypt Messenger token",
  instagram: "The stored token of the Instagram account cannot be opened; connect the account again"
}
