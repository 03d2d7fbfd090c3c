import { PGlite } from "@electric-sql/pglite"
import { writeFileSync } from "node:fs"
import { brotliCompressSync, constants } from "node:zlib"
import { imageUrl, initialisation, madeWith } from "../src/adapters/postgres/embedded/EmptyDatabase.ts"

/** Makes the image of an empty database anew: after every change of PGlite's version, together with `madeWith`. */
const database = await PGlite.create({ initDbStartParams: initialisation })
const tar = Buffer.from(await (await database.dumpDataDir("none")).arrayBuffer())
await database.close()
const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY } = constants
writeFileSync(imageUrl, brotliCompressSync(tar, { params: { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_LGWIN]: 24 } }))
process.stdout.write(`${imageUrl.pathname}: an empty database of PGlite ${madeWith}\n`)
