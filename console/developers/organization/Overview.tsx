import type { ReactNode } from "react"
import { defineQuery } from "../../api/query.ts"
import { useQuery } from "../../api/useQuery.ts"
import { Link } from "../../app/Link.tsx"
import { Button } from "../../parts/Button.tsx"
import { LoadedView } from "../../parts/states.tsx"
import { Table } from "../../parts/Table.tsx"
import { RelativeTime } from "../../parts/Time.tsx"
import { useText, useLanguageTag } from "../../text/useText.ts"
import { useDevelopersText } from "../developersText.ts"
import { StatusCode } from "../logs/Logs.tsx"
import { sinceOf } from "../parts/filters.ts"

/** Requests whose durations are compared: one page of the log. */
const sampleSize = 100

/** The duration that 95% of requests do not exceed, in milliseconds; null without requests. */
export const p95Of = (durations: ReadonlyArray<number>): number | null =>
  durations.toSorted((one, other) => one - other)[Math.ceil(durations.length * 0.95) - 1] ?? null

/** Numbers of the last 24 hours, and the latest requests that failed. */
const overviewQuery = defineQuery("developerOverview", async (parley, _: null, signal) => {
  const since = sinceOf("24h", Date.now()) ?? undefined
  const logs = (limit: number, status?: string) => parley.logs.list({ since, limit, status }, { signal })
  const deliveries = async (status: "pending" | "delivered" | "failed") =>
    (await parley.deliveries.list({ since, limit: 1, status }, { signal })).total
  const [all, refused, broken, delivered, failed, pending] = await Promise.all([
    logs(sampleSize),
    logs(5, "4xx"),
    logs(5, "5xx"),
    deliveries("delivered"),
    deliveries("failed"),
    deliveries("pending")
  ])
  return {
    requests: all.total,
    p95: p95Of(all.logs.map(({ durationMs }) => durationMs)),
    refused: refused.total,
    broken: broken.total,
    failures: [...broken.logs, ...refused.logs],
    delivered,
    failed,
    pending
  }
})

const Figure = ({
  children,
  href,
  label
}: {
  readonly label: string
  readonly href: string
  readonly children: ReactNode
}) => (
  <div className="dev-figure">
    <dt>
      <Link href={href}>{label}</Link>
    </dt>
    <dd>{children}</dd>
  </div>
)

/** Requests, errors and deliveries of the last 24 hours. */
export const Overview = () => {
  const { common } = useText()
  const { deliveries, logs, overview: texts, pages } = useDevelopersText()
  const format = new Intl.NumberFormat(useLanguageTag())
  const [loaded, reload] = useQuery(overviewQuery, null)
  return (
    <>
      <header className="page-top">
        <h1>{pages.overview}</h1>
        <Button onClick={reload}>{common.reload}</Button>
      </header>
      <p className="muted">{texts.hint}</p>
      <LoadedView loaded={loaded} reload={reload}>
        {({ broken, delivered, failed, failures, p95, pending, refused, requests }) => (
          <>
            <dl className="dev-figures">
              <Figure label={texts.requests} href="/developers/logs?span=24h">
                {format.format(requests)}
              </Figure>
              <Figure label={texts.refused} href="/developers/logs?span=24h&status=4xx">
                {format.format(refused)}
              </Figure>
              <Figure label={texts.broken} href="/developers/logs?span=24h&status=5xx">
                {format.format(broken)}
              </Figure>
              <Figure label={texts.p95(sampleSize)} href="/developers/logs?span=24h">
                {p95 === null ? "–" : deliveries.duration(p95)}
              </Figure>
              <Figure label={texts.delivered} href="/developers/deliveries?span=24h&status=delivered">
                {format.format(delivered)}
              </Figure>
              <Figure label={texts.failed} href="/developers/deliveries?span=24h&status=failed">
                {format.format(failed)}
              </Figure>
              <Figure label={texts.pending} href="/developers/deliveries?span=24h&status=pending">
                {format.format(pending)}
              </Figure>
            </dl>
            <h2>{texts.failures}</h2>
            {failures.length === 0 ? (
              <p className="muted">{texts.noFailures}</p>
            ) : (
              <Table
                caption={texts.failures}
                rows={failures}
                keyOf={({ id }) => id}
                columns={[
                  {
                    id: "request",
                    label: logs.request,
                    cell: ({ id, method, path }) => (
                      <Link href={`/developers/logs/${id}`} aria-label={logs.open(`${method} ${path}`)}>
                        <code dir="ltr">
                          {method} {path}
                        </code>
                      </Link>
                    )
                  },
                  {
                    id: "status",
                    label: logs.status,
                    cell: ({ statusCode }) => <StatusCode statusCode={statusCode} />
                  },
                  { id: "when", label: logs.when, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> }
                ]}
              />
            )}
          </>
        )}
      </LoadedView>
    </>
  )
}
