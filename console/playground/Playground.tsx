import { useMemo } from "react"
import { useSession } from "../api/Session.ts"
import { useQueryField } from "../app/navigation.ts"
import { LoadedView } from "../parts/states.tsx"
import { type TabOf, Tabs } from "../parts/Tabs.tsx"
import { useText } from "../text/useText.ts"
import { emulatorClient } from "./EmulatorClient.ts"
import { Accounts } from "./emulatorSchemas.ts"
import { FaultsPanel } from "./FaultsPanel.tsx"
import { LedgerPanel } from "./LedgerPanel.tsx"
import { PeopleList } from "./PeopleList.tsx"
import { PersonPhone } from "./PersonPhone.tsx"
import { StatePanel } from "./StatePanel.tsx"
import { TemplatesPanel } from "./TemplatesPanel.tsx"
import { EmulatorContext, useChanges, useList } from "./useEmulator.ts"
import { usePerson } from "./usePerson.ts"
import { WebhooksPanel } from "./WebhooksPanel.tsx"
import "./playground.css"

const toolIds = ["webhooks", "ledger", "templates", "faults", "state"] as const
type ToolId = (typeof toolIds)[number]

const Tools = () => {
  const { playground } = useText()
  const [chosen, choose] = useQueryField("tool")
  const tabs: ReadonlyArray<TabOf<ToolId>> = [
    { id: "webhooks", label: playground.webhooks.title, content: <WebhooksPanel /> },
    { id: "ledger", label: playground.ledger.title, content: <LedgerPanel /> },
    { id: "templates", label: playground.templates.title, content: <TemplatesPanel /> },
    { id: "faults", label: playground.faults.title, content: <FaultsPanel /> },
    { id: "state", label: playground.state.title, content: <StatePanel /> }
  ]
  return (
    <section className="play-tools" aria-label={playground.tools}>
      <Tabs
        label={playground.tools}
        value={toolIds.find((id) => id === chosen) ?? "webhooks"}
        onChange={choose}
        tabs={tabs}
      />
    </section>
  )
}

const Content = () => {
  const [loaded, reload] = useList("threads", "accounts", (client, signal) => client.get("accounts", Accounts, signal))
  const [person] = usePerson()
  return (
    <LoadedView loaded={loaded} reload={reload}>
      {({ accounts, reading }) => (
        <div className={person === null ? "play" : "play play-with-person"}>
          <PeopleList accounts={accounts} />
          <PersonPhone accounts={accounts} reading={reading} />
          <Tools />
        </div>
      )}
    </LoadedView>
  )
}

/** The section `playground`: customers of the demo, and tools of its platform. */
const Playground = () => {
  const { playground } = useText()
  const { organization, tokens } = useSession()
  const organizationId = organization.id
  const client = useMemo(() => emulatorClient({ organizationId, tokens }), [organizationId, tokens])
  const changed = useChanges(client)
  const access = useMemo(() => ({ client, changed }), [client, changed])
  return (
    <EmulatorContext value={access}>
      <div className="page play-page">
        <div>
          <h1>{playground.title}</h1>
          <p className="muted">{playground.about}</p>
        </div>
        <Content />
      </div>
    </EmulatorContext>
  )
}

export default Playground
