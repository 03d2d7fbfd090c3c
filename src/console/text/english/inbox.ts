import { conversation } from "./conversation.ts"
/** Texts of the section `inbox`. */
export const inbox = {
  conversation,
  title: "Inbox"
}
