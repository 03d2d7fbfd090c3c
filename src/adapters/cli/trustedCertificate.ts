import { Effect, FileSystem, Path } from "effect"

/** The files of the pair in its folder. */
export const certificatePaths = (path: Path.Path, folder: string) => ({
  certPath: path.join(folder, "certificate.pem"),
  keyPath: path.join(folder, "key.pem")
})

/**
 * The certificate of `parley listen`, once it exists, for a server that trusts it. It is read on every call, because
 * the first start of a receiver creates it. This file is separate from the generator, which only the command needs.
 */
export const trustedCertificate = Effect.fn("trustedCertificate")(
  function* (dataDir: string) {
    const files = yield* FileSystem.FileSystem
    const path = yield* Path.Path
    const { certPath } = certificatePaths(path, path.join(dataDir, "listen"))
    return [yield* files.readFileString(certPath)]
  },
  Effect.orElseSucceed((): ReadonlyArray<string> => [])
)
