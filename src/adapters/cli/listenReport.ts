import { DateTime, Option, Schema } from "effect"
import { NetAddress } from "effect/net"
import { SubscribableType } from "../../domain/webhooks/Webhook.ts"
import type { ListenDemo } from "./ListenSecret.ts"
import { type ListenVerdict, SignatureVerdict } from "./ListenVerdict.ts"

/** Styles of the parts of a line. */
export interface ListenPalette {
  readonly title: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly doubtful: (text: string) => string
  readonly faint: (text: string) => string
}

const asItIs = (text: string) => text

/** Without colours, for files, pipes and `NO_COLOR`. */
export const plain: ListenPalette = { title: asItIs, good: asItIs, bad: asItIs, doubtful: asItIs, faint: asItIs }

const styled = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`

/** For a terminal: bold, green, red, yellow, dim. */
export const colored: ListenPalette = {
  title: styled(1),
  good: styled(32),
  bad: styled(31),
  doubtful: styled(33),
  faint: styled(2)
}

/** A delivery with its answer. */
export interface ListenedDelivery {
  readonly at: DateTime.Utc
  /** The header `webhook-id`: the event's own id, the same on every attempt. */
  readonly id: string | undefined
  readonly body: string
  readonly verdict: ListenVerdict
  /** Whether a delivery with the same id came before. */
  readonly repeated: boolean
  /** The status of the answer. */
  readonly answered: number
  /** The forwarding target and its answer; status null for none. */
  readonly forwarded?: {
    readonly url: string
    readonly status: number | null
    readonly durationMillis: number
    /** Whether the delivery was not forwarded, because it is unverified or failed on purpose. */
    readonly isHeldBack?: boolean
  }
}

/** The default status of answers. */
export const usualStatus = 204

/** Maximum length of a text that is no JSON, in characters. */
const longestText = 2_000

const EventBody = Schema.fromJsonString(Schema.Struct({ event: Schema.String, data: Schema.Json }))
const AnyJson = Schema.fromJsonString(Schema.Json)
const decodeEvent = Schema.decodeUnknownOption(EventBody)
const decodeJson = Schema.decodeUnknownOption(AnyJson)

/**
 * Characters that could control the terminal or change the writing direction: the sender of a request chooses them.
 * Line breaks and tabs stay.
 */
// oxlint-disable-next-line no-control-regex
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

const harmless = (text: string): string =>
  text.replace(steering, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)

const indented = (text: string): string => harmless(text).replace(/^/gm, "  ")

const prettyJson = (value: Schema.Json): string => indented(JSON.stringify(value, null, 2))

const cut = (text: string): string =>
  text.length <= longestText
    ? text
    : `${text.slice(0, longestText)}\n… and ${text.length - longestText} characters more`

/** The event's name and its data; the whole body if it is no event. */
const contentOf = (body: string): { readonly name: string; readonly text: string } =>
  Option.match(decodeEvent(body), {
    onSome: ({ data, event }) => ({ name: harmless(event).replaceAll("\n", "\\n"), text: prettyJson(data) }),
    onNone: () => ({
      name: body === "" ? "empty body" : "not an event",
      text: Option.match(decodeJson(body), { onSome: prettyJson, onNone: () => indented(cut(body)) })
    })
  })

const signatureText = (verdict: SignatureVerdict, palette: ListenPalette): string =>
  SignatureVerdict.match(verdict, {
    Ok: () => palette.good("signature ok"),
    Wrong: ({ reason }) => palette.bad(`signature WRONG: ${reason}`),
    Unsigned: () => palette.doubtful("unsigned"),
    Unchecked: ({ reason }) => palette.doubtful(`signature not checked: ${reason}`)
  })

const answerText = (status: number, palette: ListenPalette): string =>
  (status < 300 ? palette.faint : palette.bad)(`answered ${status}`)

const secretText = (verdict: ListenVerdict["secretHeader"], palette: ListenPalette): string =>
  ({
    right: palette.good("X-Webhook-Secret right"),
    wrong: palette.bad("X-Webhook-Secret WRONG"),
    unchecked: palette.doubtful("X-Webhook-Secret not checked"),
    absent: palette.faint("no X-Webhook-Secret")
  })[verdict]

/** The type of the event in a body; empty if it is no event. */
export const eventNameOf = (body: string): string =>
  Option.match(decodeEvent(body), { onNone: () => "", onSome: ({ event }) => event })

const forwardText = ({ forwarded }: ListenedDelivery, palette: ListenPalette): ReadonlyArray<string> => {
  if (forwarded === undefined) return []
  const { durationMillis, isHeldBack, status, url } = forwarded
  if (isHeldBack === true) return [palette.doubtful("not forwarded")]
  if (status === null) return [palette.bad(`${url} gave no answer in ${durationMillis} ms`)]
  return [(status < 300 ? palette.good : palette.bad)(`${url} answered ${status} in ${durationMillis} ms`)]
}

/** The delivery as a line of JSON, for other programs. */
export const listenJson = ({ answered, at, body, forwarded, id, repeated, verdict }: ListenedDelivery): string =>
  JSON.stringify({
    at: DateTime.formatIso(at),
    id: id ?? null,
    signature: verdict.signature._tag.toLowerCase(),
    secretHeader: verdict.secretHeader,
    repeated,
    answered,
    ...(forwarded === undefined ? {} : { forwarded: { url: forwarded.url, status: forwarded.status } }),
    body: Option.getOrElse(decodeJson(body), () => body)
  })

/** A line about the delivery and its data below it, with an empty line at the end. */
export const listenReport = (delivery: ListenedDelivery, palette: ListenPalette): string => {
  const { answered, at, body, id, repeated, verdict } = delivery
  const { name, text } = contentOf(body)
  const line = [
    palette.faint(DateTime.formatIso(at)),
    palette.title(name),
    palette.faint(id === undefined ? "no webhook-id" : harmless(id)),
    signatureText(verdict.signature, palette),
    secretText(verdict.secretHeader, palette),
    ...(repeated ? [palette.doubtful("repeated")] : []),
    ...forwardText(delivery, palette),
    ...(answered === usualStatus ? [] : [answerText(answered, palette)])
  ].join("  ")
  return text === "" || body === "" ? `${line}\n` : `${line}\n${text}\n`
}

/** A line about a delivery that exceeds the maximum size. */
export const tooLargeReport = (at: DateTime.Utc, largest: number, answered: number, palette: ListenPalette): string =>
  `${[palette.faint(DateTime.formatIso(at)), palette.bad(`body larger than ${largest} bytes`), answerText(answered, palette)].join("  ")}\n`

export interface ListenTarget {
  readonly address: NetAddress.InetAddress
  readonly certPath: string
  readonly status: number
  readonly failures: number
}

/** The hint to start the service first. */
const unknownDemo: ListenDemo = { baseUrl: "http://127.0.0.1:8080/api/developer", apiKey: "YOUR_API_KEY" }

/** The address to connect to, because the wildcard address cannot be used. */
const dialled = ({ address }: NetAddress.InetAddress): NetAddress.IpAddress =>
  NetAddress.isUnspecified(address)
    ? NetAddress.isIpv4Address(address)
      ? NetAddress.ipv4Loopback
      : NetAddress.ipv6Loopback
    : address

const inUrl = (address: NetAddress.IpAddress): string =>
  NetAddress.isIpv4Address(address) ? NetAddress.formatIp(address) : `[${NetAddress.formatIp(address)}]`

const answers = ({ failures, status }: ListenTarget): string =>
  failures === 0 ? `answers ${status}` : `answers 500 to the first ${failures}, then ${status}`

/**
 * The URL for events, and the command that registers it. The URL has the address instead of `localhost`, which is two
 * addresses on most machines, both of which would have to be allowed.
 */
export const listenGreeting = (target: ListenTarget, demo: Option.Option<ListenDemo>): string => {
  const address = dialled(target.address)
  const url = `https://${inUrl(address)}:${target.address.port}/`
  const range = `${NetAddress.formatIp(address)}/${NetAddress.width(address)}`
  const { apiKey, baseUrl } = Option.getOrElse(demo, () => unknownDemo)
  const registration = JSON.stringify({ url, events: SubscribableType.literals })
  return `
Listening on ${url} (${answers(target)}). Ctrl-C ends it.

\`parley demo\` calls this address. Another service calls it only when it is started with

  WEBHOOK_ALLOWED_CIDRS=${range} parley serve

In demo mode the service trusts the certificate; elsewhere start it with NODE_EXTRA_CA_CERTS=${target.certPath} too.

Receive events:

  curl -sS ${baseUrl}/v1/webhooks \\
    -H 'x-api-key: ${apiKey}' -H 'content-type: application/json' \\
    -d '${registration}'
`
}
