import type { HoursReport } from "../../client/promise/SessionMethods.ts"
import { useQuery } from "../api/useQuery.ts"
import { useQueryField } from "../app/navigation.ts"
import { Select } from "../parts/Select.tsx"
import { LoadedView } from "../parts/states.tsx"
import { useLanguageTag } from "../text/useText.ts"
import { shadeOf } from "./chart/chartGeometry.ts"
import { RangeBar, useRange } from "./RangeBar.tsx"
import { hoursQuery } from "./reportQueries.ts"
import { useReportFormats, useReportText } from "./reportText.ts"

const hourNumbers = Array.from({ length: 24 }, (_, hour) => hour)
const weekdays = [1, 2, 3, 4, 5, 6, 7]

/** A day of the week, 1 for Monday. 1 January 2024 was one. */
const mondayMillis = Date.UTC(2024, 0, 1)

const HoursMap = ({ kind, report }: { readonly report: HoursReport; readonly kind: "received" | "sent" }) => {
  const texts = useReportText()
  const { count } = useReportFormats()
  const language = useLanguageTag()
  const dayName = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" })
  const hourName = new Intl.DateTimeFormat(language, { hour: "numeric", hourCycle: "h23", timeZone: "UTC" })
  const values = new Map(report.hours.map((hour) => [hour.weekday * 24 + hour.hour, hour[kind]]))
  const largest = Math.max(0, ...values.values())
  return (
    <div className="table-region" role="region" aria-label={texts.hoursTitle[kind]} tabIndex={0}>
      <table className="heat">
        <caption className="visually-hidden">{texts.hoursTitle[kind]}</caption>
        <thead>
          <tr>
            <td />
            {hourNumbers.map((hour) => (
              <th key={hour} scope="col">
                {hourName.format(mondayMillis + hour * 3_600_000)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((weekday) => (
            <tr key={weekday}>
              <th scope="row">{dayName.format(mondayMillis + (weekday - 1) * 86_400_000)}</th>
              {hourNumbers.map((hour) => {
                const value = values.get(weekday * 24 + hour) ?? 0
                return (
                  <td key={hour} className={`heat-${shadeOf(value, largest)}`}>
                    {count(value)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Messages in each hour of the week. */
export const Hours = () => {
  const texts = useReportText()
  const { range } = useRange()
  const [field, setField] = useQueryField("count")
  const kind = field === "sent" ? "sent" : "received"
  const [loaded, reload] = useQuery(hoursQuery, range)
  return (
    <>
      <h1>{texts.pages.hours}</h1>
      <p className="muted">{texts.hoursHint}</p>
      <RangeBar report="hours" />
      <div className="report-range">
        <Select
          label={texts.counted}
          value={kind}
          onChange={(value) => setField(value === "received" ? null : value)}
          options={(["received", "sent"] as const).map((value) => ({ value, label: texts.figures[value] }))}
        />
      </div>
      <LoadedView loaded={loaded} reload={reload}>
        {(report) => <HoursMap report={report} kind={kind} />}
      </LoadedView>
    </>
  )
}
