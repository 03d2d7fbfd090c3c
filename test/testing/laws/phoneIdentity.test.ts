import { phoneIdentity } from "../../../src/domain/contacts/phoneIdentity.ts"
import { Laws } from "../../../testing/laws/Laws.ts"
import { findsDefects } from "./findsDefects.ts"

const brazil = (phone: string) => phone.replace(/^55([1-9]\d)9?([6-9]\d{7})$/, "55$1$2")
const mexico = (phone: string) => phone.replace(/^521?(\d{10})$/, "52$1")
const argentina = (phone: string) => phone.replace(/^549?(\d{10})$/, "54$1")

findsDefects("phone identity", Laws.phoneIdentity, [
  ["has one form only", (phone) => phone],
  ["knows Brazil only", brazil],
  ["knows Mexico only", mexico],
  ["knows Argentina only", argentina],
  ["adds the ninth digit to numbers without it", (phone) => phone.replace(/^55(\d\d)([6-8]\d{7})$/, "55$19$2")],
  [
    "adds the 1 of Mexico to numbers without it",
    (phone) => argentina(brazil(phone.replace(/^52([^1]\d{9})$/, "521$1")))
  ],
  [
    "adds the 9 of Argentina to numbers without it",
    (phone) => mexico(brazil(phone.replace(/^54([^9]\d{9})$/, "549$1")))
  ],
  [
    "drops digits without regard to the length",
    (phone) =>
      phone
        .replace(/^55(\d\d)9/, "55$1")
        .replace(/^5219?/, "52")
        .replace(/^549/, "54")
  ],
  ["drops the last digit of Mexico and Argentina", (phone) => phone.replace(/^(52|54)\d?(\d{9})\d$/, "$1$2")],
  ["is the last eight digits", (phone) => phone.slice(-8)],
  ["is the first eleven digits", (phone) => phone.slice(0, 11)],
  ["is the calling code alone", (phone) => phone.slice(0, 3)],
  ["is one for all numbers", () => "1"],
  ["is marked", (phone) => `1${phoneIdentity(phone)}`.slice(0, 15)],
  ["drops the first digit", (phone) => phoneIdentity(phone).slice(1)],
  ["is written backwards", (phone) => [...phoneIdentity(phone)].toReversed().join("")]
])
