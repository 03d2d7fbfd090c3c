import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, FileSystem, Layer } from "effect"
import * as FolderMediaStore from "../../src/adapters/media/FolderMediaStore.ts"
import * as S3MediaStore from "../../src/adapters/media/S3MediaStore.ts"
import * as MemoryMediaStore from "../../src/adapters/memory/media/MemoryMediaStore.ts"
import { s3Server } from "../media/s3Server.ts"
import { mediaStoreContract } from "../../testing/contracts/MediaStore.contract.ts"
import { runner } from "../support/runner.ts"

const folder = Layer.unwrap(
  Effect.flatMap(FileSystem.FileSystem, (fs) => Effect.map(fs.makeTempDirectoryScoped(), FolderMediaStore.layer))
).pipe(Layer.provide(NodeServices.layer))

const bucket = Layer.unwrap(Effect.map(s3Server, ({ options }) => S3MediaStore.layer(options)))

mediaStoreContract(runner, "memory", MemoryMediaStore.layer)
mediaStoreContract(runner, "a folder", folder)
mediaStoreContract(runner, "a bucket", bucket)
