/** What a client sends on a connection of its own, and everything that comes of it. */
export interface Case {
  readonly name: string
  /** `{case}` stands for the ordinal of the case, so that the handler knows whose request it has. */
  readonly sent: string
  /** Whether the client closes its half of the connection afterwards. */
  readonly isEnded?: boolean
  /** The statuses of the answers. */
  readonly statuses: ReadonlyArray<number>
  /** Whether another request on the connection is answered. */
  readonly connection: "open" | "closed"
  /** The requests that reach a handler, with their bodies. None if absent. */
  readonly handled?: ReadonlyArray<string>
}

/** A request that must not run wherever it stands in the body of another one. */
const canary = "POST /canary/{case} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"
const canaryLength = canary.replace("{case}", "00").length

const line = "POST /api/developer/echo/{case} HTTP/1.1\r\n"
const post = `${line}Host: x\r\n`
const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n`
const whole = `${post}Content-Length: 2\r\n\r\n{}`
const echo = "api/developer/echo"

const refused =
  (status: number) =>
  (name: string, sent: string): Case => ({ name, sent: `${sent}${canary}`, statuses: [status], connection: "closed" })
const invalid = refused(400)

const accepted = (name: string, sent: string, handled: string): Case => ({
  name,
  sent,
  statuses: [200],
  connection: "open",
  handled: [handled]
})

const lengths = [
  invalid("a length and chunks", `${post}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
  invalid("chunks and a length", `${post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n5c\r\n`),
  invalid(
    "a length and chunks on the fast path",
    "POST /api/developer/direct/{case} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}"
  ),
  invalid("two lengths", `${post}Content-Length: 0\r\nContent-Length: ${canaryLength}\r\n\r\n`),
  invalid("one length twice", `${post}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`),
  invalid("a list of lengths", `${post}Content-Length: 2, 2\r\n\r\n{}`),
  invalid("a length with a sign", `${post}Content-Length: +2\r\n\r\n{}`),
  invalid("a negative length", `${post}Content-Length: -1\r\n\r\n{}`),
  invalid("a hexadecimal length", `${post}Content-Length: 0x2\r\n\r\n{}`),
  invalid("a length beyond 64 bits", `${post}Content-Length: 99999999999999999999999\r\n\r\n{}`),
  invalid("an empty length", `${post}Content-Length: \r\n\r\n{}`),
  invalid("a blank before the colon", `${post}Content-Length : 2\r\n\r\n{}`),
  invalid("a length without a colon", `${post}Content-Length\r\n\r\n{}`)
]

const lines = [
  invalid("a folded line", `${post}X-A: b\r\n Content-Length: 3\r\nContent-Length: 2\r\n\r\n{}`),
  invalid("a folded encoding", `${post}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n`),
  invalid("line feeds alone", `${line.replace("\r", "")}Host: x\nContent-Length: 2\n\n{}`),
  invalid("a line feed alone after one header", `${post}X-A: b\nContent-Length: 2\r\n\r\n{}`),
  invalid("a carriage return in a value", `${post}X-A: b\rContent-Length: 3\r\nContent-Length: 2\r\n\r\n{}`),
  invalid("a blank before the first header", `${line} Host: x\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`),
  invalid("NUL in a value", `${post}X-A: a\0b\r\nContent-Length: 2\r\n\r\n{}`),
  invalid("NUL in a name", `${post}X\0A: a\r\nContent-Length: 2\r\n\r\n{}`),
  invalid("NUL in the target", `POST /canary/{case}\0 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`),
  invalid("a header without a name", `${post}: a\r\nContent-Length: 2\r\n\r\n{}`),
  refused(431)("one header that is too large", `${post}X: ${"a".repeat(20_000)}\r\n\r\n`),
  refused(431)("many headers", `${post}${"A: b\r\n".repeat(2_500)}\r\n`),
  refused(431)("many empty headers", `${post}${"A:\r\n".repeat(3_400)}\r\n`)
]

