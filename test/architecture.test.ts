import { assert, describe, it } from "@effect/vitest"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const src = join(root, "src")

/** The only place that joins the folders, so it may import everything: the commands, and what they are put together from. */
const composition = "main.ts"
const isComposition = (path: string): boolean => path === composition || path.startsWith("service/")

/** Loads the composition, and nothing else of ours: it is there to say what is loaded when. */
const entry = "start.ts"

/** Adapters that somebody outside drives the service through. Only they know the use cases; the others are known by them. */
const inbound: ReadonlySet<string> = new Set(["http", "worker", "cli", "demo"])

/** What both use cases and adapters are made with; it knows nothing of either. */
const common: ReadonlySet<string> = new Set(["telemetry", "collections"])

/** Files that every adapter may import of another one: the way out to the network, how folders are made, and what keys and tokens look like. */
const shared = [
  /^adapters\/outbound\//,
  /^adapters\/media\/makeFolder\.ts$/,
  /^adapters\/identity\/(?:ApiKeyToken|RefreshToken)\.ts$/
]

/** `effect` itself is stable; what is below it is not, and belongs to adapters. */
const effectOnly = /^effect$/

/** Words by which code runs, waits or looks around; the domain only computes. */
const impure =
  /\b(Effect|Layer|Context|Config|Clock|Random|Ref|Date|crypto|process|console(?=\.)|performance|setTimeout|setInterval|fetch|globalThis)\b|\bMath\.random\b/

const withoutComments = (code: string) => code.replaceAll(/\/\*[^]*?\*\/|(?<!:)\/\/.*/g, "")

