import type { Schema } from "effect"
import type { OpenApi } from "effect/http-api"
import { maxKeyLength } from "../../../domain/sends/IdempotencyKey.ts"

/** A documented failure. */
export interface DocumentedFailure {
  readonly status: number
  /** The condition of the failure. */
  readonly when: string
  /** The exact response body. */
  readonly body: { readonly [field: string]: Schema.Json }
  /** Groups of endpoints with this failure, by the first part of the operation id; all if absent. */
  readonly groups?: ReadonlyArray<string>
  /** The method with this failure; all if absent. */
  readonly method?: "get" | "post"
  /** Ids of the operations with this failure; all if absent. */
  readonly operations?: ReadonlyArray<string>
}

/** A failure that endpoints answer a typed error with, as the document shows it. */
export interface Refusal<Failure> {
  readonly when: string
  readonly example: Failure
}

/** A refusal that has one text, for `Effect.catchTags`. */
export const refusal = <Failure>(when: string, example: Failure): (() => Failure) & Refusal<Failure> =>
  Object.assign(() => example, { when, example })

/** A refusal whose text depends on the error, for `Effect.catchTags`. The document shows the answer to `example`. */
export const refusalFor = <Error, Failure>(
  when: string,
  answer: (error: Error) => Failure,
  example: NoInfer<Error>
): ((error: Error) => Failure) & Refusal<Failure> =>
  Object.assign((error: Error) => answer(error), { when, example: answer(example) })

/** The endpoints of a documented failure. */
export type Where = Pick<DocumentedFailure, "groups" | "method" | "operations">

const nameOf = (when: string): string => when.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")

const withExamples = (
  response: OpenApi.OpenApiSpecResponse,
  rows: ReadonlyArray<DocumentedFailure>
): OpenApi.OpenApiSpecResponse => {
  const json = response.content?.["application/json"]
  if (json === undefined || rows.length === 0) return response
  const examples = Object.fromEntries(rows.map(({ body, when }) => [nameOf(when), { summary: when, value: body }]))
  return {
    ...response,
    description: rows.map(({ when }) => when).join(". "),
    content: { ...response.content, "application/json": Object.assign({}, json, { examples }) }
  }
}

/** Moves the description of a parameter beside its schema, where tools expect it. */
const described = (parameter: OpenApi.OpenAPISpecParameter): OpenApi.OpenAPISpecParameter =>
  "description" in parameter.schema && typeof parameter.schema.description === "string"
    ? { ...parameter, description: parameter.schema.description }
    : parameter

/** The idempotency key header of every POST. */
const keyParameter: OpenApi.OpenAPISpecParameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: {
    type: "string",
    minLength: 1,
    maxLength: maxKeyLength,
    pattern: "^[ -~]+$",
    description:
      "Names the request. Repeated within 24 hours, it has no second effect and gets the first answer, with `Idempotent-Replayed: true`"
  }
}

const documentedOperation = (
  operation: OpenApi.OpenAPISpecOperation,
  failures: ReadonlyArray<DocumentedFailure>
): OpenApi.OpenAPISpecOperation => {
  const own = failures.filter(
    ({ groups, operations }) =>
      (groups?.includes(operation.operationId.slice(0, operation.operationId.indexOf("."))) ?? true) &&
      (operations?.includes(operation.operationId) ?? true)
  )
  const responses = Object.entries(operation.responses).map(([status, response]) => [
    status,
    withExamples(
      response,
      own.filter((row) => String(row.status) === status)
    )
  ])
  return {
    ...operation,
    parameters: operation.parameters.map(described),
    responses: Object.fromEntries(responses)
  }
}

const methods = ["get", "post", "patch", "delete", "put"] as const

/** Documents every failure of each endpoint with its exact body, for `OpenApi.Transform`. */
export const documented =
  (failures: ReadonlyArray<DocumentedFailure>): OpenApi.Transform["Service"] =>
  (spec) => {
    const paths: OpenApi.OpenAPISpecPaths = spec["paths"]
    const documentedPaths = Object.entries(paths).map(([path, item]) => {
      const operations = methods.flatMap((method) => {
        const operation = item[method]
        const own = failures.filter((row) => row.method === undefined || row.method === method)
        if (operation === undefined) return []
        const parameters = method === "post" ? [...operation.parameters, keyParameter] : operation.parameters
        return [[method, documentedOperation({ ...operation, parameters }, own)]]
      })
      return [path, Object.assign({}, item, Object.fromEntries(operations))]
    })
    return { ...spec, paths: Object.fromEntries(documentedPaths) }
  }
