import { useContactsText } from "./contactsText.ts"
import { defineQuery } from "../api/query.ts"
import { useQuery } from "../api/useQuery.ts"
import { usePolling } from "../api/usePolling.ts"
import { Badge } from "../parts/Badge.tsx"
import { LoadedView } from "../parts/states.tsx"
import { ExactTime } from "../parts/Time.tsx"
import { useLanguageTag } from "../text/useText.ts"

const erasureQuery = defineQuery("erasure", (parley, contactId: string, signal) =>
  parley.erasures.progress(contactId, { signal })
)

/** Progress of the erasure of a contact, until nothing is left. */
export const ErasureProgress = ({ contactId }: { readonly contactId: string }) => {
  const contacts = useContactsText()
  const { erasure: texts } = contacts
  const numbers = new Intl.NumberFormat(useLanguageTag())
  const [loaded, reload] = useQuery(erasureQuery, contactId)
  usePolling(reload, loaded.state === "ready" && loaded.value.status === "running")
  return (
    <LoadedView loaded={loaded} reload={reload}>
      {({ erased, finishedAt, requestedAt, status }) => (
        <section className="section" aria-label={texts.title}>
          <div className="paging">
            <h1>{texts.title}</h1>
            <Badge tone={status === "done" ? "success" : "info"}>{texts.statuses[status]}</Badge>
          </div>
          <p>{status === "done" ? texts.doneText : texts.runningText}</p>
          <dl className="facts">
            <div className="fact">
              <dt>{texts.requestedAt}</dt>
              <dd>
                <ExactTime at={requestedAt} />
              </dd>
            </div>
            {finishedAt !== null && (
              <div className="fact">
                <dt>{texts.finishedAt}</dt>
                <dd>
                  <ExactTime at={finishedAt} />
                </dd>
              </div>
            )}
            {(["messages", "files", "records"] as const).map((kind) => (
              <div key={kind} className="fact">
                <dt>{texts.kinds[kind]}</dt>
                <dd>{numbers.format(erased[kind])}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </LoadedView>
  )
}
