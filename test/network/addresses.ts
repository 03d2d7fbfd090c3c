import { Schema } from "effect"

/** An IPv4 address as a number. */
export const Ipv4 = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 32 - 1 }))

const bytes = (ip: number) => [ip >>> 24, (ip >>> 16) & 255, (ip >>> 8) & 255, ip & 255] as const
const dotted = (ip: number) => bytes(ip).join(".")
const hex = (value: number, digits = 0) => value.toString(16).padStart(digits, "0")
const octal = (value: number) => `0${value.toString(8)}`
const segments = (ip: number) => `${hex(ip >>> 16, 4)}:${hex(ip & 0xffff, 4)}`

/** Every way to write an IPv4 address that a URL takes for it. */
export const ipv4Forms: Readonly<Record<string, (ip: number) => string>> = {
  dotted,
  "with a final dot": (ip) => `${dotted(ip)}.`,
  decimal: (ip) => String(ip),
  hexadecimal: (ip) => `0x${hex(ip)}`,
  "hexadecimal in capitals": (ip) => `0X${hex(ip).toUpperCase()}`,
  octal,
  "dotted hexadecimal": (ip) =>
    bytes(ip)
      .map((byte) => `0x${hex(byte)}`)
      .join("."),
  "dotted octal": (ip) => bytes(ip).map(octal).join("."),
  "dotted octal with many zeros": (ip) =>
    bytes(ip)
      .map((byte) => `0000${octal(byte)}`)
      .join("."),
  "mixed dotted": (ip) => {
    const [a, b, c, d] = bytes(ip)
    return `${a}.0x${hex(b)}.${octal(c)}.${d}`
  },
  "two parts": (ip) => `${ip >>> 24}.${ip & 0xffffff}`,
  "three parts": (ip) => `${ip >>> 24}.${(ip >>> 16) & 255}.${ip & 0xffff}`,
  "percent-encoded": (ip) => dotted(ip).replaceAll(/\d/g, (digit) => `%3${digit}`),
  "in full-width digits": (ip) => dotted(ip).replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  "with ideographic stops": (ip) => dotted(ip).replaceAll(".", "。"),
  "mapped to IPv6": (ip) => `[::ffff:${dotted(ip)}]`,
  "mapped to IPv6 in hexadecimal": (ip) => `[::FFFF:${segments(ip)}]`,
  "mapped to IPv6 in full": (ip) => `[0000:0000:0000:0000:0000:ffff:${segments(ip)}]`,
  "behind NAT64": (ip) => `[64:ff9b::${dotted(ip)}]`
}

/** Ways to write an IPv4 address into IPv6 ones that lead nowhere good, whatever the address is. */
export const tunnelForms: Readonly<Record<string, (ip: number) => string>> = {
  "compatible IPv6": (ip) => `[::${dotted(ip)}]`,
  "translated IPv6": (ip) => `[::ffff:0:${segments(ip)}]`,
  "behind a local NAT64": (ip) => `[64:ff9b:1::${dotted(ip)}]`,
  "6to4": (ip) => `[2002:${segments(ip)}::1]`,
  "Teredo server": (ip) => `[2001:0:${segments(ip)}::1]`,
  "Teredo client": (ip) => `[2001::${segments(~ip >>> 0)}]`
}

/** First and last address of what is not the public internet, by name. */
export const special: ReadonlyArray<readonly [name: string, first: string, last: string]> = [
  ["this network", "0.0.0.0", "0.255.255.255"],
  ["private", "10.0.0.0", "10.255.255.255"],
  ["carriers' shared", "100.64.0.0", "100.127.255.255"],
  ["loopback", "127.0.0.0", "127.255.255.255"],
  ["Azure's host", "168.63.129.16", "168.63.129.16"],
  ["link-local", "169.254.0.0", "169.254.255.255"],
  ["private", "172.16.0.0", "172.31.255.255"],
  ["protocol assignments", "192.0.0.0", "192.0.0.255"],
  ["documentation", "192.0.2.0", "192.0.2.255"],
  ["AS112", "192.31.196.0", "192.31.196.255"],
  ["AMT relays", "192.52.193.0", "192.52.193.255"],
  ["6to4 relays", "192.88.99.0", "192.88.99.255"],
  ["private", "192.168.0.0", "192.168.255.255"],
  ["AS112", "192.175.48.0", "192.175.48.255"],
  ["benchmarks", "198.18.0.0", "198.19.255.255"],
  ["documentation", "198.51.100.0", "198.51.100.255"],
  ["documentation", "203.0.113.0", "203.0.113.255"],
  ["multicast", "224.0.0.0", "239.255.255.255"],
  ["reserved and broadcast", "240.0.0.0", "255.255.255.255"]
]

export const ipv4 = (text: string): number => text.split(".").reduce((ip, byte) => ip * 256 + Number(byte), 0)

export const isSpecial = (ip: number): boolean =>
  special.some(([, first, last]) => ipv4(first) <= ip && ip <= ipv4(last))
