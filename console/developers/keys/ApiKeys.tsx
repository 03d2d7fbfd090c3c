import { useState } from "react"
import type { ApiKey } from "../../../client/promise/SessionMethods.ts"
import { useAction } from "../../api/useAction.ts"
import { useQuery } from "../../api/useQuery.ts"
import { useAtom } from "../../app/atoms.ts"
import { minuteAtom } from "../../app/now.ts"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { EmptyState, LoadedView } from "../../parts/states.tsx"
import { Table } from "../../parts/Table.tsx"
import { ExactTime, RelativeTime } from "../../parts/Time.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { useText } from "../../text/useText.ts"
import { Confirm } from "../../parts/Confirm.tsx"
import { keysQuery } from "../queries.ts"
import { CreateKey } from "./CreateKey.tsx"

/** Status of a key at an instant. */
const stateOf = ({ expiresAt, revokedAt }: ApiKey, now: number): "active" | "expired" | "revoked" => {
  if (revokedAt !== null) return "revoked"
  return expiresAt !== null && Date.parse(expiresAt) <= now ? "expired" : "active"
}

const State = ({ apiKey }: { readonly apiKey: ApiKey }) => {
  const { keys } = useText().developers
  const state = stateOf(apiKey, useAtom(minuteAtom))
  return <Badge tone={state === "active" ? "success" : "plain"}>{keys.states[state]}</Badge>
}

/** API keys of the organization. */
export const ApiKeys = () => {
  const { keys, pages } = useText().developers
  const [loaded, reload] = useQuery(keysQuery, {})
  const [isCreating, setCreating] = useState(false)
  const [revoked, setRevoked] = useState<ApiKey | null>(null)
  const revoke = useAction((parley, id: string) => parley.apiKeys.revoke(id))
  const toast = useToast()
  const confirm = async () => {
    if (revoked === null) return
    const outcome = await revoke.run(revoked.id)
    if ("failure" in outcome) return
    setRevoked(null)
    keysQuery.reload()
    toast({ title: keys.revoked, tone: "success" })
  }
  return (
    <>
      <header className="dev-header">
        <h1>{pages["api-keys"]}</h1>
        <Button tone="primary" onClick={() => setCreating(true)}>
          {keys.create}
        </Button>
      </header>
      <LoadedView loaded={loaded} reload={reload}>
        {({ apiKeys }) =>
          apiKeys.length === 0 ? (
            <EmptyState title={keys.empty}>
              <p>{keys.emptyHint}</p>
            </EmptyState>
          ) : (
            <Table
              caption={keys.list}
              rows={apiKeys}
              keyOf={({ id }) => id}
              columns={[
                { id: "name", label: keys.name, cell: ({ name }) => <bdi>{name}</bdi> },
                { id: "state", label: keys.state, cell: (apiKey) => <State apiKey={apiKey} /> },
                { id: "created", label: keys.created, cell: ({ createdAt }) => <ExactTime at={createdAt} /> },
                {
                  id: "expires",
                  label: keys.expires,
                  cell: ({ expiresAt }) => (expiresAt === null ? keys.never : <ExactTime at={expiresAt} />)
                },
                {
                  id: "used",
                  label: keys.lastUsed,
                  cell: ({ lastUsedAt }) => (lastUsedAt === null ? keys.never : <RelativeTime at={lastUsedAt} />)
                },
                {
                  id: "revoke",
                  label: <span className="visually-hidden">{keys.revoke}</span>,
                  cell: (apiKey) =>
                    apiKey.revokedAt === null && (
                      <Button
                        tone="danger"
                        aria-label={`${keys.revoke}: ${apiKey.name}`}
                        onClick={() => {
                          revoke.reset()
                          setRevoked(apiKey)
                        }}
                      >
                        {keys.revoke}
                      </Button>
                    )
                }
              ]}
            />
          )
        }
      </LoadedView>
      <CreateKey isOpen={isCreating} onClose={() => setCreating(false)} />
      <Confirm
        title={keys.revokeTitle(revoked?.name ?? "")}
        text={keys.revokeText}
        label={keys.revoke}
        isOpen={revoked !== null}
        isBusy={revoke.isRunning}
        failure={revoke.failure}
        onConfirm={() => void confirm()}
        onClose={() => setRevoked(null)}
      />
    </>
  )
}
