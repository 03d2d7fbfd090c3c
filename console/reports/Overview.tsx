import type { OverviewReport, ReportNumbers } from "../../client/promise/SessionMethods.ts"
import { useQuery } from "../api/useQuery.ts"
import { LoadedView } from "../parts/states.tsx"
import { Chart } from "./chart/Chart.tsx"
import type { Value } from "./chart/chartGeometry.ts"
import { RangeBar, useRange } from "./RangeBar.tsx"
import { overviewQuery } from "./reportQueries.ts"
import { changeOf } from "./reportRange.ts"
import { useReportFormats, useReportText } from "./reportText.ts"

const shareOf = (part: number, whole: number): Value => (whole === 0 ? null : part / whole)

/** Figures in their order. `better`: the direction that is good. */
const figures = [
  { id: "opened", format: "count", better: null, of: ({ opened }) => opened },
  { id: "closed", format: "count", better: "more", of: ({ closed }) => closed },
  { id: "openAtEnd", format: "count", better: "less", of: ({ openAtEnd }) => openAtEnd },
  { id: "unansweredAtEnd", format: "count", better: "less", of: ({ unansweredAtEnd }) => unansweredAtEnd },
  { id: "firstResponse", format: "duration", better: "less", of: ({ firstResponse }) => firstResponse.p50 },
  { id: "laterResponse", format: "duration", better: "less", of: ({ laterResponse }) => laterResponse.p50 },
  { id: "resolution", format: "duration", better: "less", of: ({ resolution }) => resolution.p50 },
  { id: "reopened", format: "count", better: "less", of: ({ reopened }) => reopened },
  { id: "received", format: "count", better: null, of: ({ received }) => received },
  { id: "sent", format: "count", better: null, of: ({ sent }) => sent },
  { id: "readShare", format: "share", better: "more", of: ({ read, sent }) => shareOf(read, sent) },
  { id: "failed", format: "count", better: "less", of: ({ failed }) => failed }
] as const satisfies ReadonlyArray<{
  readonly id: string
  readonly format: "count" | "duration" | "share"
  readonly better: "more" | "less" | null
  readonly of: (numbers: ReportNumbers) => Value
}>

/** A figure with its change against the previous period. */
const Figure = ({
  figure: { better, format, id, of },
  present,
  previous
}: {
  readonly figure: (typeof figures)[number]
  readonly present: ReportNumbers
  readonly previous: ReportNumbers
}) => {
  const texts = useReportText()
  const formats = useReportFormats()
  const change = changeOf(of(present), of(previous))
  const direction = change === null || Math.abs(change) < 0.005 ? "same" : change > 0 ? "more" : "less"
  const tone = direction === "same" || better === null ? "plain" : direction === better ? "good" : "bad"
  return (
    <div className="figure" title={texts.definitions[id]}>
      <dt>{texts.figures[id]}</dt>
      <dd>
        <span className="figure-value">{formats[format](of(present))}</span>
        <span className={`figure-change figure-${tone}`}>
          {change === null ? "" : texts.changes[direction](formats.change(change))}
        </span>
        <span className="visually-hidden">{texts.definitions[id]}</span>
      </dd>
    </div>
  )
}

const Charts = ({ report: { days } }: { readonly report: OverviewReport }) => {
  const texts = useReportText()
  const formats = useReportFormats()
  const common = {
    columns: days.map(({ day }) => formats.day(day)),
    dayLabel: texts.day,
    tableLabel: texts.table
  }
  const counts = (...ids: ReadonlyArray<"opened" | "closed" | "received" | "sent" | "openAtEnd" | "unansweredAtEnd">) =>
    ids.map((id) => ({ id, label: texts.figures[id], values: days.map((day) => day[id]) }))
  return (
    <div className="charts">
      <Chart
        {...common}
        title={texts.charts.conversations}
        shape="bars"
        kind="count"
        format={formats.count}
        series={counts("opened", "closed")}
      />
      <Chart
        {...common}
        title={texts.charts.messages}
        shape="area"
        kind="count"
        format={formats.count}
        series={counts("received", "sent")}
      />
      <Chart
        {...common}
        title={texts.charts.firstResponse}
        shape="line"
        kind="duration"
        format={formats.duration}
        series={[
          { id: "p50", label: texts.median, values: days.map(({ firstResponse }) => firstResponse.p50) },
          { id: "p90", label: texts.p90, values: days.map(({ firstResponse }) => firstResponse.p90) }
        ]}
      />
      <Chart
        {...common}
        title={texts.charts.backlog}
        shape="line"
        kind="count"
        format={formats.count}
        series={counts("openAtEnd", "unansweredAtEnd")}
      />
    </div>
  )
}

/** Figures of the organization with their change, and charts by day. */
export const Overview = () => {
  const texts = useReportText()
  const { range } = useRange()
  const [loaded, reload] = useQuery(overviewQuery, range)
  return (
    <>
      <h1>{texts.pages.overview}</h1>
      <RangeBar report="overview" />
      <LoadedView loaded={loaded} reload={reload}>
        {({ present, previous }) => (
          <>
            <dl className="figures">
              {figures.map((figure) => (
                <Figure key={figure.id} figure={figure} present={present.total} previous={previous.total} />
              ))}
            </dl>
            <Charts report={present} />
          </>
        )}
      </LoadedView>
    </>
  )
}
