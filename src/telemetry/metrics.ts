import { Channel } from "../domain/conversations/Channel.ts"
import { warningPercents } from "../domain/webhooks/afterRefusal.ts"
import { AccountConcern } from "../domain/inbound/AccountChange.ts"
import { RateTier, RatedInterface } from "../domain/limits/RateTier.ts"

/** A metric with its OpenTelemetry name, from which Prometheus' name is derived. */
export interface MetricDefinition<Label extends string = string> {
  readonly name: string
  readonly kind: "counter" | "gauge" | "histogram"
  /** A unit of UCUM: seconds, bytes, a ratio, or the counted thing in braces. */
  readonly unit: "s" | "By" | "1" | `{${string}}`
  readonly description: string
  /** Labels. Each has few values, and never a secret, an id of a person or an id of an organization. */
  readonly labels: ReadonlyArray<Label>
  /** Upper bounds of the buckets of a histogram. */
  readonly boundaries: ReadonlyArray<number>
  /** Series of a counter that start at 0: a rate needs a first value, which rare events would lack for long. */
  readonly initial: ReadonlyArray<Readonly<Record<Label, string>>>
  /** `deployment`: read from the database, so every process reports the same number. */
  readonly scope: "process" | "deployment"
}

const unitSuffix = ({ kind, unit }: Pick<MetricDefinition, "kind" | "unit">): string => {
  switch (unit) {
    case "s":
      return "_seconds"
    case "By":
      return "_bytes"
    case "1":
      return kind === "gauge" ? "_ratio" : ""
    default:
      return ""
  }
}

/** The name in Prometheus, by the rules of OpenTelemetry's compatibility with it. */
export const prometheusName = (definition: Pick<MetricDefinition, "kind" | "name" | "unit">): string =>
  `${definition.name.replaceAll(".", "_")}${unitSuffix(definition)}${definition.kind === "counter" ? "_total" : ""}`

type Described<Label extends string> = Pick<MetricDefinition<Label>, "name" | "unit" | "description"> &
  Partial<Pick<MetricDefinition<Label>, "labels" | "initial">>

const plain = { labels: [], boundaries: [], initial: [] } as const

const counter = <Label extends string = never>(metric: Described<Label>): MetricDefinition<Label> => ({
  ...plain,
  ...metric,
  kind: "counter",
  scope: "process"
})

const gauge = <Label extends string = never>(metric: Described<Label>): MetricDefinition<Label> => ({
  ...plain,
  ...metric,
  kind: "gauge",
  scope: "process"
})

/** A metric that is read from the database and so equal in every process. */
const stored = <Label extends string = never>(metric: Described<Label>): MetricDefinition<Label> => ({
  ...gauge(metric),
  scope: "deployment"
})

const histogram = <Label extends string = never>(
  boundaries: ReadonlyArray<number>,
  metric: Described<Label>
): MetricDefinition<Label> => ({ ...plain, ...metric, kind: "histogram", boundaries, scope: "process" })

/** Bucket bounds in seconds: for callers' waits, statements, mostly absent waits, and waits of up to days. */
const answerSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20]
const statementSeconds = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]
const waitSeconds = [0.0001, 0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const ageSeconds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 86_400]
const rowCounts = [1, 2, 4, 8, 16, 32, 64, 96, 192, 384, 512]

