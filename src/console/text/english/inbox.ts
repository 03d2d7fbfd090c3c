/** Texts of the section `inbox`. */
export const inbox = {
  title: "Inbox"
}
