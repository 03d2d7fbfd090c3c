import type { ComponentType } from "react"
import { useSession } from "../api/Session.ts"
import { ForManagers, MenuPages } from "../parts/MenuPages.tsx"
import type { settings } from "../text/english/settings.ts"
import { Channels } from "./Channels.tsx"
import { Organization } from "./Organization.tsx"
import { useSettingsText } from "./settingsText.ts"
import { Team } from "./Team.tsx"

interface Page {
  readonly name: keyof (typeof settings)["pages"]
  readonly Content: ComponentType
  /** Whether it is for owners and admins only. */
  readonly forManagers: boolean
}

/** The pages in the order of their menu. */
const pages: ReadonlyArray<Page> = [
  { name: "team", Content: Team, forManagers: true },
  { name: "organization", Content: Organization, forManagers: true },
  { name: "channels", Content: Channels, forManagers: true }
]

/** The section `settings`. Members see the pages of their role. */
const Settings = () => {
  const { mayManage } = useSession()
  const texts = useSettingsText()
  const visible = pages.filter(({ forManagers }) => mayManage || !forManagers)
  const first = visible[0]
  if (first === undefined) return <ForManagers title={texts.title} text="" />
  return (
    <MenuPages
      label={texts.navigation}
      moved={{ "/settings": `/settings/${first.name}` }}
      pages={visible.map(({ Content, name }) => ({
        path: `/settings/${name}`,
        label: texts.pages[name],
        Content
      }))}
    />
  )
}

export default Settings
