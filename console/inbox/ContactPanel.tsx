import { useQuery } from "../api/useQuery.ts"
import { LoadedView } from "../parts/states.tsx"
import { useText } from "../text/useText.ts"
import { contactQuery } from "./contactQuery.ts"
import type { ConversationProps } from "./conversationTypes.ts"
import "./conversation.css"
import { Consents } from "./panel/Consents.tsx"
import { ContactFields } from "./panel/ContactFields.tsx"
import { LastReferral } from "./panel/LastReferral.tsx"
import { Notes } from "./panel/Notes.tsx"
import { OtherConversations } from "./panel/OtherConversations.tsx"
import { AttributesOf, Tags } from "./panel/TagsAndAttributes.tsx"

/** Facts about the contact, and notes of members. */
export const ContactDetails = ({ conversation }: ConversationProps) => {
  const on = { types: ["contact.updated"] as const }
  const [loaded, reload] = useQuery(contactQuery, conversation.contactId, { on })
  return (
    <div className="contact-details">
      <LoadedView loaded={loaded} reload={reload}>
        {(contact) => (
          <>
            <ContactFields key={contact.id} contact={contact} />
            <Consents contactId={contact.id} />
            <LastReferral conversation={conversation} />
            <Tags contact={contact} />
            <AttributesOf contact={contact} />
            <OtherConversations contact={contact} conversationId={conversation.id} />
          </>
        )}
      </LoadedView>
      <Notes key={conversation.id} conversationId={conversation.id} />
    </div>
  )
}

/** Contact panel beside the thread. On a narrow screen the header opens it as a dialog. */
export const ContactPanel = ({ conversation }: ConversationProps) => {
  const { inbox } = useText()
  const { panel } = inbox.conversation
  return (
    <section className="contact-panel" aria-label={panel.title}>
      <h2>{panel.title}</h2>
      <ContactDetails conversation={conversation} />
    </section>
  )
}