/** What the code imports or exports from elsewhere: of values and of types, over many lines, bare or at run time. */
const importsOf = (code: string): ReadonlyArray<string> => {
  const statement = /(?:^\s*(?:import|export)\b(?:[^"'`;()=]*?\bfrom)?\s*|\bimport\s*\(\s*)["']([^"']+)["']/gm
  return Array.from(withoutComments(code).matchAll(statement), ([, target = ""]) => target)
}

/** `adapters/http` for a file of an adapter, `domain` for one of the domain. */
const folderOf = (path: string): string => {
  const [first = "", second = ""] = path.split("/")
  return first === "adapters" ? `adapters/${second}` : first
}

/** Programs of their own: what they may import beside themselves and the domain. Only `service` and tests import them. */
const programs: Readonly<Record<string, RegExp>> = {
  /** The platform's side knows nothing of the service. Both listen in the same way. */
  emulator: /^adapters\/(?:outbound\/holdEarlyRequests|media\/makeFolder)\.ts$/,
  /**
   * What users test with runs the inner parts in memory; it needs no database, no HTTP and no test runner. The
   * simulation runs whole processes: use cases, background work, handlers of events, and adapters that reach nothing
   * outside.
   */
  testing:
    /^(?:ports|app|collections|adapters\/memory|emulator)\/|^adapters\/(?:identity\/ApiKeyToken|limits\/ProcessSendPace|meta\/inbound\/MetaInboundReader|phone\/LibPhoneNumbers|worker\/\w+)\.ts$|^(?:telemetry\/failureLog|service\/library\/onEvent)\.ts$/,
  /** Clients are made from the contracts of the interfaces. */
  client: /^adapters\/http\/interfaces\/(?:developer|session)\/(?:Api|middleware)\.ts$/,
  /** The page in the browser calls the service as every other program does. Its build reads it, and no file imports it. */
  console: /^client\/(?:promise|webhooks)\//
}

/** The packages of the console, whose style sheets and pages are files of its own too. */
const ofConsole = /^(?:effect(?:\/reactivity)?|react|react-dom\/client|@base-ui\/react\/[a-z-]+)$/

/** The public entries of the package, and the folders that each of them re-exports. No file imports an entry. */
const entries: Readonly<Record<string, RegExp>> = {
  app: /^app\/(?!webhooks\/(?:delivery|streams)\/)/,
  domain: /^domain\//,
  ports: /^ports\//,
  service: /^(?:service|adapters\/(?:settings|identity|phone))\//,
  postgres: /^adapters\/postgres\//,
  memory: /^adapters\/memory\//,
  meta: /^adapters\/(?:meta|outbound)\//,
  emulator: /^emulator\//,
  client: /^client\/(?:promise|webhooks)\//,
  "client/effect":
    /^client\/(?:DeveloperClient|SessionClient|SessionEvents|IdempotencyKey|promise\/(?:eventStream|ParleyError))\.ts$|^adapters\/http\/interfaces\/(?:developer|session)\/(?:Failures|middleware)\.ts$/,
  webhooks: /^client\/webhooks\//,
  testing: /^(?:testing|adapters\/memory|emulator)\//
}

/** Parts of use cases, and what the HTTP interfaces of a process share: no program calls them. */
const ofTheService = new Set([
  "app/conversations/Presence.ts",
  "app/inbound/routeInbound.ts",
  "app/sends/callAtPace.ts",
  "app/conversations/changeThread.ts",
  "app/conversations/shownConversation.ts",
  "app/sends/quotedMessage.ts"
])

const isEntry = (path: string): boolean => path.startsWith("entries/")

/** The subpath of an entry in `exports` of the package. */
const subpathOf = (entry: string): string => (entry === "app" ? "." : `./${entry}`)

/** They run in browsers too, without any package, so they import each other only. */
const isWithoutPackages = (path: string): boolean => /^client\/(?:promise|webhooks)\//.test(path)

/** Whether a file of the one folder may import this file of ours. */
const mayImport = (folder: string, target: string): boolean => {
  const to = folderOf(target)
  if (to === folder || to === "domain") return true
  const beside = programs[folder]
  if (beside !== undefined) return beside.test(target)
  if (programs[to] !== undefined) return false
  if (folder === "domain") return false
  if (to === "ports") return true
  if (common.has(to)) return folder !== "ports"
  if (folder === "ports" || folder === "app" || common.has(folder)) return false
  if (to === "app") return inbound.has(folder.slice("adapters/".length))
  return shared.some((pattern) => pattern.test(target))
}

/** The path of a file as `files` has it. */
const nameOf = (file: string): string => {
  const path = relative(root, file)
  return path.startsWith("src/") ? path.slice("src/".length) : path
}

/** Everything in a file that points the wrong way. */
const wrongImports = (path: string, code: string): ReadonlyArray<string> =>
  importsOf(code).filter((target) => {
    if (!target.startsWith(".")) {
      if (isWithoutPackages(path)) return true
      if (folderOf(path) === "console") return !ofConsole.test(target)
      return (
        path !== entry &&
        !isComposition(path) &&
        !folderOf(path).startsWith("adapters/") &&
        programs[folderOf(path)] === undefined &&
        !effectOnly.test(target)
      )
    }
    const file = nameOf(resolve(dirname(fileOf(path)), target))
    if (isEntry(file)) return true
    if (isWithoutPackages(path)) return !isWithoutPackages(file)
    if (isEntry(path)) return entries[path.slice("entries/".length, -".ts".length)]?.test(file) !== true
    if (isComposition(path)) return false
    return path === entry ? !isComposition(file) : !mayImport(folderOf(path), file)
  })

const valuesOf = (code: string, from: string): ReadonlyArray<string> =>
  Array.from(withoutComments(code).matchAll(/\bimport\s*\{([^}]*)\}\s*from\s*"([^"]+)"/g)).flatMap(
    ([, names = "", target]) =>
      target === from
        ? names
            .split(",")
            .map((name) => name.trim())
            .filter((name) => name !== "" && !name.startsWith("type "))
        : []
  )

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => /\.tsx?$/.test(path))

/** The files of `src` by their paths there, and those of the programs beside it by their paths from the root. */
const files = [
  ...filesIn(src),
  ...Object.keys(programs).flatMap((program) => filesIn(join(root, program)).map((path) => `${program}/${path}`))
]
const fileOf = (path: string) => join(programs[folderOf(path)] === undefined ? src : root, path)
const read = (path: string) => readFileSync(fileOf(path), "utf8")
const inFolder = (folder: string) => files.filter((path) => path.startsWith(`${folder}/`))

describe("the architecture of the hexagon", () => {
  it.each(files.filter((path) => !isComposition(path)))("%s imports inwards only", (path) => {
    if (path !== entry) {
      assert.match(
        path,
        /^(domain|ports|app|telemetry|collections|emulator|client|console|testing|entries|adapters\/[a-z]+)\//,
        "a file belongs into one of the folders"
      )
    }
    assert.deepStrictEqual(wrongImports(path, read(path)), [])
  })

  it.each(files)("%s imports existing files only", (path) => {
    const missing = importsOf(read(path)).filter(
      (target) => target.startsWith(".") && !existsSync(resolve(dirname(fileOf(path)), target))
    )
    assert.deepStrictEqual(missing, [])
  })

  it.each(inFolder("domain"))("%s is pure", (path) => {
    assert.notMatch(withoutComments(read(path)), impure)
  })

  it.each(inFolder("ports"))("%s declares an interface without an implementation", (path) => {
    assert.includeMembers(["Context", "Schema"], [...valuesOf(read(path), "effect")])
    assert.notMatch(withoutComments(read(path)), /\bLayer\b/)
  })

  it.each(inFolder("app"))("%s does not choose adapters", (path) => {
    assert.notMatch(withoutComments(read(path)), /\bLayer\b/)
  })
})

