import { useCampaignsText } from "./campaignsText.ts"
import { useState } from "react"
import { useAction } from "../api/useAction.ts"
import { usePolling } from "../api/usePolling.ts"
import { useQuery } from "../api/useQuery.ts"
import { Link } from "../app/Link.tsx"
import { navigate } from "../app/navigation.ts"
import { Button } from "../parts/Button.tsx"
import { Confirm } from "../parts/Confirm.tsx"
import { LoadedView } from "../parts/states.tsx"
import { ExactTime } from "../parts/Time.tsx"
import { CampaignBadge } from "./CampaignList.tsx"
import { type Campaign, campaignEvents, campaignQuery, campaignsQuery } from "./campaignQueries.ts"
import { Funnel } from "./Funnel.tsx"
import { RecipientTable } from "./RecipientTable.tsx"

const actions = ["pause", "resume", "cancel", "remove"] as const
type CampaignAction = (typeof actions)[number]

/** Actions that the status allows. */
const actionsOf = ({ status }: Campaign): ReadonlyArray<CampaignAction> => {
  switch (status) {
    case "running":
      return ["pause", "cancel"]
    case "paused":
      return ["resume", "cancel"]
    case "scheduled":
      return ["cancel"]
    default:
      return ["remove"]
  }
}

/** Buttons of the actions, each with a confirmation that says what follows. */
const Actions = ({ campaign }: { readonly campaign: Campaign }) => {
  const texts = useCampaignsText()
  const [asked, setAsked] = useState<CampaignAction | null>(null)
  const run = useAction(async (parley, action: CampaignAction) => {
    await parley.campaigns[action](campaign.id)
    return action
  })
  const close = () => {
    setAsked(null)
    run.reset()
  }
  const act = (action: CampaignAction) =>
    void run.run(action).then((outcome) => {
      campaignsQuery.reload()
      if ("failure" in outcome) return
      close()
      if (action === "remove") navigate("/campaigns")
      else campaignQuery.reload()
    })
  const left = campaign.counts.queued
  return (
    <div className="actions">
      {campaign.status === "draft" && (
        <Button tone="primary" onClick={() => navigate(`/campaigns/${campaign.id}/edit`)}>
          {texts.edit}
        </Button>
      )}
      <Button onClick={() => navigate(`/campaigns/new?copy=${campaign.id}`)}>{texts.duplicate}</Button>
      {actionsOf(campaign).map((action) => (
        <Button
          key={action}
          tone={action === "resume" ? "primary" : action === "pause" ? "plain" : "danger"}
          onClick={() => setAsked(action)}
        >
          {texts.actions[action]}
        </Button>
      ))}
      {asked !== null && (
        <Confirm
          title={texts.confirm[asked](campaign.name)}
          text={texts.consequence[asked](left)}
          label={texts.actions[asked]}
          tone={asked === "resume" ? "primary" : "danger"}
          isOpen
          isBusy={run.isRunning}
          failure={run.failure}
          onClose={close}
          onConfirm={() => act(asked)}
        />
      )}
    </div>
  )
}

/** Why a campaign is paused. */
const PauseReason = ({ reason: { code, detail, reason } }: { readonly reason: NonNullable<Campaign["reason"]> }) => {
  const texts = useCampaignsText()
  return (
    <div className="notice notice-warning" role="status">
      <strong>{texts.pauseReasons[reason]}</strong>
      {(detail !== "" || code !== null) && (
        <p>
          <bdi>{detail}</bdi> {code !== null && `(${code})`}
        </p>
      )}
    </div>
  )
}

const Facts = ({ campaign }: { readonly campaign: Campaign }) => {
  const texts = useCampaignsText()
  const { audience, endedAt, pace, sendAt, startedAt, stopOn, template } = campaign
  const conditions =
    audience === null
      ? texts.audienceKinds.file
      : audience.all
        ? texts.audienceKinds.everyone
        : [
            ...audience.tags,
            ...Object.entries(audience.attributes).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
            ...(audience.search === null ? [] : [`“${audience.search}”`]),
            ...(audience.contactIds === null ? [] : [texts.contacts(audience.contactIds.length)])
          ].join(" · ")
  const times = [
    [texts.sendAt, sendAt],
    [texts.startedAt, startedAt],
    [texts.endedAt, endedAt]
  ] as const
  return (
    <dl className="facts">
      <div className="fact">
        <dt>{texts.template}</dt>
        <dd>
          <bdi>{template.name}</bdi> <span className="muted">{template.language.code}</span>
        </dd>
      </div>
      <div className="fact">
        <dt>{texts.audience}</dt>
        <dd dir="auto">{conditions}</dd>
      </div>
      <div className="fact">
        <dt>{texts.pace}</dt>
        <dd>{pace === null ? texts.usualPace : texts.perSecond(pace)}</dd>
      </div>
      {stopOn.length > 0 && (
        <div className="fact">
          <dt>{texts.stop}</dt>
          <dd>{stopOn.map((stop) => texts.stops[stop]).join(" · ")}</dd>
        </div>
      )}
      {times.map(
        ([label, at]) =>
          at !== null && (
            <div key={label} className="fact">
              <dt>{label}</dt>
              <dd>
                <ExactTime at={at} />
              </dd>
            </div>
          )
      )}
    </dl>
  )
}

/** A campaign with its progress, outcome and recipients. While it runs, the counts follow events and a poll. */
export const CampaignPage = ({ campaignId }: { readonly campaignId: string }) => {
  const texts = useCampaignsText()
  const [loaded, reload] = useQuery(campaignQuery, campaignId, { on: { types: campaignEvents } })
  const status = loaded.state === "ready" ? loaded.value.status : null
  usePolling(reload, status === "running" || status === "scheduled")
  return (
    <div className="page page-wide">
      <p>
        <Link href="/campaigns">{texts.back}</Link>
      </p>
      <LoadedView loaded={loaded} reload={reload}>
        {(campaign) => (
          <>
            <div className="paging">
              <div className="campaign-title">
                <h1>
                  <bdi>{campaign.name}</bdi>
                </h1>
                <CampaignBadge status={campaign.status} />
              </div>
              <Actions campaign={campaign} />
            </div>
            {campaign.reason !== null && <PauseReason reason={campaign.reason} />}
            <Funnel campaign={campaign} />
            <section className="section" aria-label={texts.settings}>
              <h2>{texts.settings}</h2>
              <Facts campaign={campaign} />
            </section>
            <RecipientTable campaign={campaign} />
          </>
        )}
      </LoadedView>
    </div>
  )
}
