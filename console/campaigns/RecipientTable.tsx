import { useCampaignsText } from "./campaignsText.ts"
import { useEffect, useState } from "react"
import { useAction } from "../api/useAction.ts"
import { usePolling } from "../api/usePolling.ts"
import { useQuery } from "../api/useQuery.ts"
import { Link } from "../app/Link.tsx"
import { changeQuery, usePlace } from "../app/navigation.ts"
import { saveFile } from "../contacts/csvFile.ts"
import { ActionError } from "../parts/ActionError.tsx"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { Select } from "../parts/Select.tsx"
import { EmptyState, LoadedView } from "../parts/states.tsx"
import { type Column, Table } from "../parts/Table.tsx"
import { ExactTime } from "../parts/Time.tsx"
import { useText } from "../text/useText.ts"
import { useReasonText } from "./useReasonText.ts"
import {
  type Campaign,
  campaignEvents,
  type CampaignRecipient,
  recipientsQuery,
  type RecipientStatus
} from "./campaignQueries.ts"

const tones = {
  queued: "plain",
  sending: "info",
  sent: "info",
  delivered: "info",
  read: "success",
  failed: "danger",
  left_out: "warning"
} as const satisfies Record<RecipientStatus, string>

const statuses: ReadonlyArray<RecipientStatus> = [
  "queued",
  "sending",
  "sent",
  "delivered",
  "read",
  "failed",
  "left_out"
]

/** The latest known time of a recipient. */
const latestTime = ({ deliveredAt, readAt, repliedAt, sentAt }: CampaignRecipient): string | null =>
  repliedAt ?? readAt ?? deliveredAt ?? sentAt

const Outcome = ({ recipient }: { readonly recipient: CampaignRecipient }) => {
  const texts = useCampaignsText()
  const reasonText = useReasonText()
  const { error, leftOut, optedOutAt, repliedAt } = recipient
  if (leftOut !== null) return texts.leftOut[leftOut]
  if (error !== null) {
    return (
      <>
        <bdi>{reasonText(error)}</bdi> {error.code !== null && <span className="muted">({error.code})</span>}
      </>
    )
  }
  return [repliedAt === null ? "" : texts.counts.replied, optedOutAt === null ? "" : texts.counts.optedOut]
    .filter((word) => word !== "")
    .join(" · ")
}

/** Recipients with their outcome, by status, one page in memory at a time. */
export const RecipientTable = ({ campaign: { id, status: campaignStatus } }: { readonly campaign: Campaign }) => {
  const texts = useCampaignsText()
  const { common } = useText()
  const { query } = usePlace()
  const status = statuses.find((one) => one === query["status"])
  /** Positions before the pages up to this one. */
  const [positions, setPositions] = useState<ReadonlyArray<number>>([0])
  useEffect(() => setPositions([0]), [status])
  const after = positions.at(-1) ?? 0
  const [loaded, reload] = useQuery(
    recipientsQuery,
    { campaignId: id, status, after },
    { on: { types: campaignEvents } }
  )
  usePolling(reload, campaignStatus === "running")
  // The last outcomes arrive with the end of the campaign.
  useEffect(reload, [campaignStatus, reload])
  const file = useAction(async (parley, chosen: RecipientStatus | undefined) =>
    saveFile("recipients.csv", await parley.campaigns.exportRecipients(id, { status: chosen }))
  )
  const columns: ReadonlyArray<Column<CampaignRecipient>> = [
    { id: "position", label: "#", isNumber: true, cell: ({ position }) => position },
    {
      id: "to",
      label: texts.recipient,
      cell: ({ contactId, name, to }) => (
        <>
          {contactId === null ? <bdi>{to}</bdi> : <Link href={`/contacts/${contactId}`}>{to || texts.deleted}</Link>}{" "}
          <bdi className="muted">{name}</bdi>
        </>
      )
    },
    {
      id: "status",
      label: texts.status,
      cell: (recipient) => <Badge tone={tones[recipient.status]}>{texts.recipientStatuses[recipient.status]}</Badge>
    },
    { id: "outcome", label: texts.outcome, cell: (recipient) => <Outcome recipient={recipient} /> },
    {
      id: "when",
      label: texts.when,
      cell: (recipient) => {
        const at = latestTime(recipient)
        return at === null ? null : <ExactTime at={at} />
      }
    }
  ]
  return (
    <section className="section" aria-label={texts.recipients}>
      <div className="paging">
        <h2>{texts.recipients}</h2>
        <div className="actions recipient-filters">
          <Select
            label={texts.status}
            isLabelShown={false}
            value={status ?? "all"}
            onChange={(value) => changeQuery({ status: value === "all" ? null : value })}
            options={[
              { value: "all", label: texts.allStatuses },
              ...statuses.map((value) => ({ value, label: texts.recipientStatuses[value] }))
            ]}
          />
          <Button isBusy={file.isRunning} onClick={() => void file.run(status)}>
            {texts.export}
          </Button>
        </div>
      </div>
      <ActionError failure={file.failure} />
      <LoadedView loaded={loaded} reload={reload}>
        {({ nextAfter, recipients }) => (
          <>
            {recipients.length === 0 ? (
              <EmptyState title={texts.noRecipients} />
            ) : (
              <Table
                caption={`${texts.recipients}: ${status === undefined ? texts.allStatuses : texts.recipientStatuses[status]}`}
                rows={recipients}
                keyOf={(recipient) => recipient.id}
                columns={columns}
              />
            )}
            {(positions.length > 1 || nextAfter !== null) && (
              <nav className="paging" aria-label={common.paging.label}>
                <Button disabled={positions.length === 1} onClick={() => setPositions(positions.slice(0, -1))}>
                  {common.paging.previous}
                </Button>
                <span role="status">{common.paging.page(positions.length)}</span>
                <Button
                  disabled={nextAfter === null}
                  onClick={() => {
                    if (nextAfter !== null) setPositions([...positions, nextAfter])
                  }}
                >
                  {common.paging.next}
                </Button>
              </nav>
            )}
          </>
        )}
      </LoadedView>
    </section>
  )
}
