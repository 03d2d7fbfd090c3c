import { useCampaignsText } from "../campaignsText.ts"
import { useState } from "react"
import type { CampaignTest } from "../../../client/promise/SessionMethods.ts"
import { maxTestRecipients, usualCampaignPace } from "../../../src/domain/campaigns/Campaign.ts"
import type { TemplateDefinition } from "../../../src/domain/templates/Template.ts"
import { useAction } from "../../api/useAction.ts"
import { navigate } from "../../app/navigation.ts"
import { instantIn, offsetOf, wordsIn } from "../../inbox/schedule/zones.ts"
import { ActionError } from "../../parts/ActionError.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { Confirm } from "../../parts/Confirm.tsx"
import { TextArea } from "../../parts/Field.tsx"
import { useLanguageTag } from "../../text/useText.ts"
import type { CampaignDraft } from "../campaignDraft.ts"
import { campaignQuery, campaignsQuery } from "../campaignQueries.ts"
import { useReasonText } from "../useReasonText.ts"
import { AudienceCount } from "./AudienceSize.tsx"
import { PhonePreview } from "./PhonePreview.tsx"

const numbersIn = (text: string): ReadonlyArray<string> =>
  text
    .split(/[\n,;]+/)
    .map((number) => number.trim())
    .filter((number) => number !== "")

/** Sends the message to a few people, who do not become recipients. */
const TestSend = ({ campaignId }: { readonly campaignId: string }) => {
  const { builder: texts } = useCampaignsText()
  const reasonText = useReasonText()
  const [text, setText] = useState("")
  const [results, setResults] = useState<ReadonlyArray<CampaignTest>>([])
  const numbers = numbersIn(text)
  const isTooMany = numbers.length > maxTestRecipients
  const test = useAction((parley, to: ReadonlyArray<string>) => parley.campaigns.test(campaignId, { to }))
  const run = () => {
    setResults([])
    void test.run(numbers).then((outcome) => {
      if ("value" in outcome) setResults(outcome.value.results)
    })
  }
  return (
    <section className="template-form" aria-label={texts.test}>
      <h3>{texts.test}</h3>
      <TextArea
        label={texts.testNumbers}
        hint={texts.testHint(maxTestRecipients)}
        rows={2}
        dir="ltr"
        value={text}
        error={isTooMany ? texts.testHint(maxTestRecipients) : null}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="actions">
        <Button isBusy={test.isRunning} disabled={numbers.length === 0 || isTooMany} onClick={run}>
          {texts.sendTest}
        </Button>
      </div>
      <ActionError failure={test.failure} />
      <div role="status">
        <ul className="panel-list">
          {results.map(({ error, status, to }) => (
            <li key={to}>
              <bdi>{to}</bdi>{" "}
              <Badge tone={status === "sent" ? "success" : "danger"}>{texts.testStatuses[status]}</Badge>{" "}
              {error !== null && <span className="field-error">{reasonText(error)}</span>}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** The campaign as it will be sent, a test of it, and its start. */
export const ReviewStep = ({
  campaignId,
  definition,
  draft
}: {
  readonly draft: CampaignDraft
  readonly definition: TemplateDefinition
  readonly campaignId: string
}) => {
  const campaigns = useCampaignsText()
  const { builder: texts } = campaigns
  const language = useLanguageTag()
  const [isAsked, setAsked] = useState(false)
  const start = useAction((parley, id: string) => parley.campaigns.start(id))
  const at = draft.local === "" ? null : instantIn(draft.local, draft.zone)
  const when = at === null ? texts.now : `${wordsIn(language, at, draft.zone)} (${offsetOf(draft.zone, at)})`
  const pace = draft.pace.trim() === "" ? usualCampaignPace : Number(draft.pace)
  const run = () =>
    void start.run(campaignId).then((outcome) => {
      campaignsQuery.reload()
      campaignQuery.reload()
      if ("value" in outcome) navigate(`/campaigns/${campaignId}`)
    })
  const facts = [
    [campaigns.template, `${definition.name} · ${definition.language}`],
    [campaigns.audience, campaigns.audienceKinds[draft.audience.kind]],
    [texts.start, when],
    [campaigns.pace, campaigns.perSecond(pace)],
    [campaigns.stop, draft.stopOn.map((stop) => campaigns.stops[stop]).join(" · ") || texts.never]
  ] as const
  return (
    <div className="builder-columns">
      <div className="template-form">
        <dl className="facts">
          {facts.map(([label, value]) => (
            <div key={label} className="fact">
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
        <AudienceCount audience={draft.audience} />
        <TestSend campaignId={campaignId} />
        <div className="actions">
          <Button tone="primary" onClick={() => setAsked(true)}>
            {at === null ? texts.startNow : texts.schedule}
          </Button>
        </div>
      </div>
      <PhonePreview draft={draft} definition={definition} />
      {isAsked && (
        <Confirm
          title={texts.startOf(draft.name)}
          text={at === null ? texts.startText : texts.scheduleText(when)}
          label={at === null ? texts.startNow : texts.schedule}
          tone="primary"
          isOpen
          isBusy={start.isRunning}
          failure={start.failure}
          onClose={() => setAsked(false)}
          onConfirm={run}
        >
          <AudienceCount audience={draft.audience} />
        </Confirm>
      )}
    </div>
  )
}
