import type { ConnectedChannel } from "../../client/promise/SessionMethods.ts"
import { useQuery } from "../api/useQuery.ts"
import { channelsQuery } from "../developers/queries.ts"
import { Badge } from "../parts/Badge.tsx"
import { EmptyState, LoadedView } from "../parts/states.tsx"
import { Table } from "../parts/Table.tsx"
import { ExactTime } from "../parts/Time.tsx"
import { useLanguageTag, useText } from "../text/useText.ts"
import { ConnectNumber } from "./ConnectNumber.tsx"
import { useSettingsText } from "./settingsText.ts"

const Health = ({ channel: { health, problem } }: { readonly channel: ConnectedChannel }) => {
  const texts = useSettingsText().channels
  return (
    <>
      <Badge tone={health === "ok" ? "success" : "danger"}>{texts.healths[health]}</Badge>
      {problem !== null && (
        <p className="muted">
          <bdi>{problem.message}</bdi> ({problem.code}) · {texts.since} <ExactTime at={problem.since} />
        </p>
      )}
      {health !== "ok" && <p className="muted">{texts.reconnect}</p>}
    </>
  )
}

/** Progress of the history of a number that is also in the WhatsApp Business app. */
const History = ({ history }: Pick<ConnectedChannel, "history">) => {
  const texts = useSettingsText().channels
  const percent = new Intl.NumberFormat(useLanguageTag(), { style: "percent" })
  if (history === null) return <span className="muted">{texts.noHistory}</span>
  if (history.status !== "syncing") return <>{texts.histories[history.status]}</>
  return (
    <label className="channel-history">
      {texts.histories.syncing} {percent.format(history.progress / 100)}
      <progress max={100} value={history.progress} />
    </label>
  )
}

/** Connected accounts with their health, and the connection of another number. */
export const Channels = () => {
  const { common } = useText()
  const { channels: texts, pages } = useSettingsText()
  const [loaded, reload] = useQuery(channelsQuery, {}, { on: { types: ["account.updated"] } })
  return (
    <>
      <div className="page-top">
        <h1>{pages.channels}</h1>
        <ConnectNumber />
      </div>
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
                { id: "history", label: texts.history, cell: ({ history }) => <History history={history} /> },
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
