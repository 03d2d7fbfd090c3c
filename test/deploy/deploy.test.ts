import { assert, describe, it } from "@effect/vitest"
import { defaultConnections } from "../../src/adapters/postgres/connections/connectionSizes.ts"
import { settingTableNames } from "../../src/adapters/settings/settingTable.ts"
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parse, parseAllDocuments } from "yaml"

const root = join(import.meta.dirname, "../..")
const textOf = (file: string) => readFileSync(join(root, file), "utf8")

/** Every variable of docs/configuration.md. */
const documented = new Set(
  [...textOf("docs/configuration.md").matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = ""]) => name)
)
/** Variables of Node, and of the file itself. */
const others = new Set(["NODE_ENV", "POSTGRES_PASSWORD"])
const unknownOf = (names: ReadonlyArray<string>) => names.filter((name) => !documented.has(name) && !others.has(name))

describe("Dockerfile", () => {
  const lines = textOf("Dockerfile")
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
  /** Of the last stage, which is the image. */
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith("FROM ")))

  it("names the version of its base", () => {
    assert.match(textOf("Dockerfile"), /^ARG NODE=\d+\.\d+\.\d+-/m)
    for (const from of lines.filter((line) => line.startsWith("FROM "))) assert.match(from, /^FROM node:\$\{NODE\}/)
  })

  it("has the Node of package.json", () => {
    const { devDependencies } = JSON.parse(textOf("package.json"))
    assert.include(textOf("Dockerfile"), `ARG NODE=${devDependencies.node}-`)
  })

  it("runs as a user other than root, with a numeric id for Kubernetes", () => {
    assert.match(last.findLast((line) => line.startsWith("USER ")) ?? "", /^USER [1-9]\d*:[1-9]\d*$/)
  })

  it("installs nothing in its last stage, and copies the necessary files from the build", () => {
    assert.isFalse(last.some((line) => /^(?:RUN|ADD)\b/.test(line)))
    assert.isTrue(last.filter((line) => line.startsWith("COPY ")).every((line) => line.includes("--from=build")))
  })

  it("has a stop signal, a health check and no shell", () => {
    assert.include(last, "STOPSIGNAL SIGTERM")
    assert.isTrue(last.some((line) => /^HEALTHCHECK .*CMD \["node"/.test(line)))
    assert.isTrue(last.some((line) => line.startsWith('ENTRYPOINT ["')))
  })

  it("sets no variable unknown to the service", () => {
    const names = [...last.join("\n").matchAll(/(?:^ENV|\s)([A-Z_]+)=/g)].map(([, name = ""]) => name)
    assert.isAbove(names.length, 3)
    assert.deepStrictEqual(unknownOf(names), [])
  })
})

describe("compose.yaml", () => {
  const compose = parse(textOf("compose.yaml"), { merge: true })

  it("runs each role after one migration", () => {
    const { api, inbound, migrate, worker } = compose.services
    assert.deepStrictEqual(migrate.command, ["migrate"])
    for (const [role, service] of Object.entries({ api, inbound, worker })) {
      assert.strictEqual(service.environment.PARLEY_ROLES, role)
      assert.strictEqual(service.depends_on.migrate.condition, "service_completed_successfully")
      assert.isTrue(service.read_only)
    }
  })

  it("compose: the server has connections for every process, a migration and commands", () => {
    const { api, inbound, postgres, worker } = compose.services
    const processes = [api, inbound, worker].reduce((sum, { deploy }) => sum + (deploy?.replicas ?? 1), 0)
    const [, limit = ""] = /^max_connections=(\d+)$/.exec(postgres.command.at(-1)) ?? []
    const reserved = 3
    const commands = 2
    assert.isAtLeast(Number(limit) - reserved, (processes + commands) * defaultConnections)
  })

  it("compose: every variable of docs/configuration.md is passed, except for those that the file or the image decides", () => {
    const decided = new Set([
      "HOST",
      "PORT",
      "DATA_DIR",
      "ADMIN_HOST",
      "NODE_ENV",
      "LOG_FORMAT",
      "PARLEY_ROLES",
      "MEDIA_DIR",
      "DEMO",
      "DEMO_EXPOSED",
      "EMULATOR_PORT",
      "EMULATOR_WINDOWS"
    ])
    const passed = Object.keys(compose["x-environment"])
    assert.sameMembers(
      passed,
      settingTableNames.filter((name) => !decided.has(name))
    )
  })

  it("compose: a member can sign in, and a proxy of the machine is trusted", () => {
    const { AUTH_JWT_SECRET, DEV_IDENTITY, TRUSTED_PROXIES } = compose["x-environment"]
    assert.strictEqual(DEV_IDENTITY, "${DEV_IDENTITY:-on}")
    assert.include(AUTH_JWT_SECRET, ":?")
    const [{ gateway }] = compose.networks.default.ipam.config
    assert.strictEqual(TRUSTED_PROXIES, `\${TRUSTED_PROXIES:-${gateway}/32}`)
  })

  it("sets no variable unknown to the service, and mounts existing files", () => {
    for (const name of ["migrate", "api", "inbound", "worker"]) {
      assert.deepStrictEqual(unknownOf(Object.keys(compose.services[name].environment)), [])
    }
    for (const [, path = ""] of textOf("compose.yaml").matchAll(/- \.\/([\w./-]+):/g)) {
      assert.isTrue(existsSync(join(root, path)), path)
    }
  })
})

