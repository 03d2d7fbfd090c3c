import type { Channel } from "../../../domain/conversations/Channel.ts"

/** Texts that name the missing connection, as in the contract (contract C69, C23). */
export const connectFirst: Readonly<Record<Channel, string>> = {
  whatsapp: "connect the number first",
  messenger: "connect the Page first",
  instagram: "connect the account first"
}
