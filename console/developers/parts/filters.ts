/** The fields of an address. */
export type Query = Readonly<Record<string, string>>

const pageOf = ({ page }: Query): number => (/^[1-9]\d{0,5}$/.test(page ?? "") ? Number(page) : 1)

/** The value if it is one of the list. */
const oneOf = <Value extends string>(values: ReadonlyArray<Value>, text: string | undefined): Value | null =>
  values.find((value) => value === text) ?? null

/** Time spans of a list, in hours. */
export const spans = { "1h": 1, "24h": 24, "7d": 168, "30d": 720 } as const
export type Span = keyof typeof spans

const spanNames: ReadonlyArray<Span> = ["1h", "24h", "7d", "30d"]

const hourMillis = 3_600_000

/** Start of a span that ends now, rounded to the minute so that lists of the same minute share a load. */
export const sinceOf = (span: Span | null, now: number): string | null =>
  span === null ? null : new Date(Math.floor(now / 60_000) * 60_000 - spans[span] * hourMillis).toISOString()

export const deliveryStatuses = ["pending", "delivered", "failed"] as const

/** Filters of deliveries; null does not filter. */
export interface DeliveryFilters {
  readonly status: (typeof deliveryStatuses)[number] | null
  readonly event: string | null
  readonly span: Span | null
  readonly page: number
}

/** Parses the filters of an address. Unknown values do not filter. */
export const deliveryFiltersOf = (query: Query): DeliveryFilters => ({
  status: oneOf(deliveryStatuses, query["status"]),
  event: /^[a-z_.]{1,64}$/.test(query["event"] ?? "") ? (query["event"] ?? null) : null,
  span: oneOf(spanNames, query["span"]),
  page: pageOf(query)
})

export const logMethods = ["GET", "POST", "PATCH", "PUT", "DELETE", "HEAD"] as const

export const statusClasses = ["2xx", "4xx", "5xx"] as const

/** Filters of requests; null and an empty text do not filter. */
export interface LogFilters {
  readonly method: (typeof logMethods)[number] | null
  /** A class such as 4xx, or a status such as 404. */
  readonly status: string
  readonly path: string
  readonly requestId: string
  readonly span: Span | null
  readonly page: number
}

export const logFiltersOf = (query: Query): LogFilters => ({
  method: oneOf(logMethods, query["method"]),
  status: /^[1-5](?:\d\d|xx)$/.test(query["status"] ?? "") ? (query["status"] ?? "") : "",
  path: query["path"] ?? "",
  requestId: query["requestId"] ?? "",
  span: oneOf(spanNames, query["span"]),
  page: pageOf(query)
})

/** Formats filters as fields of an address, without empty ones. */
export const queryOf = (filters: object): Query =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]: readonly [string, unknown]) =>
      value === null || value === "" || (name === "page" && value === 1) ? [] : [[name, String(value)]]
    )
  )
