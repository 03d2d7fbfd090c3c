import { defineQuery } from "../../api/query.ts"
import { useQuery } from "../../api/useQuery.ts"
import { Badge } from "../../parts/Badge.tsx"
import { LoadedView } from "../../parts/states.tsx"
import { ExactTime } from "../../parts/Time.tsx"
import { useText } from "../../text/useText.ts"

const consentsQuery = defineQuery("consents", (parley, contactId: string, signal) =>
  parley.consents.get(contactId, { signal })
)

const changes = ["contact.opted_in", "contact.opted_out", "contact.updated"] as const

const tones = { opted_in: "success", opted_out: "danger", unknown: "plain" } as const

/** Consents of the contact on each channel, with time, source and earlier choices. */
export const Consents = ({ contactId }: { readonly contactId: string }) => {
  const { common, inbox } = useText()
  const { panel } = inbox.conversation
  const [loaded, reload] = useQuery(consentsQuery, contactId, { on: { types: changes } })
  return (
    <section className="panel-section" aria-label={panel.consents}>
      <h3>{panel.consents}</h3>
      <LoadedView loaded={loaded} reload={reload}>
        {({ consents }) => {
          const known = consents.filter(({ state }) => state !== "unknown")
          if (known.length === 0) return <p className="muted">{panel.noConsents}</p>
          return (
            <ul className="panel-list">
              {known.map(({ channel, history, since, source, state }) => (
                <li key={channel}>
                  <p>
                    {common.channels[channel]} <Badge tone={tones[state]}>{panel.consentStates[state]}</Badge>
                  </p>
                  <p className="muted">
                    {since !== null && <ExactTime at={since} format="short" />}
                    {source !== null && ` · ${panel.consentSources[source]}`}
                  </p>
                  {history.length > 1 && (
                    <details>
                      <summary>{panel.consentHistory}</summary>
                      <ul className="choices-rows">
                        {history.map((change) => (
                          <li key={change.at}>
                            {panel.consentStates[change.state]} · <ExactTime at={change.at} format="short" /> ·{" "}
                            {panel.consentSources[change.source]}
                          </li>
                        ))}
                      </ul>
                    </details>
                  )}
                </li>
              ))}
            </ul>
          )
        }}
      </LoadedView>
    </section>
  )
}
