import { useState } from "react"
import type { CreateEndpointRequest } from "../../../client/promise/SessionMethods.ts"
import { useAction } from "../../api/useAction.ts"
import { useQuery } from "../../api/useQuery.ts"
import { Link } from "../../app/Link.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { SidePanel } from "../../parts/overlays/SidePanel.tsx"
import { EmptyState, LoadedView } from "../../parts/states.tsx"
import { Table } from "../../parts/Table.tsx"
import { RelativeTime } from "../../parts/Time.tsx"
import { useDevelopersText } from "../developersText.ts"
import { EndpointForm } from "./EndpointForm.tsx"
import { endpointsQuery, endpointTone } from "./endpointQueries.ts"
import { OnceSecret } from "./OnceSecret.tsx"

/** Receivers of events besides the webhook. */
export const Endpoints = () => {
  const { endpoints: texts, pages } = useDevelopersText()
  const [loaded, reload] = useQuery(endpointsQuery, null, { on: { types: ["webhook.failing"] } })
  const [isCreating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const create = useAction((parley, body: CreateEndpointRequest) => parley.endpoints.create(body))
  const close = () => {
    create.reset()
    setCreating(false)
  }
  const save = async (body: CreateEndpointRequest) => {
    const outcome = await create.run(body)
    if ("failure" in outcome) return
    setCreating(false)
    setSecret(outcome.value.secret)
    reload()
  }
  return (
    <>
      <header className="page-top">
        <h1>{pages.endpoints}</h1>
        <Button tone="primary" onClick={() => setCreating(true)}>
          {texts.create}
        </Button>
      </header>
      <p className="muted">
        {texts.hint} <Link href="/developers/webhook">{pages.webhook}</Link>
      </p>
      <LoadedView loaded={loaded} reload={reload}>
        {({ endpoints }) =>
          endpoints.length === 0 ? (
            <EmptyState title={texts.empty}>
              <p>{texts.emptyHint}</p>
            </EmptyState>
          ) : (
            <Table
              caption={texts.list}
              rows={endpoints}
              keyOf={({ id }) => id}
              columns={[
                {
                  id: "url",
                  label: texts.url,
                  cell: ({ id, name, url }) => (
                    <Link href={`/developers/endpoints/${id}`}>
                      <bdi>{name === "" ? url : name}</bdi>
                    </Link>
                  )
                },
                {
                  id: "status",
                  label: texts.status,
                  cell: (endpoint) => <Badge tone={endpointTone(endpoint)}>{texts.states[endpoint.status]}</Badge>
                },
                { id: "events", label: texts.events, isNumber: true, cell: ({ events }) => events.length },
                { id: "changed", label: texts.changed, cell: ({ updatedAt }) => <RelativeTime at={updatedAt} /> }
              ]}
            />
          )
        }
      </LoadedView>
      <SidePanel title={texts.create} isOpen={isCreating} onClose={close}>
        <EndpointForm
          endpoint={null}
          failure={create.failure}
          isSaving={create.isRunning}
          onCancel={close}
          onSave={(body) => void save(body)}
        />
      </SidePanel>
      {secret !== null && <OnceSecret secret={secret} onClose={() => setSecret(null)} />}
    </>
  )
}
