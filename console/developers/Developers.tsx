import type { ComponentType } from "react"
import { useSession } from "../api/Session.ts"
import { ForManagers, MenuPages } from "../parts/page/MenuPages.tsx"
import type { developers } from "../text/english/developers.ts"
import { Deliveries } from "./deliveries/Deliveries.tsx"
import { Delivery } from "./deliveries/Delivery.tsx"
import { Endpoint } from "./endpoints/Endpoint.tsx"
import { Endpoints } from "./endpoints/Endpoints.tsx"
import { EventTypes } from "./events/EventTypes.tsx"
import { LiveTail } from "./events/LiveTail.tsx"
import { ApiKeys } from "./keys/ApiKeys.tsx"
import { Log } from "./logs/Log.tsx"
import { Logs } from "./logs/Logs.tsx"
import { Overview } from "./organization/Overview.tsx"
import { QuickStart } from "./organization/QuickStart.tsx"
import { Usage } from "./organization/Usage.tsx"
import { SignatureTester } from "./webhook/SignatureTester.tsx"
import { WebhookPage } from "./webhook/WebhookPage.tsx"
import "./developers.css"
import { useDevelopersText } from "./developersText.ts"

interface Page {
  readonly name: keyof (typeof developers)["pages"]
  readonly Content: ComponentType
  /** Page of a single entry of the list. */
  readonly Detail?: ComponentType<{ readonly id: string }>
  readonly isDetailBeside?: true
}

/** The pages in the order of their menu. */
const pages: ReadonlyArray<Page> = [
  { name: "overview", Content: Overview },
  { name: "quick-start", Content: QuickStart },
  { name: "api-keys", Content: ApiKeys },
  { name: "webhook", Content: WebhookPage },
  { name: "endpoints", Content: Endpoints, Detail: Endpoint },
  { name: "signature", Content: SignatureTester },
  { name: "deliveries", Content: Deliveries, Detail: Delivery, isDetailBeside: true },
  { name: "events", Content: EventTypes },
  { name: "live", Content: LiveTail },
  { name: "logs", Content: Logs, Detail: Log, isDetailBeside: true },
  { name: "usage", Content: Usage }
]

const moved = {
  "/developers": "/developers/overview",
  "/developers/channels": "/settings/channels",
  "/developers/members": "/settings/team",
  "/developers/settings": "/settings/organization"
} as const

/** The section `developers`, for owners and admins. */
const Developers = () => {
  const developers = useDevelopersText()
  const { mayManage } = useSession()
  if (!mayManage) return <ForManagers title={developers.title} text={developers.forManagers} />
  return (
    <MenuPages
      label={developers.navigation}
      moved={moved}
      pages={pages.map(({ Content, Detail, isDetailBeside = false, name }) => ({
        path: `/developers/${name}`,
        label: developers.pages[name],
        Content,
        Detail,
        isDetailBeside
      }))}
    />
  )
}

export default Developers
