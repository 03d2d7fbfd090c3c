import { useCampaignsText } from "../campaignsText.ts"
import { useEffect, useMemo, useRef, useState } from "react"
import type { ChangeCampaignRequest, CreateCampaignRequest } from "../../../client/promise/SessionMethods.ts"
import { useAction } from "../../api/useAction.ts"
import { useQuery } from "../../api/useQuery.ts"
import { useParley } from "../../api/Session.ts"
import { Link } from "../../app/Link.tsx"
import { changeQuery, navigate, usePlace } from "../../app/navigation.ts"
import { hrefOf } from "../../app/Place.ts"
import { everyContact } from "../../contacts/contactQueries.ts"
import { templatesQuery } from "../../inbox/contactQuery.ts"
import { sendableTemplates } from "../../inbox/template/templateForm.ts"
import { ActionError } from "../../parts/ActionError.tsx"
import { Button } from "../../parts/Button.tsx"
import { LoadedView } from "../../parts/states.tsx"
import { Steps } from "../../parts/page/Steps.tsx"
import {
  audienceProblem,
  type CampaignDraft,
  deliveryProblem,
  type DraftProblem,
  messageProblem,
  requestOf
} from "../campaignDraft.ts"
import { campaignQuery, campaignsQuery } from "../campaignQueries.ts"
import { AudienceStep } from "./AudienceStep.tsx"
import { DeliveryStep } from "./DeliveryStep.tsx"
import { MessageStep } from "./MessageStep.tsx"
import { ReviewStep } from "./ReviewStep.tsx"

const stepNames = ["message", "audience", "delivery", "review"] as const

/** Contacts of an audience at most: the service takes that many ids. */
const maxContacts = 10_000

/** Props of a step. */
export interface StepProps {
  readonly draft: CampaignDraft
  readonly change: (changes: Partial<CampaignDraft>) => void
  /** The problem to show; null without one. */
  readonly problem: DraftProblem | null
}

/** The steps of a campaign, the present one in the address. */
export const BuilderForm = ({
  campaignId: initialId,
  initial
}: {
  readonly campaignId: string | null
  readonly initial: CampaignDraft
}) => {
  const campaigns = useCampaignsText()
  const { builder: texts } = campaigns
  const parley = useParley()
  const { query } = usePlace()
  const [draft, setDraft] = useState(initial)
  const [id, setId] = useState(initialId)
  const [isTried, setTried] = useState(false)
  const [listed, reload] = useQuery(templatesQuery, draft.from === "" ? null : draft.from)
  const templates = listed.state === "ready" ? listed.value.templates : null
  const groups = useMemo(
    () => (templates === null ? [] : sendableTemplates(templates, { optedOut: false })),
    [templates]
  )
  const definition = groups
    .find(({ name }) => name === draft.template)
    ?.languages.find(({ language }) => language === draft.language)
  const problems = [messageProblem(draft, definition), audienceProblem(draft), deliveryProblem(draft, Date.now()), null]
  // A step opens after those before it are complete; the audience is stored with the step after it.
  const firstOpen = id === null ? 0 : problems.findIndex((problem, index) => problem !== null || index === 3)
  const wanted = Math.max(
    0,
    stepNames.findIndex((name) => name === query["step"])
  )
  const step = definition === undefined && templates !== null ? 0 : Math.min(wanted, firstOpen)
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) heading.current?.focus()
    isFirst.current = false
    setTried(false)
  }, [step])
  const change = (changes: Partial<CampaignDraft>) => setDraft((present) => ({ ...present, ...changes }))
  const save = useAction(async (client, request: CreateCampaignRequest) => {
    const { name, template, ...rest } = request
    const changed: ChangeCampaignRequest = { name, template, ...rest }
    const campaign = id === null ? await client.campaigns.create(request) : await client.campaigns.change(id, changed)
    campaignsQuery.reload()
    campaignQuery.reload()
    return campaign
  })
  const open = (next: number, campaignId: string) =>
    navigate(hrefOf({ path: `/campaigns/${campaignId}/edit`, query: { step: stepNames[next] ?? "" } }), {
      replace: id === null
    })
  /** Stores the draft, and returns its id; null if a problem or a failure keeps it from that. */
  const store = async (changes: Partial<CampaignDraft> = {}): Promise<string | null> => {
    const complete = { ...draft, ...changes }
    if (definition === undefined) return null
    const outcome = await save.run(requestOf(complete, definition))
    if ("failure" in outcome) return null
    setDraft(complete)
    setId(outcome.value.id)
    return outcome.value.id
  }
  /** The contacts with the label of the audience now: the service has no labels in audiences. */
  const labelled = useAction(async (_, label: string) => {
    const ids: Array<string> = []
    for await (const contact of everyContact(parley, { label })) {
      ids.push(contact.id)
      if (ids.length === maxContacts) break
    }
    return ids
  })
  const next = async () => {
    setTried(true)
    const { audience } = draft
    if (step === 1 && audience.kind === "label" && audience.label !== "") {
      const found = await labelled.run(audience.label)
      if ("failure" in found) return
      if (found.value.length === 0) return change({ audience: { ...audience, contactIds: [] } })
      const stored = await store({ audience: { ...audience, contactIds: found.value } })
      if (stored !== null) open(step + 1, stored)
      return
    }
    if (problems[step] !== null) return
    const stored = await store()
    if (stored !== null) open(step + 1, stored)
  }
  const props: StepProps = { draft, change, problem: isTried ? (problems[step] ?? null) : null }
  const upload = async (file: File): Promise<number | null> => {
    const stored = await store({ audience: { ...draft.audience, kind: "file", rows: 0 } })
    if (stored === null) return null
    return (await parley.campaigns.uploadRecipients(stored, file)).counts.recipients
  }
  return (
    <div className="page page-wide">
      <p>
        <Link href="/campaigns">{campaigns.back}</Link>
      </p>
      <h1>{draft.name.trim() === "" ? texts.title : <bdi>{draft.name}</bdi>}</h1>
      <Steps
        label={texts.title}
        steps={stepNames.map((name) => texts.steps[name])}
        current={step}
        onOpen={(index) => changeQuery({ step: stepNames[index] ?? null })}
      />
      <LoadedView loaded={listed} reload={reload}>
        {() => (
          <section className="section" aria-labelledby="builder-step">
            <h2 id="builder-step" ref={heading} tabIndex={-1}>
              {texts.steps[stepNames[step] ?? "message"]}
            </h2>
            {step === 0 && <MessageStep {...props} groups={groups} definition={definition} />}
            {step === 1 && <AudienceStep {...props} upload={upload} />}
            {step === 2 && <DeliveryStep {...props} />}
            {step === 3 && id !== null && definition !== undefined && (
              <ReviewStep draft={draft} definition={definition} campaignId={id} />
            )}
            <ActionError failure={save.failure ?? labelled.failure} />
            {step < 3 && (
              <div className="actions">
                {step > 0 && (
                  <Button onClick={() => changeQuery({ step: stepNames[step - 1] ?? null })}>{texts.previous}</Button>
                )}
                <Button tone="primary" isBusy={save.isRunning || labelled.isRunning} onClick={() => void next()}>
                  {texts.next}
                </Button>
              </div>
            )}
          </section>
        )}
      </LoadedView>
    </div>
  )
}
