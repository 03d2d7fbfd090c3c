import { Option } from "effect"
import { NetAddress } from "effect/net"
import { SubscribableType } from "../../domain/webhooks/Webhook.ts"
import type { ListenDemo } from "./ListenDemo.ts"

export interface ListenPlace {
  readonly address: NetAddress.InetAddress
  readonly certPath: string
  readonly status: number
  readonly failures: number
}

/** The hint to start the service first. */
const unknownDemo: ListenDemo = { baseUrl: "http://127.0.0.1:8080/api/developer", apiKey: "YOUR_API_KEY" }

/** The address to dial: the wildcard address cannot be dialled. */
const dialled = ({ address }: NetAddress.InetAddress): NetAddress.IpAddress =>
  NetAddress.isUnspecified(address)
    ? NetAddress.isIpv4Address(address)
      ? NetAddress.ipv4Loopback
      : NetAddress.ipv6Loopback
    : address

const inUrl = (address: NetAddress.IpAddress): string =>
  NetAddress.isIpv4Address(address) ? NetAddress.formatIp(address) : `[${NetAddress.formatIp(address)}]`

const answers = ({ failures, status }: ListenPlace): string =>
  failures === 0 ? `answers ${status}` : `answers 500 to the first ${failures}, then ${status}`

/**
 * Where to have events sent, and the line to paste that does it. The URL has the address and not `localhost`, which is
 * two addresses on most machines, both of which would have to be allowed.
 */
export const listenGreeting = (place: ListenPlace, demo: Option.Option<ListenDemo>): string => {
  const address = dialled(place.address)
  const url = `https://${inUrl(address)}:${place.address.port}/`
  const range = `${NetAddress.formatIp(address)}/${NetAddress.width(address)}`
  const { apiKey, baseUrl } = Option.getOrElse(demo, () => unknownDemo)
  const registration = JSON.stringify({ url, events: SubscribableType.literals })
  return `
Listening on ${url} (${answers(place)}). Ctrl-C ends it.

\`parley demo\` calls this address. Another service calls it only when it is started with

  WEBHOOK_ALLOWED_CIDRS=${range} parley serve

In demo mode the service trusts the certificate; elsewhere start it with NODE_EXTRA_CA_CERTS=${place.certPath} too.

Receive events:

  curl -sS ${baseUrl}/v1/webhooks \\
    -H 'x-api-key: ${apiKey}' -H 'content-type: application/json' \\
    -d '${registration}'
`
}