/** The files that a file of `src` imports when it is loaded, for values or types. */
const staticImportsOf = (path: string): ReadonlyArray<string> =>
  importsOf(read(path).replaceAll(/\bimport\s*\(/g, "load("))
    .filter((target) => target.startsWith("."))
    .map((target) => nameOf(resolve(dirname(fileOf(path)), target)))

/** The groups of files that import each other, directly or through others. */
const circlesOf = (graph: ReadonlyMap<string, ReadonlyArray<string>>): ReadonlyArray<ReadonlyArray<string>> => {
  const reachable = (start: string): ReadonlySet<string> => {
    const found = new Set<string>()
    const open = [start]
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      for (const target of graph.get(path) ?? []) {
        if (!found.has(target)) open.push(target)
        found.add(target)
      }
    }
    return found
  }
  const reached = new Map([...graph.keys()].map((path) => [path, reachable(path)]))
  const inCircles = [...graph.keys()].filter((path) => reached.get(path)?.has(path) === true)
  const circles = inCircles.map((path) =>
    inCircles.filter((other) => reached.get(path)?.has(other) === true && reached.get(other)?.has(path) === true)
  )
  return [...new Map(circles.map((circle) => [circle.join(), circle.toSorted()])).values()]
}

describe("import circles", () => {
  it("do not exist between files of src, types included", () => {
    const graph = new Map(
      filesIn(src)
        .toSorted()
        .map((path) => [path, staticImportsOf(path)])
    )
    assert.deepStrictEqual(circlesOf(graph), [])
  })

  it("are detected over several files", () => {
    const graph = new Map([
      ["a", ["b"]],
      ["b", ["c"]],
      ["c", ["a", "d"]],
      ["d", []]
    ])
    assert.deepStrictEqual(circlesOf(graph), [["a", "b", "c"]])
  })
})

/** The subjects. Each layer has its folder of the same name. */
const subjects = [
  "access",
  "campaigns",
  "contacts",
  "conversations",
  "inbound",
  "limits",
  "media",
  "messages",
  "reports",
  "sends",
  "templates",
  "webhooks"
]

/** The layers with subject folders, and their folders that serve all subjects. */
const layers: Readonly<Record<string, ReadonlyArray<string>>> = {
  domain: ["text"],
  ports: ["process"],
  app: [],
  "adapters/http": [
    "admin",
    "console",
    "administration",
    "fastpath",
    "idempotency",
    "identity",
    "interfaces",
    "openapi",
    "requestlog",
    "server"
  ],
  "adapters/memory": [],
  "adapters/postgres": [
    "batching",
    "connections",
    "database",
    "embedded",
    "migrations",
    "rowsecurity",
    "secrets",
    "watch"
  ]
}

describe("subject folders", () => {
  it.each(Object.keys(layers))("%s: each folder is a subject or serves all subjects", (layer) => {
    const folders = inFolder(layer)
      .map((path) => path.slice(layer.length + 1))
      .flatMap((path) => (path.includes("/") ? [path.slice(0, path.indexOf("/"))] : []))
    assert.includeMembers([...subjects, ...(layers[layer] ?? [])], folders)
  })
})

/** Folders of the Postgres adapter on which its subjects stand. */
const ground = ["batching", "connections", "database", "migrations", "rowsecurity"]

describe("the base of the Postgres adapter", () => {
  const targetsOf = (path: string, code: string): ReadonlyArray<string> =>
    importsOf(code).flatMap((target) =>
      target.startsWith(".") ? [nameOf(resolve(dirname(fileOf(path)), target))] : []
    )
  const isOfSubjects = (path: string): boolean =>
    path.startsWith("adapters/postgres/") && !ground.includes(path.split("/")[2] ?? "")

  it.each(ground.flatMap((folder) => inFolder(`adapters/postgres/${folder}`)))("%s imports no subject", (path) => {
    assert.deepStrictEqual(targetsOf(path, read(path)).filter(isOfSubjects), [])
  })

  it("detects an import of a subject", () => {
    const code =
      'import { FeedSignals } from "../webhooks/FeedSignals.ts"\nimport { Acting } from "../rowsecurity/Acting.ts"'
    assert.deepStrictEqual(targetsOf("adapters/postgres/database/Database.ts", code).filter(isOfSubjects), [
      "adapters/postgres/webhooks/FeedSignals.ts"
    ])
  })
})

