import "effect/schema/SchemaJITCompiler/enable"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { Effect, Layer } from "effect"
import { runMain } from "./service/shutdown.ts"
import { asksToServe, serve } from "./service/serve.ts"

const loadCommands = Effect.promise(() => import("./service/commands.ts"))

const program = asksToServe(process.argv.slice(2))
  ? Effect.provide(serve, Layer.merge(NodeFileSystem.layer, NodePath.layer))
  : Effect.flatMap(loadCommands, ({ commands }) => commands)

runMain(program)
