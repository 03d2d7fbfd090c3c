import { Suspense } from "react"
import { usePlace } from "../app/navigation.ts"
import { idsIn } from "../app/Place.ts"
import { lazyPage } from "../parts/lazyPage.tsx"
import { EmptyState, Loading } from "../parts/states.tsx"
import { useText } from "../text/useText.ts"
import { ContactList } from "./ContactList.tsx"
import { ContactPage } from "./ContactPage.tsx"
import "../inbox/conversation.css"
import "./contacts.css"

const Import = lazyPage(() => import("./import/ImportContacts.tsx"))

/** The section `contacts`. */
const Contacts = () => {
  const { path } = usePlace()
  const { common } = useText()
  if (path === "/contacts") return <ContactList />
  if (path === "/contacts/import") {
    return (
      <Suspense fallback={<Loading />}>
        <Import.Page />
      </Suspense>
    )
  }
  const contactId = idsIn("/contacts/:contactId", path)?.["contactId"]
  if (contactId === undefined) return <EmptyState title={common.notFound} />
  return <ContactPage key={contactId} contactId={contactId} />
}

export default Contacts
