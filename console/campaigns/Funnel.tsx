import { useCampaignsText } from "./campaignsText.ts"
import { useQuery } from "../api/useQuery.ts"
import { changeQuery } from "../app/navigation.ts"
import { useLanguageTag } from "../text/useText.ts"
import { type Campaign, costQuery } from "./campaignQueries.ts"

const steps = ["recipients", "sent", "delivered", "read", "replied"] as const

const Cost = ({ id, startedAt }: { readonly id: string; readonly startedAt: string }) => {
  const texts = useCampaignsText()
  const language = useLanguageTag()
  const [loaded] = useQuery(costQuery, { id, startedAt })
  const cost = loaded.state === "ready" ? loaded.value : []
  const format = ({ amount, currency }: (typeof cost)[number]): string =>
    new Intl.NumberFormat(language, { style: "currency", currency, maximumFractionDigits: 4 }).format(Number(amount))
  return <Figure label={texts.cost} value={cost.map(format).join(" + ") || texts.noCost} />
}

const Figure = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div className="figure">
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

/** Counts by a name, the largest first. Each opens the recipients that it counts. */
const Reasons = ({
  counts,
  nameOf,
  status,
  title
}: {
  readonly title: string
  readonly counts: Readonly<Record<string, number>>
  readonly nameOf: (name: string) => string
  readonly status: "failed" | "left_out"
}) => {
  const numbers = new Intl.NumberFormat(useLanguageTag())
  const texts = useCampaignsText()
  const rows = Object.entries(counts).toSorted(([, one], [, other]) => other - one)
  if (rows.length === 0) return null
  return (
    <section className="section" aria-label={title}>
      <div className="paging">
        <h2>{title}</h2>
        <button type="button" className="cell-button" onClick={() => changeQuery({ status, page: null })}>
          {texts.showRecipients}
        </button>
      </div>
      <dl className="facts">
        {rows.map(([name, count]) => (
          <div key={name} className="reason">
            <dt>{nameOf(name)}</dt>
            <dd>{numbers.format(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Progress and outcome of a campaign: each step with its share of the step before. */
export const Funnel = ({ campaign }: { readonly campaign: Campaign }) => {
  const texts = useCampaignsText()
  const language = useLanguageTag()
  const numbers = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 })
  const { counts, id, startedAt, status } = campaign
  if (status === "draft") return null
  const reasonNames: Readonly<Record<string, string>> = texts.leftOut
  const codeNames: Readonly<Record<string, string>> = texts.failures
  return (
    <>
      <section className="section" aria-label={texts.outcome}>
        <h2>{texts.outcome}</h2>
        <ol className="funnel">
          {steps.map((step, index) => {
            const before = counts[steps[Math.max(0, index - 1)] ?? "recipients"]
            return (
              <li key={step} className="funnel-step">
                <span className="funnel-name">{texts.counts[step]}</span>
                <progress
                  className="funnel-bar"
                  value={counts[step]}
                  max={Math.max(1, counts.recipients)}
                  aria-label={texts.counts[step]}
                />
                <span className="funnel-count">
                  <strong>{numbers.format(counts[step])}</strong>{" "}
                  {index > 0 && before > 0 && <span className="muted">{percent.format(counts[step] / before)}</span>}
                </span>
              </li>
            )
          })}
        </ol>
        <dl className="figures">
          <Figure label={texts.counts.queued} value={numbers.format(counts.queued)} />
          <Figure label={texts.counts.failed} value={numbers.format(counts.failed)} />
          <Figure label={texts.counts.leftOut} value={numbers.format(counts.leftOut)} />
          <Figure label={texts.counts.optedOut} value={numbers.format(counts.optedOut)} />
          {startedAt !== null && <Cost id={id} startedAt={startedAt} />}
        </dl>
        {!campaign.audienceComplete && status === "running" && <p className="muted">{texts.gathering}</p>}
      </section>
      <div className="campaign-reasons">
        <Reasons
          title={texts.failedByCode}
          counts={counts.failedByCode}
          nameOf={(code) => (codeNames[code] === undefined ? texts.code(code) : `${codeNames[code]} (${code})`)}
          status="failed"
        />
        <Reasons
          title={texts.leftOutByReason}
          counts={counts.leftOutByReason}
          nameOf={(reason) => reasonNames[reason] ?? reason}
          status="left_out"
        />
      </div>
    </>
  )
}
