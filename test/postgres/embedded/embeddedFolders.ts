import { PGlite } from "@electric-sql/pglite"
import { NodeServices } from "@effect/platform-node"
import { PgClient } from "@effect/sql-pg"
import { Effect, FileSystem, Layer, Path } from "effect"
import { Reactivity } from "effect/reactivity"
import { openAsBlob } from "node:fs"
import * as EmbeddedPostgres from "../../../src/adapters/postgres/embedded/EmbeddedPostgres.ts"
import { shared } from "../../support/shared.ts"

export const services = Layer.merge(NodeServices.layer, Reactivity.layer)

export const client = ({ stream }: EmbeddedPostgres.EmbeddedPostgres) =>
  PgClient.makeClient({ stream, username: "postgres", multiplex: true })

export const opened = (dataDir: string) => Effect.flatMap(EmbeddedPostgres.open(dataDir), client)

export const temporary = Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())

/** A whole database in a data folder, made by PGlite itself and not by us. */
export const foreign = (dataDir: string) =>
  Effect.gen(function* () {
    const path = yield* Path.Path
    const folder = yield* shared("embedded")
    yield* Effect.promise(async () => {
      const database = await PGlite.create({
        dataDir: path.join(dataDir, "postgres"),
        loadDataDir: await openAsBlob(path.join(folder, "empty.tar"))
      })
      await database.exec("create table brought as select 7 as seven")
      await database.close()
    })
  })
