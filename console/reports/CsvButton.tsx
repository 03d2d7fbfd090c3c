import { authorisedFetch } from "../api/authorisedFetch.ts"
import { useSession } from "../api/Session.ts"
import { useAction } from "../api/useAction.ts"
import { ActionError } from "../parts/ActionError.tsx"
import { Button } from "../parts/Button.tsx"
import { saveFile } from "../parts/page/saveFile.ts"
import type { Subject } from "./reportQueries.ts"
import { useReportText } from "./reportText.ts"
import type { ReportRange } from "./reportRange.ts"

/** Downloads a report as a CSV file. */
export const CsvButton = ({
  range,
  report
}: {
  readonly range: ReportRange
  readonly report: Subject | "overview" | "hours"
}) => {
  const texts = useReportText()
  const { organization, tokens } = useSession()
  // The client reads reports as JSON.
  const download = useAction(async () => {
    const call = authorisedFetch(tokens, (url, init) => window.fetch(url, init))
    const response = await call(`/api/whatsapp/reports/${report}?${new URLSearchParams({ ...range })}`, {
      headers: {
        accept: "text/csv",
        authorization: `Bearer ${await tokens.token()}`,
        "x-org-id": organization.id
      }
    })
    if (!response.ok) throw new Error(`The service answered ${response.status}`)
    saveFile(await response.blob(), `${report}-${range.from}-${range.to}.csv`)
  })
  return (
    <>
      <Button isBusy={download.isRunning} onClick={() => void download.run(null)}>
        {texts.csv}
      </Button>
      <ActionError failure={download.failure} />
    </>
  )
}
