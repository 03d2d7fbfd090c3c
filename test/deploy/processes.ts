import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parse, parseAllDocuments } from "yaml"

type Variables = Readonly<Record<string, string>>

/** A process that a file of this repository runs: arguments of the command, and variables. */
export interface Deployed {
  readonly name: string
  readonly args: ReadonlyArray<string>
  readonly env: Variables
  readonly copies: number
  /** It ends by itself, and what is listed behind it begins after that. */
  readonly isOnce: boolean
}

const root = join(import.meta.dirname, "../..")
const textOf = (file: string): string => readFileSync(join(root, file), "utf8")

/** The stage of the Dockerfile that is the image. */
const dockerfile = textOf("Dockerfile")
const image = dockerfile.slice(dockerfile.lastIndexOf("\nFROM ")).replaceAll("\\\n", " ").split("\n")
const instruction = (name: string): string => image.findLast((line) => line.startsWith(`${name} `)) ?? ""
const listIn = (text: string): ReadonlyArray<string> => JSON.parse(text.slice(text.indexOf("[")))

/** Variables that the image sets. */
const imageEnv: Variables = Object.fromEntries(
  [...instruction("ENV").matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value])
)
/** Arguments of the command without any of its own. */
const imageArgs = listIn(instruction("CMD"))
/** The program by which the image tells whether a process is healthy: arguments of Node. */
export const healthCheck: ReadonlyArray<string> = listIn(instruction("HEALTHCHECK").replace(/^.*CMD /, "")).slice(1)

/** Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?why}` as Compose does. */
const interpolated = (text: string, given: Variables): string =>
  text.replaceAll(/\$\{([A-Z_]+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest = "") => {
    const value = given[name] ?? ""
    if (value !== "" || kind === undefined) return value
    if (kind === "-") return rest
    throw new Error(`${name} is not set: ${rest}`)
  })

interface ComposeService {
  readonly image: string
  readonly command?: ReadonlyArray<string>
  /** A variable without a value has the one of `.env`, and is not passed if that has none. */
  readonly environment?: Readonly<Record<string, string | null>>
  readonly restart?: string
  readonly deploy?: { readonly replicas?: number }
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
}

/** The processes of `compose.yaml` that run the service, each behind those that it waits for. `given` is the file `.env`. */
export const ofCompose = (given: Variables): ReadonlyArray<Deployed> => {
  const services: Readonly<Record<string, ComposeService>> = parse(textOf("compose.yaml"), { merge: true }).services
  const own = Object.keys(services).filter((name) => services[name]?.image.startsWith("effect-parley") === true)
  const order: Array<string> = []
  const visit = (name: string): void => {
    for (const needed of Object.keys(services[name]?.depends_on ?? {})) visit(needed)
    if (own.includes(name) && !order.includes(name)) order.push(name)
  }
  for (const name of own) visit(name)
  return order.map((name) => {
    const { command = imageArgs, deploy, environment = {}, restart } = services[name] ?? { image: "" }
    const env = Object.entries(environment).flatMap(([key, value]) => {
      const passed = value === null ? given[key] : interpolated(value, given)
      return passed === undefined ? [] : [[key, passed] as const]
    })
    return {
      name,
      args: command,
      env: { ...imageEnv, ...Object.fromEntries(env) },
      copies: deploy?.replicas ?? 1,
      isOnce: restart === "no"
    }
  })
}

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data?: Variables
  readonly spec?: {
    readonly replicas?: number
    readonly template?: {
      readonly spec: {
        readonly containers: ReadonlyArray<{
          readonly args?: ReadonlyArray<string>
          readonly env?: ReadonlyArray<{ readonly name: string; readonly value: string }>
          readonly envFrom: ReadonlyArray<Readonly<Record<string, { readonly name: string }>>>
        }>
      }
    }
  }
}

/** The processes of the manifests of Kubernetes, the Job before the Deployments. `secret` is the Secret `parley`. */
export const ofManifests = (secret: Variables): ReadonlyArray<Deployed> => {
  const folder = "deploy/kubernetes"
  const resources: ReadonlyArray<string> = parse(textOf(`${folder}/kustomization.yaml`)).resources
  const manifests = resources.flatMap((file): ReadonlyArray<Manifest> =>
    parseAllDocuments(textOf(`${folder}/${file}`)).map((document) => document.toJS())
  )
  const dataOf = (source: Readonly<Record<string, { readonly name: string }>>): Variables => {
    if (source["secretRef"]?.name === "parley") return secret
    const config = manifests.find(
      ({ kind, metadata }) => kind === "ConfigMap" && metadata.name === source["configMapRef"]?.name
    )
    if (config?.data === undefined) throw new Error(`${JSON.stringify(source)} names nothing that is there`)
    return config.data
  }
  const processes = manifests.flatMap(({ kind, metadata, spec }): ReadonlyArray<Deployed> => {
    const container = spec?.template?.spec.containers[0]
    if (container === undefined) return []
    const { args = imageArgs, env = [], envFrom } = container
    return [
      {
        name: metadata.name,
        args,
        env: Object.assign(
          { ...imageEnv },
          ...envFrom.map(dataOf),
          Object.fromEntries(env.map(({ name, value }) => [name, value]))
        ),
        copies: spec?.replicas ?? 1,
        isOnce: kind === "Job"
      }
    ]
  })
  return [...processes.filter(({ isOnce }) => isOnce), ...processes.filter(({ isOnce }) => !isOnce)]
}
