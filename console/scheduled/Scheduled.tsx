import { useQuery } from "../api/useQuery.ts"
import { Link } from "../app/Link.tsx"
import { changeQuery, usePlace } from "../app/navigation.ts"
import { defineQuery } from "../api/query.ts"
import type { ScheduledMessage } from "../../client/promise/SessionMethods.ts"
import "../inbox/conversation.css"
import { ScheduledActions } from "../inbox/schedule/ScheduledList.tsx"
import { scheduledQuery, scheduledSummary } from "../inbox/schedule/scheduledMessages.ts"
import { Badge } from "../parts/Badge.tsx"
import { Paging } from "../parts/Paging.tsx"
import { Select } from "../parts/Select.tsx"
import { EmptyState, LoadedView } from "../parts/states.tsx"
import { Table } from "../parts/Table.tsx"
import { ExactTime } from "../parts/Time.tsx"
import { useText } from "../text/useText.ts"

const statuses = ["scheduled", "sending", "sent", "failed", "cancelled"] as const

const tones = { scheduled: "info", sending: "info", sent: "success", failed: "danger", cancelled: "plain" } as const

const statusOf = (text: string | undefined) => statuses.find((status) => status === text) ?? null

const changes = ["message.sent", "message.failed"] as const

/** Name and country of a contact, for the recipient and their time zone. */
const recipientQuery = defineQuery("recipient", (parley, contactId: string, signal) =>
  parley.contacts.get(contactId, {}, { signal })
)

const Recipient = ({ message }: { readonly message: ScheduledMessage }) =>
  message.conversationId === null ? (
    <bdi>{message.to}</bdi>
  ) : (
    <Link href={`/inbox/${message.conversationId}`}>
      <bdi>{message.to}</bdi>
    </Link>
  )

const Actions = ({ contactId, message }: { readonly message: ScheduledMessage; readonly contactId: string }) => {
  const [contact] = useQuery(recipientQuery, contactId)
  return <ScheduledActions message={message} country={contact.state === "ready" ? contact.value.countryCode : ""} />
}

/** Scheduled messages of the organization, with those that ended within 7 days. */
const Scheduled = () => {
  const { common, inbox, lists } = useText()
  const { scheduled: texts } = lists
  const { query } = usePlace()
  const status = statusOf(query["status"])
  const page = Math.max(1, Math.trunc(Number(query["page"] ?? "1")) || 1)
  const [loaded, reload] = useQuery(
    scheduledQuery,
    { page, ...(status === null ? {} : { status }) },
    { on: { types: changes } }
  )
  return (
    <div className="page">
      <h1>{texts.title}</h1>
      <p className="muted">{texts.hint}</p>
      <div className="list-filters">
        <Select
          label={texts.status}
          value={status ?? "all"}
          onChange={(value) => changeQuery({ status: value === "all" ? null : value, page: null })}
          options={[
            { value: "all", label: texts.all },
            ...statuses.map((value) => ({ value, label: texts.statuses[value] }))
          ]}
        />
      </div>
      <LoadedView loaded={loaded} reload={reload}>
        {({ hasNext, scheduledMessages, total }) =>
          scheduledMessages.length === 0 ? (
            <EmptyState title={texts.none} />
          ) : (
            <>
              <Table
                caption={texts.title}
                rows={scheduledMessages}
                keyOf={({ scheduledId }) => scheduledId}
                columns={[
                  { id: "at", label: texts.sendAt, cell: ({ sendAt }) => <ExactTime at={sendAt} format="short" /> },
                  {
                    id: "message",
                    label: texts.message,
                    cell: (message) => <span dir="auto">{scheduledSummary(message) || message.type}</span>
                  },
                  { id: "to", label: texts.to, cell: (message) => <Recipient message={message} /> },
                  { id: "channel", label: inbox.channel, cell: ({ channel }) => common.channels[channel] },
                  {
                    id: "status",
                    label: texts.status,
                    cell: ({ error, status: own }) => (
                      <>
                        <Badge tone={tones[own]}>{texts.statuses[own]}</Badge>
                        {error !== null && <span className="field-error"> {error.message}</span>}
                      </>
                    )
                  },
                  {
                    id: "actions",
                    label: <span className="visually-hidden">{texts.actions}</span>,
                    cell: (message) =>
                      message.contactId === null ? (
                        <ScheduledActions message={message} country="" />
                      ) : (
                        <Actions message={message} contactId={message.contactId} />
                      )
                  }
                ]}
              />
              <Paging page={page} hasNext={hasNext} total={total} />
            </>
          )
        }
      </LoadedView>
    </div>
  )
}

export default Scheduled
