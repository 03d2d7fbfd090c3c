import { useCampaignsText } from "../campaignsText.ts"
import { maxCampaignPace, minCampaignPace, usualCampaignPace } from "../../../src/domain/campaigns/Campaign.ts"
import { cityOf, instantIn, localIn, offsetOf, ownZone, wordsIn } from "../../inbox/schedule/zones.ts"
import { Checkbox, Field } from "../../parts/Field.tsx"
import { useLanguageTag, useText } from "../../text/useText.ts"
import type { CampaignStop } from "../campaignDraft.ts"
import type { StepProps } from "./BuilderForm.tsx"

const hour = 3_600_000

const stops: ReadonlyArray<CampaignStop> = ["reply", "opt_out"]

/** Start, pace and stop conditions of a campaign. */
export const DeliveryStep = ({ change, draft, problem }: StepProps) => {
  const campaigns = useCampaignsText()
  const { inbox } = useText()
  const { builder: texts } = campaigns
  const { schedule } = inbox.conversation
  const language = useLanguageTag()
  const own = ownZone()
  const { local, pace, stopOn, zone } = draft
  const isLater = local !== ""
  const at = isLater ? instantIn(local, zone) : null
  const timeProblem =
    problem?.input !== "time"
      ? null
      : schedule.problems[problem.kind === "far" ? "far" : problem.kind === "past" ? "past" : "missing"]
  return (
    <div className="template-form">
      <fieldset className="choice-cards">
        <legend className="field-label">{texts.start}</legend>
        <label className="choice-card">
          <input type="radio" name="start" checked={!isLater} onChange={() => change({ local: "" })} />
          <strong>{texts.now}</strong>
        </label>
        <label className="choice-card">
          <input
            type="radio"
            name="start"
            checked={isLater}
            onChange={() => change({ local: localIn(Date.now() + hour, zone) || localIn(Date.now() + hour, own) })}
          />
          <strong>{texts.later}</strong>
        </label>
      </fieldset>
      {isLater && (
        <>
          <Field
            label={schedule.time}
            type="datetime-local"
            dir="ltr"
            value={local}
            error={timeProblem}
            onChange={({ target }) => {
              if (target.value !== "") change({ local: target.value })
            }}
          />
          <Field
            label={schedule.zone}
            hint={at === null ? texts.zoneHint : `${cityOf(zone)} (${offsetOf(zone, at)})`}
            dir="ltr"
            list="time-zones"
            value={zone}
            onChange={({ target }) => change({ zone: target.value })}
          />
          <datalist id="time-zones">
            {Intl.supportedValuesOf("timeZone").map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
          {at !== null && zone !== own && (
            <p className="field-hint" role="status">
              {texts.yourTime(wordsIn(language, at, own))}
            </p>
          )}
        </>
      )}
      <Field
        label={texts.pace}
        hint={texts.paceHint(usualCampaignPace)}
        isOptional
        inputMode="numeric"
        dir="ltr"
        value={pace}
        error={problem?.input === "pace" ? texts.problems.pace(minCampaignPace, maxCampaignPace) : null}
        onChange={({ target }) => change({ pace: target.value })}
      />
      <fieldset className="choice-cards">
        <legend className="field-label">{texts.stopOn}</legend>
        {stops.map((stop) => (
          <Checkbox
            key={stop}
            label={texts.stops[stop]}
            checked={stopOn.includes(stop)}
            onChange={({ target }) =>
              change({ stopOn: stops.filter((one) => (one === stop ? target.checked : stopOn.includes(one))) })
            }
          />
        ))}
      </fieldset>
    </div>
  )
}
