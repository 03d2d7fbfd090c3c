import type { ConnectedChannel } from "../../../client/promise/SessionMethods.ts"
import { useQuery } from "../../api/useQuery.ts"
import { Badge } from "../../parts/Badge.tsx"
import { EmptyState, LoadedView } from "../../parts/states.tsx"
import { Table } from "../../parts/Table.tsx"
import { ExactTime } from "../../parts/Time.tsx"
import { useText } from "../../text/useText.ts"
import { channelsQuery } from "../queries.ts"

const Health = ({ channel: { health, problem } }: { readonly channel: ConnectedChannel }) => {
  const texts = useText().developers.channels
  return (
    <>
      <Badge tone={health === "ok" ? "success" : "danger"}>{texts.healths[health]}</Badge>
      {problem !== null && (
        <p className="muted">
          <bdi>{problem.message}</bdi> ({problem.code}) · {texts.since} <ExactTime at={problem.since} />
        </p>
      )}
    </>
  )
}

/** Connected accounts and the health of their tokens. */
export const Channels = () => {
  const { common, developers } = useText()
  const { channels: texts, pages } = developers
  const [loaded, reload] = useQuery(channelsQuery, {}, { on: { types: ["account.updated"] } })
  return (
    <>
      <h1>{pages.channels}</h1>
      <LoadedView loaded={loaded} reload={reload}>
        {({ channels }) =>
          channels.length === 0 ? (
            <EmptyState title={texts.empty}>
              <p>{texts.emptyHint}</p>
            </EmptyState>
          ) : (
            <Table
              caption={texts.list}
              rows={channels}
              keyOf={({ id }) => id}
              columns={[
                { id: "name", label: texts.name, cell: ({ name }) => <bdi>{name}</bdi> },
                { id: "channel", label: texts.channel, cell: ({ channel }) => common.channels[channel] },
                { id: "account", label: texts.account, cell: ({ accountId }) => <code>{accountId}</code> },
                { id: "health", label: texts.health, cell: (channel) => <Health channel={channel} /> },
                {
                  id: "connected",
                  label: texts.connected,
                  cell: ({ createdAt }) => <ExactTime at={createdAt} format="date" />
                }
              ]}
            />
          )
        }
      </LoadedView>
    </>
  )
}
