import type { Channel } from "../../../../domain/conversations/Channel.ts"

/** What the user has to connect first, in the words of the contract (contract C69, C23). */
export const connectFirst: Readonly<Record<Channel, string>> = {
  whatsapp: "connect the number first",
  messenger: "connect the Page first",
  instagram: "connect the account first"
}
