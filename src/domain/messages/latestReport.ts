import { DateTime, Order } from "effect"
import { maxEarlierReports, type ReportMark } from "./MessageAnnotations.ts"

/** A report that stands until a later one of its kind comes, with the marks of those that it replaced. */
interface Standing extends ReportMark {
  readonly earlier?: ReadonlyArray<ReportMark>
}

/** Order by instant; the key decides between two reports of one instant. */
export const inTime: Order.Order<ReportMark> = Order.combine(
  Order.mapInput(Order.Number, ({ at }: ReportMark) => DateTime.toEpochMillis(at)),
  Order.mapInput(Order.String, ({ key }: ReportMark) => key)
)

const isBefore = Order.isLessThan(inTime)

/** Whether the report was applied before. A report older than every stored mark counts as known. */
const isKnown = (standing: Standing, report: ReportMark): boolean => {
  const { earlier = [], key } = standing
  const oldest = earlier.length < maxEarlierReports ? undefined : earlier.at(-1)
  return (
    key === report.key ||
    earlier.some((mark) => mark.key === report.key) ||
    (oldest !== undefined && isBefore(report, oldest))
  )
}

/**
 * The report that stands once this one is taken, in whatever order they come; null when this one was taken before. The
 * newest of the replaced ones stay as marks, so that each report is taken once.
 */
export const latestReport = <R extends Standing>(
  standing: R | undefined,
  report: R,
  order: Order.Order<R>
): R | null => {
  if (standing === undefined) return report
  if (isKnown(standing, report)) return null
  const [replaced, latest] = Order.isLessThan(order)(standing, report) ? [standing, report] : [report, standing]
  const { at, key } = replaced
  const earlier = [...(standing.earlier ?? []), { at, key }].toSorted(Order.flip(inTime)).slice(0, maxEarlierReports)
  return { ...latest, earlier }
}
