/** The part of the OpenAPI document for an event type. */
export interface EventDocument {
  readonly summary: string
  readonly description: string
  /** JSON Schema of `data`. */
  readonly schema: unknown
  /** Example of `data`. */
  readonly example: unknown
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {}

const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((inner, name) => fieldsOf(inner)[name], value)

const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

/** Resolves a reference such as `#/components/schemas/Event`; returns other schemas unchanged. */
const resolved = (document: unknown, schema: unknown): unknown => {
  const reference = textOf(fieldsOf(schema)["$ref"])
  return reference.startsWith("#/") ? at(document, ...reference.slice(2).split("/")) : schema
}

/** First example of a media type or of its schema. */
const exampleIn = (content: unknown, schema: unknown): unknown => {
  const direct = fieldsOf(content)["example"]
  if (direct !== undefined) return direct
  const [named] = Object.values(fieldsOf(fieldsOf(content)["examples"]))
  if (named !== undefined) return fieldsOf(named)["value"]
  const listed = fieldsOf(schema)["examples"]
  return Array.isArray(listed) ? listed[0] : undefined
}

/** All event types of the document, by name. */
export const eventDocumentsOf = (document: unknown): Readonly<Record<string, EventDocument>> =>
  Object.fromEntries(
    Object.entries(fieldsOf(at(document, "webhooks"))).map(([type, item]) => {
      const operation = at(item, "post")
      const content = at(operation, "requestBody", "content", "application/json")
      const schema = resolved(document, fieldsOf(content)["schema"])
      const data = resolved(document, at(schema, "properties", "data"))
      return [
        type,
        {
          summary: textOf(at(operation, "summary")),
          description: textOf(at(operation, "description")),
          schema: data ?? schema ?? null,
          example: at(exampleIn(content, schema), "data") ?? exampleIn(content, schema) ?? null
        }
      ]
    })
  )

/** Loads the document of the Developer interface from the service. */
export const loadEventDocuments = (signal: AbortSignal): Promise<Readonly<Record<string, EventDocument>>> =>
  fetch("/api/developer/openapi.json", { credentials: "omit", signal })
    .then((response) =>
      response.ok ? response.json() : Promise.reject(new Error(`The service answered ${response.status}`))
    )
    .then(eventDocumentsOf)