/** Most files of a folder. */
const filesOfFolder = 30

describe("the number of files in a folder", () => {
  it.each(["src", ...Object.keys(programs), "test", "bench", "soak", "scripts"])(
    "of %s is within the limit",
    (folder) => {
      const files = new Map<string, number>()
      for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
        if (entry.isFile() && !/\/(?:node_modules|results)(?:\/|$)/.test(entry.parentPath))
          files.set(entry.parentPath, (files.get(entry.parentPath) ?? 0) + 1)
      }
      assert.deepStrictEqual(
        [...files].filter(([, count]) => count > filesOfFolder),
        []
      )
    }
  )
})

describe("the public surface", () => {
  it("has one entry for each subpath of the package", () => {
    const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
    const expected = Object.keys(entries).map((name) => {
      const built = `./dist/src/entries/${name}`
      return [subpathOf(name), { types: `${built}.d.ts`, default: `${built}.js` }] as const
    })
    assert.deepStrictEqual(exports, { ...Object.fromEntries(expected), "./package.json": "./package.json" })
    assert.sameMembers(
      inFolder("entries"),
      Object.keys(entries).map((name) => `entries/${name}.ts`)
    )
  })

  it("exports each file of ports", () => {
    const exported = [...importsOf(read("entries/ports.ts"))]
    assert.includeMembers(
      exported,
      inFolder("ports").map((path) => `../${path}`)
    )
  })

  it("exports each use case", () => {
    const exported = [...importsOf(read("entries/app.ts"))]
    const files = inFolder("app").filter(
      (path) => !/^app\/webhooks\/(?:delivery|streams)\//.test(path) && !ofTheService.has(path)
    )
    assert.includeMembers(
      exported,
      files.map((path) => `../${path}`)
    )
  })

  it.each(inFolder("entries"))("%s only re-exports", (path) => {
    const statements = withoutComments(read(path)).replaceAll(/^export [^=;]*? from "[^"]+"$/gm, "")
    assert.strictEqual(statements.trim(), "")
  })

  it.each(Object.keys(entries))("%s exports every value that docs/library.md imports from it", async (name) => {
    const page = readFileSync(join(root, "docs/library.md"), "utf8")
    const given = Object.keys(await import(join(src, "entries", `${name}.ts`)))
    assert.includeMembers(given, [...valuesOf(page, join("effect-parley", subpathOf(name)))])
  })
})

