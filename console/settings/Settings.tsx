import type { ComponentType } from "react"
import { useSession } from "../api/Session.ts"
import { MenuPages } from "../parts/page/MenuPages.tsx"
import { EmptyState } from "../parts/states.tsx"
import type { settings } from "../text/english/settings.ts"
import { useText } from "../text/useText.ts"
import { Profile } from "../account/Profile.tsx"
import { AuditLog } from "./AuditLog.tsx"
import { Automation } from "./Automation.tsx"
import { Channels } from "./Channels.tsx"
import { ConnectedNumber } from "./ConnectNumber.tsx"
import { Hours } from "./Hours.tsx"
import { Labels } from "./Labels.tsx"
import { Organization } from "./Organization.tsx"
import { Privacy } from "./Privacy.tsx"
import { SavedReplies } from "./SavedReplies.tsx"
import "./settings.css"
import { useSettingsText } from "./settingsText.ts"
import { Team } from "./Team.tsx"
import { Teams } from "./Teams.tsx"

interface Page {
  readonly name: keyof (typeof settings)["pages"]
  readonly Content: ComponentType
  readonly Detail?: ComponentType<{ readonly id: string }>
  /** Whether agents see it. */
  readonly isForAgents?: true
}

/** The only page below that of the channels. */
const ChannelPage = ({ id }: { readonly id: string }) => {
  const { common } = useText()
  return id === "connect" ? <ConnectedNumber /> : <EmptyState title={common.notFound} />
}

/** The pages in the order of their menu. */
const pages: ReadonlyArray<Page> = [
  { name: "profile", Content: Profile, isForAgents: true },
  { name: "organization", Content: Organization },
  { name: "hours", Content: Hours },
  { name: "automation", Content: Automation },
  { name: "privacy", Content: Privacy },
  { name: "channels", Content: Channels, Detail: ChannelPage },
  { name: "team", Content: Team },
  { name: "teams", Content: Teams },
  { name: "labels", Content: Labels },
  { name: "replies", Content: SavedReplies, isForAgents: true },
  { name: "audit", Content: AuditLog }
]

/** The section `settings`. Agents see the pages that are for all members. */
const Settings = () => {
  const { mayManage } = useSession()
  const texts = useSettingsText()
  const visible = pages.filter(({ isForAgents = false }) => mayManage || isForAgents)
  return (
    <MenuPages
      label={texts.navigation}
      moved={{ "/settings": `/settings/${mayManage ? "organization" : "profile"}` }}
      pages={[
        ...visible.map(({ Content, Detail, name }) => ({
          path: `/settings/${name}` as const,
          label: texts.pages[name],
          Content,
          Detail
        })),
        ...(mayManage ? [{ path: "/developers/api-keys" as const, label: texts.apiKeys }] : [])
      ]}
    />
  )
}

export default Settings
