import { useContactsText } from "./contactsText.ts"
import type { ReactNode } from "react"
import { useQuery } from "../api/useQuery.ts"
import { Link } from "../app/Link.tsx"
import { changeQuery, usePlace } from "../app/navigation.ts"
import { Avatar } from "../parts/Avatar.tsx"
import { Badge } from "../parts/Badge.tsx"
import { ChannelMark } from "../parts/ChannelMark.tsx"
import { type Column, Table } from "../parts/Table.tsx"
import { RelativeTime } from "../parts/Time.tsx"
import { useLanguageTag, useText } from "../text/useText.ts"
import type { Selection } from "./ContactList.tsx"
import { labelsQuery, type ListedContact } from "./contactQueries.ts"
import { type ColumnId, type SortColumn, sortedBy, sortIn } from "./contactView.ts"
import { LabelMarks } from "./LabelMarks.tsx"

/** A header that sorts the list. */
const SortHeader = ({ children, column }: { readonly column: SortColumn; readonly children: string }) => {
  const texts = useContactsText()
  const { query } = usePlace()
  const { column: present, isAscending } = sortIn(query)
  const direction = isAscending ? texts.ascending : texts.descending
  return (
    <button type="button" className="contacts-sort" onClick={() => changeQuery(sortedBy(query, column))}>
      {children}
      {present === column && (
        <>
          <span aria-hidden>{isAscending ? "↑" : "↓"}</span>
          <span className="visually-hidden">, {direction}</span>
        </>
      )}
    </button>
  )
}

/** Name of a contact; its number or address without one. */
export const nameOf = ({ email, name, phone }: Pick<ListedContact, "name" | "phone" | "email">): string =>
  name || phone || (email ?? "")

const Channels = ({ channels = [] }: Pick<ListedContact, "channels">) => {
  const { common } = useText()
  return (
    <span className="contact-channels">
      {[...new Set(channels.map(({ channel }) => channel))].map((channel) => (
        <span key={channel} title={common.channels[channel]}>
          <ChannelMark channel={channel} />
          <span className="visually-hidden">{common.channels[channel]} </span>
        </span>
      ))}
    </span>
  )
}

/** Marketing consent of a contact, and whether it is blocked. */
export const ConsentBadge = ({ isBlocked, optedIn, optedOut }: ListedContact) => {
  const texts = useContactsText()
  const { inbox } = useText()
  const { consentStates } = inbox.conversation.panel
  if (isBlocked) return <Badge tone="danger">{texts.blocked}</Badge>
  if (optedOut === true) return <Badge tone="warning">{consentStates.opted_out}</Badge>
  return optedIn ? <Badge tone="success">{consentStates.opted_in}</Badge> : <span className="muted">–</span>
}

/** Tags of a row; the others are in the title of their number. */
const maxTags = 3

const Tags = ({ tags }: Pick<ListedContact, "tags">) => (
  <span className="contact-tags">
    {tags.slice(0, maxTags).map((tag) => (
      <Badge key={tag}>
        <bdi>{tag}</bdi>
      </Badge>
    ))}
    {tags.length > maxTags && <span title={tags.slice(maxTags).join(", ")}>+{tags.length - maxTags}</span>}
  </span>
)

/** A page of contacts as a table with a checkbox for each row. */
export const ContactTable = ({
  columns,
  contacts,
  onSelection,
  selection
}: {
  readonly contacts: ReadonlyArray<ListedContact>
  readonly columns: ReadonlyArray<ColumnId>
  readonly selection: Selection
  readonly onSelection: (selection: Selection) => void
}) => {
  const texts = useContactsText()
  const language = useLanguageTag()
  const [labels] = useQuery(labelsQuery, null)
  const known = labels.state === "ready" ? labels.value.labels : []
  const numbers = new Intl.NumberFormat(language)
  const set = (changed: ReadonlyArray<ListedContact>, isSelected: boolean) => {
    const next = new Map(selection)
    for (const contact of changed) {
      if (isSelected) next.set(contact.id, contact)
      else next.delete(contact.id)
    }
    onSelection(next)
  }
  const isWhole = contacts.every(({ id }) => selection.has(id))
  const cells: Readonly<Record<ColumnId, (contact: ListedContact) => ReactNode>> = {
    phone: ({ phone }) => <bdi className="contact-phone">{phone}</bdi>,
    email: ({ email }) => <bdi>{email}</bdi>,
    channels: ({ channels }) => <Channels {...(channels === undefined ? {} : { channels })} />,
    labels: ({ labels: names }) => <LabelMarks names={names} labels={known} />,
    tags: ({ tags }) => <Tags tags={tags} />,
    consent: (contact) => <ConsentBadge {...contact} />,
    lastMessage: ({ lastMessageAt }) =>
      lastMessageAt === null ? <span className="muted">–</span> : <RelativeTime at={lastMessageAt} />,
    conversations: ({ conversationCount }) => numbers.format(conversationCount),
    country: ({ countryCode }) => countryCode,
    source: ({ source }) => <bdi>{source}</bdi>,
    created: ({ createdAt }) => <RelativeTime at={createdAt} />,
    updated: ({ updatedAt }) => <RelativeTime at={updatedAt} />
  }
  const labelOf = (id: ColumnId): ReactNode =>
    id === "lastMessage" || id === "created" ? (
      <SortHeader column={id}>{texts.columnNames[id]}</SortHeader>
    ) : (
      texts.columnNames[id]
    )
  const chosen: Column<ListedContact> = {
    id: "chosen",
    label: (
      <input
        type="checkbox"
        aria-label={texts.selectPage}
        checked={isWhole}
        onChange={({ target }) => set(contacts, target.checked)}
      />
    ),
    cell: (contact) => (
      <input
        type="checkbox"
        aria-label={texts.select(nameOf(contact))}
        checked={selection.has(contact.id)}
        onChange={({ target }) => set([contact], target.checked)}
      />
    )
  }
  const name: Column<ListedContact> = {
    id: "name",
    label: <SortHeader column="name">{texts.columnNames.name}</SortHeader>,
    cell: (contact) => (
      <Link href={`/contacts/${contact.id}`} className="contact-name">
        <Avatar id={contact.id} name={contact.name} size="small" />
        <bdi>{nameOf(contact)}</bdi>
      </Link>
    )
  }
  return (
    <Table
      caption={texts.title}
      rows={contacts}
      keyOf={({ id }) => id}
      columns={[
        chosen,
        name,
        ...columns.map((id) => ({ id, label: labelOf(id), cell: cells[id], isNumber: id === "conversations" }))
      ]}
    />
  )
}