describe("the checks of the architecture", () => {
  it("detect every kind of import", () => {
    const code = [
      'import a from "./a.ts"',
      'import type { B } from "./b.ts"',
      "import {\n  c,\n  type C\n} from './c.ts'",
      'import "./d.ts"',
      'export * from "./e.ts"',
      'export {\n  f\n} from "./f.ts"',
      'export type { G } from "./g.ts"',
      'const h = await import("./h.ts")',
      'type I = import("./i.ts").I',
      '// import "./not.ts"',
      '/* import "./not.ts" */',
      'export const text = "./not.ts"',
      'const words = ["import", "./not.ts"]',
      'export const from = Array.from("./not.ts")'
    ].join("\n")
    const seen = [..."abcdefghi"].map((name) => `./${name}.ts`)
    assert.deepStrictEqual(importsOf(code), seen)
  })

  it.each([
    ["domain/Contact.ts", "../ports/Inbox.ts"],
    ["domain/Contact.ts", "effect/crypto"],
    ["domain/Contact.ts", "node:crypto"],
    ["ports/Inbox.ts", "../app/webhooks.ts"],
    ["ports/Inbox.ts", "../adapters/http/routes.ts"],
    ["app/webhooks/webhooks.ts", "../../adapters/http/routes.ts"],
    ["app/webhooks/webhooks.ts", "effect/sql"],
    ["adapters/postgres/PgInbox.ts", "../../app/webhooks.ts"],
    ["adapters/postgres/PgInbox.ts", "../memory/State.ts"],
    ["adapters/postgres/deep/inside.ts", "../../identity/RandomIds.ts"],
    ["adapters/http/routes.ts", "../identity/RandomIds.ts"],
    ["adapters/http/routes.ts", "../../main.ts"],
    ["adapters/http/routes.ts", "../../service/stores.ts"],
    ["app/webhooks/webhooks.ts", "../../service/stores.ts"],
    ["emulator/Emulator.ts", "../src/ports/process/IdSource.ts"],
    ["emulator/Emulator.ts", "../src/adapters/outbound/HttpAgent.ts"],
    ["adapters/cli/listenCommand.ts", "../../../emulator/Emulator.ts"],
    ["client/DeveloperClient.ts", "../src/adapters/http/interfaces/developer/guards.ts"],
    ["client/promise/call.ts", "../DeveloperClient.ts"],
    ["client/promise/call.ts", "../../src/domain/webhooks/Event.ts"],
    ["client/promise/call.ts", "effect"],
    ["client/webhooks/isSigned.ts", "node:crypto"],
    ["testing/deliverDue.ts", "../src/adapters/postgres/PgStores.ts"],
    ["testing/deliverDue.ts", "../src/adapters/http/routes.ts"],
    ["testing/simulation/simulate.ts", "../../src/service/stores.ts"],
    ["emulator/Emulator.ts", "../testing/deliverDue.ts"],
    ["console/api/query.ts", "../../client/DeveloperClient.ts"],
    ["console/api/query.ts", "../../src/app/conversations/conversations.ts"],
    ["console/api/query.ts", "../../src/adapters/http/session/Api.ts"],
    ["console/api/query.ts", "effect/http"],
    ["console/api/query.ts", "node:fs"],
    ["adapters/http/console/routes.ts", "../../../../console/app/Place.ts"],
    ["entries/client.ts", "../../client/DeveloperClient.ts"],
    ["entries/domain.ts", "../ports/inbound/Inbox.ts"],
    ["entries/app.ts", "../app/webhooks/delivery/runShard.ts"],
    ["app/webhooks/webhooks.ts", "../../entries/domain.ts"],
    ["service/stores.ts", "../entries/postgres.ts"]
  ])("refuse that %s imports %s", (path, target) => {
    assert.deepStrictEqual(wrongImports(path, `import type { X } from "${target}"`), [target])
  })

  it.each([
    ["domain/Contact.ts", "./Ids.ts"],
    ["ports/Inbox.ts", "../domain/Ids.ts"],
    ["app/webhooks/webhooks.ts", "../../ports/inbound/Inbox.ts"],
    ["adapters/http/webhooks/developerWebhook.ts", "../../../app/webhooks/webhooks.ts"],
    ["adapters/http/interfaces/developer/guards.ts", "../envelope.ts"],
    ["adapters/postgres/PgInbox.ts", "effect/sql"],
    ["adapters/postgres/PgApiKeys.ts", "../identity/ApiKeyToken.ts"],
    ["adapters/postgres/PgSignIns.ts", "../identity/RefreshToken.ts"],
    ["adapters/outbound/HttpWebhookSender.ts", "./HttpCall.ts"],
    ["entries/meta.ts", "../adapters/outbound/GraphAgent.ts"],
    ["client/promise/DeveloperMethods.ts", "../webhooks/ParleyEvent.ts"],
    ["testing/deliverDue.ts", "../src/app/webhooks/delivery/runShard.ts"],
    ["testing/contracts/MediaStore.contract.ts", "../../src/ports/media/MediaStore.ts"],
    ["testing/simulation/SimulatedProcess.ts", "../../src/adapters/worker/workers.ts"],
    ["console/api/query.ts", "../../client/promise/createParley.ts"],
    ["console/inbox/thread/Thread.tsx", "../../../src/domain/conversations/Channel.ts"],
    ["console/inbox/thread/Thread.tsx", "@base-ui/react/dialog"],
    ["entries/client/effect.ts", "../../../client/SessionClient.ts"]
  ])("allow that %s imports %s", (path, target) => {
    assert.deepStrictEqual(wrongImports(path, `import { x } from "${target}"`), [])
  })

  it.each(["yield* Effect.void", "new Date()", "Date.now()", "Math.random()", "crypto.randomUUID()", "Clock.now"])(
    "detect %s as impure",
    (code) => {
      assert.match(code, impure)
    }
  )

  it("do not treat instants of the domain as reads of the clock", () => {
    assert.notMatch("DateTime.addDuration(at, wait)", impure)
  })
})
