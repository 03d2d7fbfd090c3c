import { Predicate, Schema } from "effect"
import { Dns } from "effect/net"
import { AddressRefused } from "./AddressGuard.ts"

/** No connection could be opened, so no part of the request was sent. */
export class NotConnected extends Schema.TaggedError<NotConnected>()("NotConnected", {
  reason: Schema.Literals([
    "address not allowed",
    "host not found",
    "connection refused",
    "no answer to the connection",
    "TLS failed",
    "request not valid",
    "connection failed"
  ]),
  /** Text for diagnosis, without addresses that the guard refused. */
  detail: Schema.String
}) {
  override get message() {
    return this.reason === this.detail ? this.reason : `${this.reason}: ${this.detail}`
  }
}

/** The deadline passed before the whole answer. */
export class DeadlinePassed extends Schema.TaggedError<DeadlinePassed>()("DeadlinePassed", {
  /** Whether the request was passed to a connection, so that the peer may have processed it. */
  sent: Schema.Boolean
}) {
  override get message() {
    return `no ${this.sent ? "complete answer" : "connection"} in time`
  }
}

/** The connection broke after the request was, or may have been, written. */
export class ConnectionLost extends Schema.TaggedError<ConnectionLost>()("ConnectionLost", {
  detail: Schema.String
}) {
  override get message() {
    return `connection lost: ${this.detail}`
  }
}

/** The request was written, but the answer is not HTTP or exceeds the limits of headers. */
export class AnswerUnreadable extends Schema.TaggedError<AnswerUnreadable>()("AnswerUnreadable", {
  detail: Schema.String
}) {
  override get message() {
    return `answer unreadable: ${this.detail}`
  }
}

/** The failure of a request; each says whether the request may have been received. */
export type HttpFailure = NotConnected | DeadlinePassed | ConnectionLost | AnswerUnreadable

const codeOf = (error: Error): string =>
  Predicate.hasProperty(error, "code") && Predicate.isString(error.code) ? error.code : ""

/** The first of several errors: Node reports one for each address that it tried. */
const firstOf = (error: Error): Error => {
  const [first] = error instanceof AggregateError ? error.errors : []
  return first instanceof Error ? first : error
}

const detailOf = (error: Error): string => error.message || codeOf(error) || error.name

const closed: ReadonlySet<string> = new Set(["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"])

/** Whether the peer ended the connection. */
export const isClosedByPeer = (error: Error): boolean => closed.has(codeOf(error))

const timeouts: ReadonlySet<string> = new Set(["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT"])

/** Codes of OpenSSL and of Node's certificate checks; EPROTO is a peer without TLS. */
const tls = /^(ERR_TLS_|ERR_SSL_|EPROTO$|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA)/

const whyNotConnected = (error: Error): NotConnected["reason"] => {
  const code = codeOf(error)
  if (error instanceof Dns.DnsError || code === "ENOTFOUND" || code === "EAI_AGAIN") return "host not found"
  if (code === "ECONNREFUSED") return "connection refused"
  if (code === "UND_ERR_INVALID_ARG") return "request not valid"
  if (timeouts.has(code)) return "no answer to the connection"
  return tls.test(code) ? "TLS failed" : "connection failed"
}

/** Exceeded limits of the answer. Protocol violations have an error name of their own, and no reliable code. */
const unreadable = /^(UND_ERR_HEADERS_OVERFLOW$|UND_ERR_RES_)/
const isUnreadable = (error: Error): boolean => error.name === "HTTPParserError" || unreadable.test(codeOf(error))

/** The failure of an exchange. `sent`: the request was passed to a connection. */
export const failureOf = (cause: Error, sent: boolean): HttpFailure => {
  if (cause instanceof AddressRefused) {
    return new NotConnected({ reason: "address not allowed", detail: "address not allowed" })
  }
  const error = firstOf(cause)
  const detail = detailOf(error)
  if (!sent) return new NotConnected({ reason: whyNotConnected(error), detail })
  return isUnreadable(error) ? new AnswerUnreadable({ detail }) : new ConnectionLost({ detail })
}
