import { DateTime, Effect, FileSystem, Option, Path, type PlatformError, Result } from "effect"
import { createPrivateKey, X509Certificate } from "node:crypto"
import { certificatePaths } from "./trustedCertificate.ts"
import { makeFolder } from "../media/makeFolder.ts"

/** A self-signed certificate for this machine, with its file paths and PEM content. */
export interface ListenCertificate {
  readonly certPath: string
  readonly keyPath: string
  readonly cert: string
  readonly key: string
}

/** The host name in the certificate. */
const hostname = "localhost"
const addresses = ["127.0.0.1", "::1"] as const

/** The longest validity of a server certificate that all systems accept (Apple's limit). */
const validity = "825 days"

/** Tolerated clock difference, for example of containers and virtual machines. */
const clockSkew = "1 day"

/** Minimum remaining validity. A certificate with less is replaced, so that it does not expire during work. */
const shortestRest = "7 days"

/**
 * Permissions of the folder, for the owner only: with the key, a process can pose as this machine to every client that
 * trusts the certificate.
 */
const folderMode = 0o700
const keyMode = 0o600

const orNone = <A, R>(effect: Effect.Effect<Option.Option<A>, PlatformError.PlatformError, R>) =>
  Effect.catchReason(effect, "PlatformError", "NotFound", () => Effect.succeedNone)

/** The pair in the folder; none if either file is missing. */
const read = Effect.fnUntraced(function* (folder: string) {
  const files = yield* FileSystem.FileSystem
  const { certPath, keyPath } = certificatePaths(yield* Path.Path, folder)
  const cert = yield* orNone(Effect.asSome(files.readFileString(certPath)))
  const key = yield* orNone(Effect.asSome(files.readFileString(keyPath)))
  return Option.map(Option.all({ cert, key }), (pair): ListenCertificate => ({ certPath, keyPath, ...pair }))
})

/** Whether a server can use the pair for another week, for every name of this machine. */
const isUsable = ({ cert, key }: ListenCertificate, now: DateTime.Utc): boolean => {
  const fits = Result.try(() => {
    const x509 = new X509Certificate(cert)
    const latest = DateTime.toEpochMillis(DateTime.addDuration(now, shortestRest))
    return (
      x509.checkPrivateKey(createPrivateKey(key)) &&
      x509.validFromDate.getTime() <= DateTime.toEpochMillis(now) &&
      x509.validToDate.getTime() >= latest &&
      x509.checkHost(hostname) !== undefined &&
      addresses.every((address) => x509.checkIP(address) !== undefined)
    )
  })
  return Result.getOrElse(fits, () => false)
}

/**
 * Creates a certificate for servers only: it cannot sign other certificates. The library is loaded on demand, because
 * most starts do not need it.
 */
const make = (now: DateTime.Utc) =>
  Effect.promise(async () =>
    (await import("selfsigned")).generate([{ name: "commonName", value: hostname }], {
      keyType: "ec",
      curve: "P-256",
      algorithm: "sha256",
      notBeforeDate: DateTime.toDateUtc(DateTime.subtractDuration(now, clockSkew)),
      notAfterDate: DateTime.toDateUtc(DateTime.addDuration(now, validity)),
      extensions: [
        { name: "basicConstraints", cA: false, critical: true },
        { name: "keyUsage", digitalSignature: true, critical: true },
        { name: "extKeyUsage", serverAuth: true },
        {
          name: "subjectAltName",
          altNames: [{ type: 2, value: hostname }, ...addresses.map((ip) => ({ type: 7 as const, ip }))]
        }
      ]
    })
  )

/** The identity of the folder, independent of its name; none if it does not exist. */
const identityOf = Effect.fnUntraced(function* (folder: string) {
  const files = yield* FileSystem.FileSystem
  return yield* orNone(Effect.map(files.stat(folder), ({ ino }) => ino))
})

/**
 * Creates a new pair in its own folder, and replaces the old folder with that. Two files cannot be replaced atomically,
 * a folder can. Of two concurrent processes, one succeeds and the other one fails. The old folder is moved to a unique
 * name and stays there, so that it is moved only once. A process that read the old pair late cannot move the new one
 * away.
 */
const replace = Effect.fnUntraced(function* (folder: string, old: Option.Option<bigint>, now: DateTime.Utc) {
  const files = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const directory = path.dirname(folder)
  yield* makeFolder(directory, folderMode)
  const fresh = yield* files.makeTempDirectoryScoped({ directory, prefix: `${path.basename(folder)}.new-` })
  const pair = yield* make(now)
  const { certPath, keyPath } = certificatePaths(path, fresh)
  yield* files.writeFileString(keyPath, pair.private, { mode: keyMode })
  yield* files.writeFileString(certPath, pair.cert)
  const install = files.rename(fresh, folder)
  yield* Effect.catch(install, () =>
    Option.match(old, {
      onNone: () => install,
      // If the move fails, another process has just moved it, and may not have installed its new folder yet.
      onSome: (identity) => Effect.andThen(Effect.ignore(files.rename(folder, `${folder}.old-${identity}`)), install)
    })
  )
}, Effect.scoped)

/**
 * The certificate in `DATA_DIR/listen`, created if none is valid for at least a week. Concurrent processes get the same
 * one.
 */
export const ensure: (
  dataDir: string
) => Effect.Effect<ListenCertificate, PlatformError.PlatformError, FileSystem.FileSystem | Path.Path> = Effect.fn(
  "ListenCertificate.ensure"
)(function* (dataDir) {
  const folder = (yield* Path.Path).join(dataDir, "listen")
  const now = yield* DateTime.now
  const usable = Effect.map(
    read(folder),
    Option.filter((pair) => isUsable(pair, now))
  )

  // Read before the pair: if another process replaces it in between, the new pair is read.
  const old = yield* identityOf(folder)
  const present = yield* usable
  if (Option.isSome(present)) return present.value

  const replaced = yield* Effect.result(replace(folder, old, now))
  const made = yield* usable
  if (Option.isSome(made)) return made.value
  yield* Effect.fromResult(replaced)
  return yield* Effect.die("the certificate that was just made is not usable")
})
