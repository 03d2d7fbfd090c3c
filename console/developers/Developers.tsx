import type { ComponentType } from "react"
import { useSession } from "../api/Session.ts"
import { ForManagers, MenuPages } from "../parts/MenuPages.tsx"
import type { Texts } from "../text/Texts.ts"
import { useText } from "../text/useText.ts"
import { Deliveries } from "./deliveries/Deliveries.tsx"
import { Delivery } from "./deliveries/Delivery.tsx"
import { EventTypes } from "./events/EventTypes.tsx"
import { LiveTail } from "./events/LiveTail.tsx"
import { ApiKeys } from "./keys/ApiKeys.tsx"
import { Log } from "./logs/Log.tsx"
import { Logs } from "./logs/Logs.tsx"
import { QuickStart } from "./organization/QuickStart.tsx"
import { Usage } from "./organization/Usage.tsx"
import { SignatureTester } from "./webhook/SignatureTester.tsx"
import { WebhookPage } from "./webhook/WebhookPage.tsx"
import "./developers.css"

interface Page {
  readonly name: keyof Texts["developers"]["pages"]
  readonly Content: ComponentType
  /** Page of a single entry of the list. */
  readonly Detail?: ComponentType<{ readonly id: string }>
}

/** The pages in the order of their menu. */
const pages: ReadonlyArray<Page> = [
  { name: "quick-start", Content: QuickStart },
  { name: "api-keys", Content: ApiKeys },
  { name: "webhook", Content: WebhookPage },
  { name: "signature", Content: SignatureTester },
  { name: "deliveries", Content: Deliveries, Detail: Delivery },
  { name: "events", Content: EventTypes },
  { name: "live", Content: LiveTail },
  { name: "logs", Content: Logs, Detail: Log },
  { name: "usage", Content: Usage }
]

const moved = {
  "/developers": "/developers/quick-start",
  "/developers/channels": "/settings/channels",
  "/developers/members": "/settings/team",
  "/developers/settings": "/settings/organization"
} as const

/** The section `developers`, for owners and admins. */
const Developers = () => {
  const { developers } = useText()
  const { mayManage } = useSession()
  if (!mayManage) return <ForManagers title={developers.title} text={developers.forManagers} />
  return (
    <MenuPages
      label={developers.navigation}
      moved={moved}
      pages={pages.map(({ Content, Detail, name }) => ({
        path: `/developers/${name}`,
        label: developers.pages[name],
        Content,
        Detail
      }))}
    />
  )
}

export default Developers
