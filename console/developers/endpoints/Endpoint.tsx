import { useState } from "react"
import type { ChangeEndpointRequest, WebhookEndpoint } from "../../../client/promise/SessionMethods.ts"
import { useAction } from "../../api/useAction.ts"
import { useQuery } from "../../api/useQuery.ts"
import { Link } from "../../app/Link.tsx"
import { navigate } from "../../app/navigation.ts"
import { ActionError } from "../../parts/ActionError.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { Confirm } from "../../parts/Confirm.tsx"
import { SidePanel } from "../../parts/overlays/SidePanel.tsx"
import { LoadedView } from "../../parts/states.tsx"
import { ExactTime } from "../../parts/Time.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { useText } from "../../text/useText.ts"
import { useDevelopersText } from "../developersText.ts"
import { Facts } from "../parts/Facts.tsx"
import { EndpointDeliveries } from "./EndpointDeliveries.tsx"
import { EndpointForm } from "./EndpointForm.tsx"
import { endpointDeliveriesQuery, endpointQuery, endpointsQuery, endpointTone } from "./endpointQueries.ts"
import { OnceSecret } from "./OnceSecret.tsx"

/** Actions of an endpoint: change, pause, test, rotate the secret, delete. */
const Actions = ({ endpoint, onChanged }: { readonly endpoint: WebhookEndpoint; readonly onChanged: () => void }) => {
  const { common } = useText()
  const { endpoints: texts, webhook } = useDevelopersText()
  const toast = useToast()
  const [opened, setOpened] = useState<"change" | "rotate" | "remove" | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const change = useAction((parley, body: ChangeEndpointRequest) => parley.endpoints.change(endpoint.id, body))
  const test = useAction((parley) => parley.endpoints.test(endpoint.id))
  const rotate = useAction((parley) => parley.endpoints.rotateSecret(endpoint.id))
  const remove = useAction((parley) => parley.endpoints.remove(endpoint.id))
  const close = () => {
    for (const action of [change, rotate, remove]) action.reset()
    setOpened(null)
  }
  const save = async (body: ChangeEndpointRequest) => {
    const outcome = await change.run(body)
    if ("failure" in outcome) return
    close()
    onChanged()
  }
  const isOff = endpoint.status === "disabled"
  return (
    <>
      <div className="page-buttons">
        <Button onClick={() => setOpened("change")}>{texts.change}</Button>
        <Button isBusy={change.isRunning} onClick={() => void save({ enabled: isOff })}>
          {isOff ? texts.resume : texts.pause}
        </Button>
        <Button
          isBusy={test.isRunning}
          disabled={isOff}
          onClick={() =>
            void test.run(null).then((outcome) => {
              if ("failure" in outcome) return
              toast({ title: webhook.tested, tone: "success" })
              endpointDeliveriesQuery.reload()
            })
          }
        >
          {webhook.test}
        </Button>
        <Button onClick={() => setOpened("rotate")}>{webhook.rotate}</Button>
        <Button tone="danger" onClick={() => setOpened("remove")}>
          {common.delete}
        </Button>
      </div>
      <ActionError failure={test.failure ?? (opened === null ? change.failure : null)} />
      <SidePanel title={texts.change} isOpen={opened === "change"} onClose={close}>
        <EndpointForm
          endpoint={endpoint}
          failure={change.failure}
          isSaving={change.isRunning}
          onCancel={close}
          onSave={(body) => void save(body)}
        />
      </SidePanel>
      <Confirm
        title={webhook.rotateTitle}
        text={webhook.rotateText}
        label={webhook.rotate}
        tone="primary"
        isOpen={opened === "rotate"}
        isBusy={rotate.isRunning}
        failure={rotate.failure}
        onClose={close}
        onConfirm={() =>
          void rotate.run(null).then((outcome) => {
            if ("failure" in outcome) return
            close()
            setSecret(outcome.value.secret)
          })
        }
      />
      <Confirm
        title={texts.removeTitle}
        text={texts.removeText}
        label={common.delete}
        isOpen={opened === "remove"}
        isBusy={remove.isRunning}
        failure={remove.failure}
        onClose={close}
        onConfirm={() =>
          void remove.run(null).then((outcome) => {
            if ("failure" in outcome) return
            endpointsQuery.reload()
            navigate("/developers/endpoints", { replace: true })
          })
        }
      />
      {secret !== null && <OnceSecret secret={secret} onClose={() => setSecret(null)} />}
    </>
  )
}

const State = ({ endpoint }: { readonly endpoint: WebhookEndpoint }) => {
  const { endpoints: texts } = useDevelopersText()
  const { disabledReason, failingSince } = endpoint
  return (
    <>
      <Badge tone={endpointTone(endpoint)}>{texts.states[endpoint.status]}</Badge>
      {disabledReason !== null && <span className="muted"> {texts.reasons[disabledReason]}</span>}
      {failingSince !== null && (
        <span className="muted">
          {" "}
          {texts.failingSince} <ExactTime at={failingSince} />
        </span>
      )}
    </>
  )
}

/** An endpoint with its state, its actions and its deliveries. */
export const Endpoint = ({ id }: { readonly id: string }) => {
  const { common } = useText()
  const { back, deliveries, endpoints: texts, webhook } = useDevelopersText()
  const [loaded, reload] = useQuery(endpointQuery, id, { on: { types: ["webhook.failing"] } })
  return (
    <>
      <Link href="/developers/endpoints">{back}</Link>
      <LoadedView loaded={loaded} reload={reload}>
        {(endpoint) => {
          const { channels, labels } = endpoint.filter
          const parts = [...channels.map((channel) => common.channels[channel]), ...labels]
          return (
            <>
              <h1>
                <bdi>{endpoint.name === "" ? texts.endpoint : endpoint.name}</bdi>
              </h1>
              <Facts
                facts={[
                  [
                    webhook.url,
                    <code key="url" dir="ltr">
                      {endpoint.url}
                    </code>
                  ],
                  [texts.status, <State key="status" endpoint={endpoint} />],
                  [webhook.events, endpoint.events.join(", ")],
                  [texts.filter, parts.length === 0 ? common.none : parts.join(", ")],
                  [texts.headers, endpoint.headers.length === 0 ? common.none : endpoint.headers.join(", ")]
                ]}
              />
              <Actions
                key={endpoint.updatedAt}
                endpoint={endpoint}
                onChanged={() => {
                  reload()
                  endpointsQuery.reload()
                }}
              />
              <h2>{deliveries.list}</h2>
              <EndpointDeliveries endpointId={id} />
            </>
          )
        }}
      </LoadedView>
    </>
  )
}