describe("the manifests of Kubernetes", () => {
  const folder = "deploy/kubernetes"
  const { resources } = parse(textOf(`${folder}/kustomization.yaml`))
  const documents = resources.flatMap((file: string) =>
    parseAllDocuments(textOf(`${folder}/${file}`)).map((document) => document.toJS())
  )

  it("are all named by the kustomization", () => {
    const files = readdirSync(join(root, folder)).filter((file) => file !== "kustomization.yaml")
    assert.sameMembers(resources, files)
  })

  it("run each role without privileges, with health checks", () => {
    for (const role of ["api", "inbound", "worker"]) {
      const { spec } = documents.find(
        ({ metadata }: { metadata: { name: string } }) => metadata.name === `parley-${role}`
      )
      const { containers, securityContext } = spec.template.spec
      assert.isTrue(securityContext.runAsNonRoot)
      const [container] = containers
      assert.isTrue(container.securityContext.readOnlyRootFilesystem)
      assert.deepStrictEqual(container.env, [{ name: "PARLEY_ROLES", value: role }])
      assert.strictEqual(container.readinessProbe.httpGet.path, "/ready")
      assert.strictEqual(container.livenessProbe.httpGet.path, "/health")
      assert.strictEqual(container.startupProbe.httpGet.path, "/health")
      const admin = container.ports.find(({ name }: { name: string }) => name === "admin")
      for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"]) {
        assert.strictEqual(container[probe].httpGet.port, admin.name)
      }
    }
  })

  it("Kubernetes: the migration can be applied before the pods, with its settings", () => {
    const labelled = documents.filter(
      ({ metadata }: { metadata: { labels?: { rollout?: string } } }) => metadata.labels?.rollout === "first"
    )
    assert.sameMembers(
      labelled.map(({ kind }: { kind: string }) => kind),
      ["Namespace", "ConfigMap", "Job"]
    )
    assert.include(textOf("docs/deployment.md"), "--selector rollout=first")
  })

  it("Kubernetes: the documented max_connections suffice for twice the pods, a migration and a command", () => {
    const [, section = ""] = textOf("docs/deployment.md").split("## Kubernetes")
    const [, limit = ""] = /`max_connections=(\d+)`/.exec(section) ?? []
    const pods = documents
      .filter(({ kind }: { kind: string }) => kind === "Deployment")
      .reduce((sum: number, { spec }: { spec: { replicas: number } }) => sum + spec.replicas, 0)
    const { data } = documents.find(({ kind }: { kind: string }) => kind === "ConfigMap")
    const connections = Number(data.DATABASE_CONNECTIONS ?? defaultConnections)
    const reserved = 3
    const commands = 2
    // A rollout does not wait for the end of old pods, so each may exist beside its successor.
    assert.isAtLeast(Number(limit) - reserved, (2 * pods + commands) * connections)
  })

  it("PodMonitor: the metrics port of each pod is scraped under the job of the alerts", () => {
    const { apiVersion, kind, metadata, spec } = parse(textOf("deploy/prometheus/pod-monitor.yaml"))
    assert.deepStrictEqual([apiVersion, kind], ["monitoring.coreos.com/v1", "PodMonitor"])
    assert.strictEqual(metadata.namespace, parse(textOf(`${folder}/kustomization.yaml`)).namespace)
    assert.hasAllKeys(spec, ["selector", "podMetricsEndpoints"])
    const [{ key, operator, values }] = spec.selector.matchExpressions
    assert.deepStrictEqual([key, operator], ["role", "In"])
    const [endpoint, ...others] = spec.podMetricsEndpoints
    assert.deepStrictEqual(others, [])
    assert.hasAllKeys(endpoint, ["port", "path", "interval", "relabelings"])
    assert.strictEqual(endpoint.path, "/metrics")
    const [{ replacement, targetLabel }] = endpoint.relabelings
    assert.strictEqual(targetLabel, "job")
    assert.include(textOf("deploy/prometheus/alerts.yaml"), `job="${replacement}"`)
    const deployments = documents.filter((document: { kind: string }) => document.kind === "Deployment")
    const labels = deployments.map(
      (document: { spec: { template: { metadata: { labels: unknown } } } }) => document.spec.template.metadata.labels
    )
    assert.sameMembers(
      labels.map((label: { role: string }) => label.role),
      values
    )
    for (const { app } of labels) assert.strictEqual(app, spec.selector.matchLabels.app)
    for (const { spec: pod } of deployments) {
      const names = pod.template.spec.containers[0].ports.map(({ name }: { name: string }) => name)
      assert.include(names, endpoint.port)
    }
  })

  it("set no variable unknown to the service", () => {
    const { data } = documents.find(({ kind }: { kind: string }) => kind === "ConfigMap")
    assert.deepStrictEqual(unknownOf(Object.keys(data)), [])
  })
})

describe("the unit of systemd", () => {
  const unit = "deploy/systemd/parley.service"

  it("sets no variable unknown to the service", () => {
    const names = [...textOf(unit).matchAll(/(?:^Environment=| )([A-Z_]+)=/gm)].map(([, name = ""]) => name)
    assert.isAbove(names.length, 1)
    assert.deepStrictEqual(unknownOf(names), [])
  })

  it("is understood by systemd if systemd is installed", ({ skip }) => {
    const { error, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", join(root, unit)], {
      encoding: "utf8"
    })
    if (error !== undefined) return skip("systemd-analyze is not installed")
    // The command is not installed here.
    const complaints = stderr
      .split("\n")
      .filter((line) => line.includes("parley.service") && !/not executable/.test(line))
    assert.deepStrictEqual(complaints, [])
  })
})
