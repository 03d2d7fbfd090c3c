import { useContactsText } from "./contactsText.ts"
import { useState } from "react"
import { useSession } from "../api/Session.ts"
import { useAction } from "../api/useAction.ts"
import { useQuery } from "../api/useQuery.ts"
import { Link } from "../app/Link.tsx"
import { type Contact, contactQuery } from "../inbox/contactQuery.ts"
import { Consents } from "../inbox/panel/Consents.tsx"
import { ContactFields } from "../inbox/panel/ContactFields.tsx"
import { AttributesOf, Tags } from "../inbox/panel/TagsAndAttributes.tsx"
import { ActionError } from "../parts/ActionError.tsx"
import { Avatar } from "../parts/Avatar.tsx"
import { Button } from "../parts/Button.tsx"
import { Menu } from "../parts/Menu.tsx"
import { LoadedView } from "../parts/states.tsx"
import { ExactTime } from "../parts/Time.tsx"
import { useText } from "../text/useText.ts"
import { nameOf } from "./ContactTable.tsx"
import { ContactTimeline } from "./ContactTimeline.tsx"
import { contactsQuery, labelsQuery } from "./contactQueries.ts"
import { EraseContact } from "./EraseContact.tsx"
import { ErasureProgress } from "./ErasureProgress.tsx"
import { LabelMarks } from "./LabelMarks.tsx"

/** Labels of a contact, with a menu that adds and removes them. */
const Labels = ({ contact }: { readonly contact: Contact }) => {
  const texts = useContactsText()
  const [loaded] = useQuery(labelsQuery, null)
  const known = loaded.state === "ready" ? loaded.value.labels : []
  const change = useAction(async (parley, name: string) => {
    const { labels } = await parley.contacts.get(contact.id)
    await parley.labels.setOfContact(contact.id, {
      labels: labels.includes(name) ? labels.filter((other) => other !== name) : [...labels, name]
    })
    contactQuery.reload()
    contactsQuery.reload()
  })
  return (
    <section className="panel-section" aria-label={texts.columnNames.labels}>
      <div className="paging">
        <h3>{texts.columnNames.labels}</h3>
        {known.length > 0 && (
          <Menu
            tone="plain"
            label={texts.setLabel}
            entries={known.map(({ name }) => ({
              label: name,
              isChecked: contact.labels.includes(name),
              onSelect: () => void change.run(name)
            }))}
          />
        )}
      </div>
      {contact.labels.length === 0 ? (
        <p className="muted">{texts.noLabels}</p>
      ) : (
        <LabelMarks names={contact.labels} labels={known} />
      )}
      <ActionError failure={change.failure} />
    </section>
  )
}

const Details = ({ contact, onErased }: { readonly contact: Contact; readonly onErased: () => void }) => {
  const texts = useContactsText()
  const { inbox } = useText()
  const { mayManage } = useSession()
  const [isErasing, setErasing] = useState(false)
  return (
    <>
      <div className="paging">
        <div className="contact-title">
          <Avatar id={contact.id} name={contact.name} />
          <div>
            <h1>
              <bdi>{nameOf(contact)}</bdi>
            </h1>
            <p className="muted">
              {texts.since} <ExactTime at={contact.createdAt} format="date" /> ·{" "}
              {inbox.conversation.panel.conversationCount(contact.conversationCount)}
            </p>
          </div>
        </div>
        {mayManage && (
          <Button tone="danger" onClick={() => setErasing(true)}>
            {texts.erase}
          </Button>
        )}
      </div>
      <div className="contact-columns">
        <section className="section contact-details" aria-label={inbox.conversation.panel.title}>
          <h2 className="visually-hidden">{inbox.conversation.panel.title}</h2>
          <ContactFields contact={contact} />
          <Labels contact={contact} />
          <Consents contactId={contact.id} />
          <Tags contact={contact} />
          <AttributesOf contact={contact} />
        </section>
        <ContactTimeline contactId={contact.id} />
      </div>
      {isErasing && <EraseContact contact={contact} onClose={() => setErasing(false)} onErased={onErased} />}
    </>
  )
}

/** A contact with its fields, consents and all of its conversations. The page of an erased contact has the erasure. */
export const ContactPage = ({ contactId }: { readonly contactId: string }) => {
  const texts = useContactsText()
  const { mayManage } = useSession()
  const [isErased, setErased] = useState(false)
  const [loaded, reload] = useQuery(contactQuery, contactId, { on: { types: ["contact.updated", "contact.erased"] } })
  const isMissing = loaded.state === "failed" && loaded.failure.status === 404
  return (
    <div className="page page-wide">
      <p>
        <Link href="/contacts">{texts.back}</Link>
      </p>
      {isErased || (isMissing && mayManage) ? (
        <ErasureProgress contactId={contactId} />
      ) : (
        <LoadedView loaded={loaded} reload={reload}>
          {(contact) => <Details contact={contact} onErased={() => setErased(true)} />}
        </LoadedView>
      )}
    </div>
  )
}
