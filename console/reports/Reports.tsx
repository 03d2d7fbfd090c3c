import { useSession } from "../api/Session.ts"
import { ForManagers, MenuPages } from "../parts/page/MenuPages.tsx"
import { Hours } from "./Hours.tsx"
import { Overview } from "./Overview.tsx"
import { subjects } from "./reportQueries.ts"
import "./reports.css"
import { useReportText } from "./reportText.ts"
import { subjectReport } from "./SubjectReport.tsx"

const pages = [
  { name: "overview", Content: Overview },
  { name: "hours", Content: Hours },
  ...subjects.map((name) => ({ name, Content: subjectReport(name) }))
] as const

const moved = { "/reports": "/reports/overview" } as const

/** The section `reports`, for owners and admins. */
const Reports = () => {
  const { mayManage } = useSession()
  const texts = useReportText()
  if (!mayManage) return <ForManagers title={texts.title} text={texts.forManagers} />
  return (
    <MenuPages
      label={texts.navigation}
      moved={moved}
      kept={["period", "from", "to", "zone"]}
      pages={[
        ...pages.map(({ Content, name }) => ({
          path: `/reports/${name}` as const,
          label: texts.pages[name],
          Content
        })),
        // Usage has an address of its own in the section for developers.
        { path: "/developers/usage", label: texts.pages.usage }
      ]}
    />
  )
}

export default Reports
