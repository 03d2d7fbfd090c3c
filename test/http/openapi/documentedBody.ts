import { Ajv2020 } from "ajv/dist/2020.js"
import { Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { DeveloperApi } from "../../../src/adapters/http/interfaces/developer/Api.ts"
import { SessionApi } from "../../../src/adapters/http/interfaces/session/Api.ts"
import { patternOfPath } from "../../../src/adapters/http/server/unrouted.ts"

const Body = Schema.Struct({ content: Schema.Record(Schema.String, Schema.Struct({ schema: Schema.Json })) })
const Operation = Schema.Struct({ requestBody: Schema.optionalKey(Body) })
const Document = Schema.Struct({
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation)),
  components: Schema.Struct({ schemas: Schema.Record(Schema.String, Schema.Json) })
})

/** Checks bodies against the schemas of JSON requests in one document. */
const checkerOf = (spec: OpenApi.OpenAPISpec) => {
  const document = Schema.decodeUnknownSync(Document)(JSON.parse(JSON.stringify(spec)))
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ $id: "document", components: document.components })
  const json = JSON.stringify(document.paths).replaceAll('"#/components', '"document#/components')
  const paths = Schema.decodeUnknownSync(Document.fields.paths)(JSON.parse(json))
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content["application/json"]?.schema
      if (schema === undefined) return []
      const validate = ajv.compile(Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Json))(schema))
      const problemOf = (body: unknown) => (validate(body) ? null : ajv.errorsText(validate.errors))
      return [{ method, path: patternOfPath(path.replaceAll(/\{(\w+)\}/g, ":$1")), problemOf }]
    })
  )
}

const checks = [...checkerOf(OpenApi.fromApi(DeveloperApi)), ...checkerOf(OpenApi.fromApi(SessionApi))]

/** The objection of the document to the JSON body of a request; null for none, and for a request without such a body. */
export const documentProblem = (method: string, url: string, body: unknown): string | null => {
  const [path = ""] = url.split("?")
  const check = checks.find((one) => one.method === method.toLowerCase() && one.path.test(path))
  return check === undefined || typeof body !== "object" || body instanceof Blob ? null : check.problemOf(body)
}