/** Every metric of the service. `docs/operations.md` has the same list, which a test compares. */
export const metrics = {
  requestDuration: histogram(answerSeconds, {
    name: "http.server.request.duration",
    unit: "s",
    description: "Time from a request to its answer, by endpoint",
    labels: ["http.request.method", "http.route", "http.response.status_code"]
  }),
  rateRefusals: counter({
    name: "parley.rate.refusals",
    unit: "{request}",
    description: "Requests refused by a rate tier",
    labels: ["interface", "tier"],
    initial: RatedInterface.literals.flatMap((rated) => RateTier.literals.map((tier) => ({ interface: rated, tier })))
  }),
  sends: counter({
    name: "parley.sends",
    unit: "{message}",
    description: "Sends by outcome; code is the platform's code of a rejection",
    labels: ["channel", "outcome", "code"]
  }),
  quotaRefusals: counter({
    name: "parley.quota.refusals",
    unit: "{message}",
    description: "Sends refused because the monthly limit was reached",
    labels: ["channel"],
    initial: Channel.literals.map((channel) => ({ channel }))
  }),
  unsettledSends: stored({
    name: "parley.sends.unsettled",
    unit: "{message}",
    description: "Sends without an outcome"
  }),
  oldestUnsettledSend: stored({
    name: "parley.sends.unsettled.oldest_age",
    unit: "s",
    description: "Age of the oldest send without an outcome"
  }),
  graphCall: histogram(answerSeconds, {
    name: "parley.graph.call.duration",
    unit: "s",
    description: "Calls of the Graph API by outcome and the platform's code",
    labels: ["method", "outcome", "code"]
  }),
  refusedTokens: stored({
    name: "parley.tokens.refused",
    unit: "{account}",
    description: "Connected accounts whose token the platform refuses",
    labels: ["channel"]
  }),
  accountChanges: counter({
    name: "parley.account.changes",
    unit: "{change}",
    description: "Changes of accounts that the platform reported, and refused tokens",
    labels: ["concern"],
    initial: AccountConcern.literals.map((concern) => ({ concern }))
  }),
  unknownFields: counter({
    name: "parley.inbound.unknown_fields",
    unit: "{report}",
    description: "Reports of the platforms in fields that this version does not know",
    labels: ["channel", "field"],
    initial: Channel.literals.map((channel) => ({ channel, field: "other" }))
  }),
  firstAttemptAge: histogram(ageSeconds, {
    name: "parley.delivery.first_attempt.age",
    unit: "s",
    description: "Age of an event at the first attempt to deliver it; replays come from the retry queue",
    labels: ["source"]
  }),
  attempt: histogram(answerSeconds, {
    name: "parley.delivery.attempt.duration",
    unit: "s",
    description: "Attempts to deliver an event, by outcome",
    labels: ["outcome"]
  }),
  deliveriesInFlight: gauge({
    name: "parley.delivery.in_flight",
    unit: "{delivery}",
    description: "Calls of webhooks in flight; probation is the part to receivers that failed",
    labels: ["receivers"]
  }),
  deliveriesInMemory: gauge({
    name: "parley.delivery.in_memory",
    unit: "{delivery}",
    description: "Deliveries that the dispatcher holds"
  }),
  consumerEvents: counter({
    name: "parley.consumer.events",
    unit: "{event}",
    description: "Calls of event handlers in this program: handled, failed (retried later) or dead",
    labels: ["consumer", "outcome"]
  }),
  consumerLag: gauge({
    name: "parley.consumer.lag",
    unit: "s",
    description: "Age of the oldest event that the consumer has read and not handled or deferred",
    labels: ["consumer"]
  }),
  outboxBacklog: stored({
    name: "parley.outbox.backlog",
    unit: "{event}",
    description: "Events without an attempt, by shard; 10 000 means at least that many",
    labels: ["shard"]
  }),
  outboxOldest: stored({
    name: "parley.outbox.oldest_age",
    unit: "s",
    description: "Age of the oldest event without an attempt, by shard",
    labels: ["shard"]
  }),
  retryQueue: stored({
    name: "parley.retry_queue.size",
    unit: "{delivery}",
    description: "Deferred deliveries, by shard; 10 000 means at least that many",
    labels: ["shard"]
  }),
  webhooks: stored({
    name: "parley.webhooks",
    unit: "{webhook}",
    description: "Webhooks and further endpoints that are healthy, failing (nothing gets through now) or disabled",
    labels: ["state"]
  }),
  webhookWarnings: counter({
    name: "parley.webhook.warnings",
    unit: "{webhook}",
    description: "Webhooks that passed this percentage of the time after which they are disabled",
    labels: ["percent"],
    initial: warningPercents.map((percent) => ({ percent: String(percent) }))
  }),
  groupRows: histogram(rowCounts, {
    name: "parley.group_commit.rows",
    unit: "{row}",
    description: "Rows of a statement that writes for several callers",
    labels: ["group"]
  }),
  groupDuration: histogram(statementSeconds, {
    name: "parley.group_commit.duration",
    unit: "s",
    description: "Time of a statement that writes for several callers",
    labels: ["group"]
  }),
  inboundAge: histogram(ageSeconds, {
    name: "parley.inbound.age",
    unit: "s",
    description: "Time from the receipt of a webhook of the platform to the end of its processing"
  }),
  inboundWaiting: stored({
    name: "parley.inbound.waiting",
    unit: "{webhook}",
    description: "Webhooks of the platform that are not processed; 10 000 means at least that many"
  }),
  inboundOldest: stored({
    name: "parley.inbound.oldest_age",
    unit: "s",
    description: "Age of the oldest webhook of the platform that is not processed"
  }),
  inboundProblems: stored({
    name: "parley.inbound.problems",
    unit: "{item}",
    description: "Failed items of webhooks of the platform: retried, or dead letters that wait for an operator",
    labels: ["state"]
  }),
  inboundParked: stored({
    name: "parley.inbound.parked",
    unit: "{item}",
    description: "Reports that wait for a message that is not known yet; 10 000 means at least that many"
  }),
  connectionWait: histogram(waitSeconds, {
    name: "db.client.connection.wait_time",
    unit: "s",
    description: "Time that a statement or a transaction waited for a connection of a pool to the Postgres server",
    labels: ["db.client.connection.pool.name"]
  }),
  connectionRequests: gauge({
    name: "db.client.connection.pending_requests",
    unit: "{request}",
    description: "Statements and transactions that wait for a connection of a pool to the Postgres server",
    labels: ["db.client.connection.pool.name"]
  }),
  readTurnWait: histogram(waitSeconds, {
    name: "parley.read.turn.wait",
    unit: "s",
    description: "Time that a list or a search waited for its turn: organizations have shares of the connections",
    labels: ["reads"]
  }),
  readTurnRequests: gauge({
    name: "parley.read.turn.pending",
    unit: "{read}",
    description: "Lists and searches that wait for their turn",
    labels: ["reads"]
  }),
  databaseAnswers: gauge({
    name: "parley.database.answers",
    unit: "{server}",
    description: "Whether the Postgres server answers this process: 1, or 0 while requests are answered 503"
  }),
  databaseConnections: stored({
    name: "parley.database.connections",
    unit: "{connection}",
    description: "Connections of all processes to the Postgres server",
    labels: ["state"]
  }),
  clientConnections: gauge({
    name: "http.client.open_connections",
    unit: "{connection}",
    description: "Connections to platforms and receivers",
    labels: ["pool", "http.connection.state"]
  }),
  clientWaiting: gauge({
    name: "parley.http_client.waiting",
    unit: "{call}",
    description: "Calls to platforms and receivers that wait for a connection",
    labels: ["pool"]
  }),
  eventLoopDelay: gauge({
    name: "nodejs.eventloop.delay",
    unit: "s",
    description: "Delay of the event loop in the last ten seconds",
    labels: ["percentile"]
  }),
  eventLoopUtilization: gauge({
    name: "nodejs.eventloop.utilization",
    unit: "1",
    description: "Part of the last ten seconds in which the event loop was busy"
  }),
  heapUsed: gauge({ name: "v8js.memory.heap.used", unit: "By", description: "Heap in use" }),
  heapLimit: gauge({ name: "v8js.memory.heap.limit", unit: "By", description: "Largest heap that V8 allows" }),
  residentMemory: gauge({ name: "process.memory.usage", unit: "By", description: "Resident memory of the process" })
} as const
