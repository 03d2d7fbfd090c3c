import { Effect, FileSystem, Path } from "effect"

/** The files of the pair in its folder. */
export const certificatePaths = (path: Path.Path, folder: string) => ({
  certPath: path.join(folder, "certificate.pem"),
  keyPath: path.join(folder, "key.pem")
})

/**
 * The certificate that `parley listen` shows, once there is one: for a server that trusts it. Read at every call, since
 * it is made when a receiver is first started. Apart from what makes it, which only the command brings along.
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
