import { useQuery } from "../../api/useQuery.ts"
import { Link } from "../../app/Link.tsx"
import { JsonView } from "../../parts/JsonView.tsx"
import { LoadedView } from "../../parts/states.tsx"
import { ExactTime } from "../../parts/Time.tsx"
import { useText } from "../../text/useText.ts"
import { Facts } from "../parts/Facts.tsx"
import { logQuery } from "../queries.ts"
import { developerUrl } from "../parts/developerUrl.ts"
import { curlOf } from "./curlOf.ts"
import { StatusCode } from "./Logs.tsx"

/** A request with both bodies, and its `curl` command. */
export const Log = ({ id }: { readonly id: string }) => {
  const { back, deliveries, logs } = useText().developers
  const [loaded, reload] = useQuery(logQuery, id)
  return (
    <>
      <Link href="/developers/logs">{back}</Link>
      <h1>{logs.detail}</h1>
      <LoadedView loaded={loaded} reload={reload}>
        {(log) => (
          <>
            <Facts
              facts={[
                [
                  logs.request,
                  <code key="request" dir="ltr">
                    {log.method} {log.path}
                  </code>
                ],
                [logs.status, <StatusCode key="status" statusCode={log.statusCode} />],
                [logs.duration, deliveries.duration(log.durationMs)],
                [logs.when, <ExactTime key="when" at={log.createdAt} />],
                [logs.id, <code key="id">{log.requestId}</code>],
                [logs.ip, <bdi key="ip">{log.ipAddress}</bdi>],
                [logs.agent, <bdi key="agent">{log.userAgent}</bdi>]
              ]}
            />
            <h2>{logs.requestBody}</h2>
            <JsonView label={logs.requestBody} value={log.requestBody} />
            <h2>{logs.responseBody}</h2>
            <JsonView label={logs.responseBody} value={log.responseBody} />
            <h2>{logs.curl}</h2>
            <p className="muted">{logs.curlHint}</p>
            <JsonView label={logs.curl} value={curlOf(developerUrl(), log)} />
          </>
        )}
      </LoadedView>
    </>
  )
}
