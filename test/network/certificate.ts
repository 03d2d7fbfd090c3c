import { Effect } from "effect"
import { generate } from "selfsigned"

/** A self-signed certificate for one host name, with its key. */
export const certificateFor = (host: string) =>
  Effect.promise(async () => {
    const { cert, private: key } = await generate([{ name: "commonName", value: host }], {
      keyType: "ec",
      curve: "P-256",
      algorithm: "sha256",
      extensions: [
        {
          name: "subjectAltName",
          altNames: /^[\d.]+$/.test(host) ? [{ type: 7, ip: host }] : [{ type: 2, value: host }]
        }
      ]
    })
    return { cert, key }
  })
