import type { WebhookEndpoint } from "../../../client/promise/SessionMethods.ts"
import { defineQuery } from "../../api/query.ts"

export const endpointsQuery = defineQuery("endpoints", (parley, _: null, signal) => parley.endpoints.list({ signal }))

export const endpointQuery = defineQuery("endpoint", (parley, id: string, signal) =>
  parley.endpoints.get(id, { signal })
)

/** The latest deliveries to an endpoint. */
export const endpointDeliveriesQuery = defineQuery("endpointDeliveries", (parley, id: string, signal) =>
  parley.endpoints.listDeliveries(id, { limit: 50 }, { signal })
)

/** Labels and accounts by which an endpoint can filter. */
export const filterChoicesQuery = defineQuery("endpointFilters", async (parley, _: null, signal) => {
  const [{ labels }, { channels }] = await Promise.all([
    parley.labels.list({ signal }),
    parley.channels.list({ signal })
  ])
  return { labels, channels }
})

/** The headers of lines such as `x-team: sales`. Lines without a colon are left out. */
export const headersIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split("\n").flatMap((line) => {
      const [, name, value] = /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? []
      return name === undefined || value === undefined ? [] : [[name, value]]
    })
  )

/** Tone of the badge of a state. */
export const endpointTone = ({ status }: Pick<WebhookEndpoint, "status">) =>
  ({ enabled: "success", failing: "warning", disabled: "plain", secret_unreadable: "danger" } as const)[status]