const encodings = [
  invalid("an encoding that ends elsewhere", `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`),
  refused(501)("identity", `${post}Transfer-Encoding: identity\r\n\r\n`),
  refused(501)("an encoding that looks like chunks", `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`),
  invalid("chunks behind a control character", `${post}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n`),
  invalid("two encodings", `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`),
  invalid("chunks twice", `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
  refused(501)("compressed chunks", `${post}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`),
  invalid("chunks in HTTP/1.0", `${post.replace("/1.1", "/1.0")}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
  accepted("chunks after a tab", `${post}Transfer-Encoding:\tchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`, `${echo} {}`)
]

const chunks = [
  accepted("an extension of a chunk", `${chunked}2;a=b\r\n{}\r\n0\r\n\r\n`, `${echo} {}`),
  invalid("an extension that ends with a line feed", `${chunked}2;a=b\n{}\r\n0\r\n\r\n`),
  refused(413)("long extensions", `${chunked}2;${"a".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
  invalid("a chunk beyond 64 bits", `${chunked}fffffffffffffffff\r\n{}\r\n0\r\n\r\n`),
  invalid("a chunk whose size wraps around", `${chunked}10000000000000002\r\n{}\r\n0\r\n\r\n`),
  invalid("a chunk size with a prefix", `${chunked}0x2\r\n{}\r\n0\r\n\r\n`),
  invalid("a negative chunk size", `${chunked}-2\r\n{}\r\n0\r\n\r\n`),
  invalid("a blank after a chunk size", `${chunked}2 \r\n{}\r\n0\r\n\r\n`),
  invalid("a chunk that is longer than its size", `${chunked}2\r\n{}xx0\r\n\r\n`),
  invalid("chunks with line feeds alone", `${chunked}2\n{}\n0\n\n`),
  accepted("a key in the trailer", `${chunked}2\r\n{}\r\n0\r\nX-API-Key: other\r\n\r\n`, `${echo} {}`),
  invalid("a length in the trailer", `${chunked}2\r\n{}\r\n0\r\nContent-Length: 99\r\n\r\n`),
  refused(431)("a large trailer", `${chunked}2\r\n{}\r\n0\r\nX: ${"a".repeat(20_000)}\r\n\r\n`)
]

const targets = [
  accepted("an absolute target", whole.replace("POST /", "POST http://x/"), `${echo} {}`),
  refused(405)("a tunnel", "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n"),
  invalid("an authority as the target", "GET x:443 HTTP/1.1\r\nHost: x\r\n\r\n"),
  invalid("two targets", `POST /canary/{case} /canary/{case} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`),
  { name: "the server", sent: "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", statuses: [404], connection: "open" },
  invalid("two hosts", `${post}Host: y\r\nContent-Length: 2\r\n\r\n{}`),
  invalid("one host twice", `${post}host: x\r\nContent-Length: 2\r\n\r\n{}`),
  invalid("no host", `${line}Content-Length: 2\r\n\r\n{}`),
  invalid("a host with a path", `${line}Host: x/y@z\r\nContent-Length: 2\r\n\r\n{}`),
  accepted("an empty host", `${line}Host:\r\nContent-Length: 2\r\n\r\n{}`, `${echo} {}`),
  accepted("a host with an address and a port", `${whole.replace("Host: x", "Host: [::1]:8080")}`, `${echo} {}`),
  invalid("an unknown method", "FOO /canary/{case} HTTP/1.1\r\nHost: x\r\n\r\n"),
  invalid("a method in lower case", "get /canary/{case} HTTP/1.1\r\nHost: x\r\n\r\n"),
  {
    name: "another method in a header",
    sent: "GET /api/developer/echo/{case} HTTP/1.1\r\nHost: x\r\nX-HTTP-Method-Override: POST\r\n\r\n",
    statuses: [404],
    connection: "open"
  }
] satisfies ReadonlyArray<Case>

const get = (version: string, headers = "Host: x\r\n") => `GET /canary/{case}${version}\r\n${headers}\r\n`

const versions = [
  invalid("HTTP/0.9", "GET /canary/{case}\r\n\r\n"),
  invalid("HTTP/1.2", get(" HTTP/1.2")),
  invalid("HTTP/2.0", get(" HTTP/2.0")),
  invalid("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  invalid("a handshake of TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"),
  { name: "HTTP/1.0", sent: get(" HTTP/1.0", ""), statuses: [200], connection: "closed", handled: ["canary"] },
  accepted(
    "an upgrade to a WebSocket",
    get(" HTTP/1.1", "Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"),
    "canary"
  ),
  accepted(
    "an upgrade to HTTP/2",
    get(" HTTP/1.1", "Host: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: a\r\n"),
    "canary"
  ),
  accepted("empty lines before a request", `\r\n\r\n${whole}`, `${echo} {}`)
] satisfies ReadonlyArray<Case>

const bodies = [
  {
    name: "two requests at once",
    sent: `${whole}${whole.replace("{}", "[]")}`,
    statuses: [200, 200],
    connection: "open",
    handled: [`${echo} {}`, `${echo} []`]
  },
  {
    name: "two requests at once, one on the fast path",
    sent: `${whole.replace("echo", "direct")}${whole}`,
    statuses: [200, 200],
    connection: "open",
    handled: ["api/developer/direct {}", `${echo} {}`]
  },
  {
    name: "a request after the last one",
    sent: `${whole.replace("Host: x", "Host: x\r\nConnection: close")}`,
    statuses: [200],
    connection: "closed",
    handled: [`${echo} {}`]
  },
  {
    name: "a body that is awaited",
    sent: `${post}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
    statuses: [100, 200],
    connection: "open",
    handled: [`${echo} {}`]
  },
  {
    name: "a body that is awaited and does not come",
    sent: `${post}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n`,
    statuses: [100, 408],
    connection: "closed"
  },
  refused(417)("another expectation", `${post}Expect: 200-ok\r\nContent-Length: ${canaryLength}\r\n\r\n`),
  {
    name: "a body that is awaited where no endpoint is",
    sent: `POST /nowhere HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: ${canaryLength}\r\n\r\n`,
    statuses: [404],
    connection: "closed"
  },
  {
    name: "a request in the body of a request without an endpoint",
    sent: `POST /nowhere/00 HTTP/1.1\r\nHost: x\r\nContent-Length: ${canaryLength}\r\n\r\n${canary}`,
    statuses: [404],
    connection: "open"
  },
  {
    name: "a request in the body of a GET",
    sent: `GET /nowhere/00 HTTP/1.1\r\nHost: x\r\nContent-Length: ${canaryLength}\r\n\r\n${canary}`,
    statuses: [404],
    connection: "open"
  },
  accepted(
    "a request after an underscored length",
    `${post}Content_Length: ${canaryLength}\r\nContent-Length: 2\r\n\r\n{}`,
    `${echo} {}`
  ),
  {
    name: "a head that does not end",
    sent: `${post}X: a`,
    statuses: [408],
    connection: "closed"
  },
  {
    name: "a body that does not come",
    sent: `${post}Content-Length: 20\r\n\r\n{}`,
    statuses: [408],
    connection: "closed"
  }
] satisfies ReadonlyArray<Case>

const halves = [
  {
    name: "a half that is closed",
    sent: whole,
    isEnded: true,
    statuses: [200],
    connection: "closed",
    handled: [`${echo} {}`]
  },
  {
    name: "a half that is closed in a body",
    sent: `${post}Content-Length: 20\r\n\r\n{}`,
    isEnded: true,
    statuses: [],
    connection: "closed"
  },
  {
    name: "a half that is closed in a chunk",
    sent: `${chunked}2\r\n{}\r\n`,
    isEnded: true,
    statuses: [],
    connection: "closed"
  },
  { name: "a half that is closed in a head", sent: `${post}X: a`, isEnded: true, statuses: [], connection: "closed" },
  { name: "a half that is closed at once", sent: "", isEnded: true, statuses: [], connection: "closed" }
] satisfies ReadonlyArray<Case>

export const cases: ReadonlyArray<Case> = [
  ...lengths,
  ...lines,
  ...encodings,
  ...chunks,
  ...targets,
  ...versions,
  ...bodies,
  ...halves
]
