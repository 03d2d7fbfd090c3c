import { DateTime, Effect, FileSystem, Option, Path, type PlatformError, Result } from "effect"
import { createPrivateKey, X509Certificate } from "node:crypto"
import { certificatePaths } from "./trustedCertificate.ts"
import { makeFolder } from "../media/makeFolder.ts"

/** A self-signed certificate for this machine, where it lies and what it says, in PEM. */
export interface ListenCertificate {
  readonly certPath: string
  readonly keyPath: string
  readonly cert: string
  readonly key: string
}

/** The names of this machine that it is for. */
const hostname = "localhost"
const addresses = ["127.0.0.1", "::1"] as const

/** As long as the pickiest system, Apple's, lets a server certificate be valid. */
const validity = "825 days"

/** Clocks differ, those of containers and virtual machines most. */
const clockSkew = "1 day"

/** A certificate that ends sooner is made anew, so that it does not expire during a session of work. */
const shortestRest = "7 days"

/** Readable by the owner only: the key lets a process pose as this machine to every client that trusts the certificate. */
const folderMode = 0o700
const keyMode = 0o600

const orNone = <A, R>(effect: Effect.Effect<Option.Option<A>, PlatformError.PlatformError, R>) =>
  Effect.catchReason(effect, "PlatformError", "NotFound", () => Effect.succeedNone)

/** The pair in the folder; nothing when either of the two is missing. */
const read = Effect.fnUntraced(function* (folder: string) {
  const files = yield* FileSystem.FileSystem
  const { certPath, keyPath } = certificatePaths(yield* Path.Path, folder)
  const cert = yield* orNone(Effect.asSome(files.readFileString(certPath)))
  const key = yield* orNone(Effect.asSome(files.readFileString(keyPath)))
  return Option.map(Option.all({ cert, key }), (pair): ListenCertificate => ({ certPath, keyPath, ...pair }))
})

/** Whether a server can show the pair for another week, for every name of this machine. */
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
 * Good for a server and for nothing else: no other certificate can be signed with it. The library is loaded when it is
 * needed, which at most starts it is not.
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

/** Which folder it is, whatever it is called; nothing when there is none. */
const identityOf = Effect.fnUntraced(function* (folder: string) {
  const files = yield* FileSystem.FileSystem
  return yield* orNone(Effect.map(files.stat(folder), ({ ino }) => ino))
})

/**
 * Makes a new pair in a folder of its own and gives that the place of the old one. Two files cannot be replaced in one
 * step, a folder can: of two processes that start at once, one comes first, and the other one fails. The old folder is
 * moved to a name that it alone can have, and stays there, so that it is moved once; a process that saw the old pair
 * late cannot move the new one away.
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
  const place = files.rename(fresh, folder)
  yield* Effect.catch(place, () =>
    Option.match(old, {
      onNone: () => place,
      // When it cannot be moved, another process has just done so, and may not have put its new one there yet.
      onSome: (identity) => Effect.andThen(Effect.ignore(files.rename(folder, `${folder}.old-${identity}`)), place)
    })
  )
}, Effect.scoped)

/**
 * The certificate of `DATA_DIR/listen`, made when there is none that is valid for at least a week. Processes that ask
 * at the same time all get the same one.
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

  // Asked before the pair is read: if another process replaces it in between, a good one is read.
  const old = yield* identityOf(folder)
  const present = yield* usable
  if (Option.isSome(present)) return present.value

  const replaced = yield* Effect.result(replace(folder, old, now))
  const made = yield* usable
  if (Option.isSome(made)) return made.value
  yield* Effect.fromResult(replaced)
  return yield* Effect.die("the certificate that was just made is not usable")
})
