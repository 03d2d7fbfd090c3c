import { useCampaignsText } from "./campaignsText.ts"
import { useQuery } from "../api/useQuery.ts"
import { usePolling } from "../api/usePolling.ts"
import { Link } from "../app/Link.tsx"
import { changeQuery, navigate, usePlace } from "../app/navigation.ts"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { Paging } from "../parts/Paging.tsx"
import { Select } from "../parts/Select.tsx"
import { EmptyState, LoadedView } from "../parts/states.tsx"
import { type Column, Table } from "../parts/Table.tsx"
import { RelativeTime } from "../parts/Time.tsx"
import { useLanguageTag } from "../text/useText.ts"
import {
  type Campaign,
  campaignEvents,
  campaignsQuery,
  campaignStatuses,
  pageSize,
  shareDone,
  statusTones
} from "./campaignQueries.ts"

/** Status of a campaign. */
export const CampaignBadge = ({ status }: Pick<Campaign, "status">) => {
  const texts = useCampaignsText()
  return <Badge tone={statusTones[status]}>{texts.statuses[status]}</Badge>
}

const counts = ["sent", "delivered", "read", "replied", "failed"] as const

/** Campaigns with their status and counts, the newest first. */
export const CampaignList = () => {
  const texts = useCampaignsText()
  const { query } = usePlace()
  const language = useLanguageTag()
  const numbers = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { style: "percent" })
  const status = campaignStatuses.find((one) => one === query["status"])
  const page = /^[1-9]\d{0,5}$/.test(query["page"] ?? "") ? Number(query["page"]) : 1
  const [loaded, reload] = useQuery(campaignsQuery, { page, status }, { on: { types: campaignEvents } })
  usePolling(
    reload,
    loaded.state === "ready" && loaded.value.data.some((one) => one.status === "running" || one.status === "scheduled")
  )
  const columns: ReadonlyArray<Column<Campaign>> = [
    {
      id: "name",
      label: texts.name,
      cell: ({ id, name, status: present }) => (
        <Link href={present === "draft" ? `/campaigns/${id}/edit` : `/campaigns/${id}`}>
          <bdi>{name}</bdi>
        </Link>
      )
    },
    { id: "status", label: texts.status, cell: (campaign) => <CampaignBadge status={campaign.status} /> },
    {
      id: "progress",
      label: texts.progress,
      cell: (campaign) =>
        campaign.status === "draft" ? (
          <span className="muted">–</span>
        ) : (
          <span className="campaign-share">
            <progress value={shareDone(campaign.counts)} aria-label={texts.progressOf(campaign.name)} />
            {percent.format(shareDone(campaign.counts))}
          </span>
        )
    },
    {
      id: "recipients",
      label: texts.counts.recipients,
      isNumber: true,
      cell: (campaign) => numbers.format(campaign.counts.recipients)
    },
    ...counts.map((name) => ({
      id: name,
      label: texts.counts[name],
      isNumber: true,
      cell: (campaign: Campaign) => numbers.format(campaign.counts[name])
    })),
    {
      id: "when",
      label: texts.when,
      cell: ({ createdAt, sendAt, startedAt }) => <RelativeTime at={startedAt ?? sendAt ?? createdAt} />
    }
  ]
  return (
    <div className="page page-wide">
      <div className="paging">
        <h1>{texts.title}</h1>
        <Button tone="primary" onClick={() => navigate("/campaigns/new")}>
          {texts.create}
        </Button>
      </div>
      <div className="list-filters">
        <Select
          label={texts.status}
          value={status ?? "all"}
          onChange={(value) => changeQuery({ status: value === "all" ? null : value, page: null })}
          options={[
            { value: "all", label: texts.allStatuses },
            ...campaignStatuses.map((value) => ({ value, label: texts.statuses[value] }))
          ]}
        />
      </div>
      <LoadedView loaded={loaded} reload={reload}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <EmptyState title={status === undefined ? texts.none : texts.notFound}>
              {status === undefined && <p>{texts.noneHint}</p>}
            </EmptyState>
          ) : (
            <>
              <Table caption={texts.title} rows={data} keyOf={({ id }) => id} columns={columns} />
              <Paging page={page} hasNext={page * pageSize < meta.total} total={meta.total} />
            </>
          )
        }
      </LoadedView>
    </div>
  )
}
