import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as MemoryTagSync from "../../../src/adapters/memory/contacts/MemoryTagSync.ts"
import * as LibPhoneNumbers from "../../../src/adapters/phone/LibPhoneNumbers.ts"
import { createContact } from "../../../src/app/contacts/contacts.ts"
import { givenOrganization, phoneOf } from "../../../testing/given/given.ts"

const world = Layer.mergeAll(LibPhoneNumbers.layer, MemoryTagSync.layer).pipe(Layer.provideMerge(Memory.layer()))

/** ISO 3166-1 alpha-2, all that are officially assigned (2026). */
const assigned = `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV
BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO
FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP
KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU
MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB
SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/)

/** Not assigned, and the country of numbers all the same: Ascension, Tristan da Cunha and Kosovo. */
const ofNumbers = ["AC", "TA", "XK"]

const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
const all = letters.flatMap((first) => letters.map((second) => first + second))

describe("the country of a contact", () => {
  it.effect("is an assigned country code, or a code of a phone number region", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const taken = yield* Effect.filter(all, (country) =>
        createContact(id, phoneOf(all.indexOf(country)), { country }).pipe(
          Effect.map(({ countryCode }) => String(countryCode) === country),
          Effect.catchTag("UnknownCountry", () => Effect.succeed(false))
        )
      )
      assert.sameMembers(taken, [...assigned, ...ofNumbers])
    }).pipe(Effect.provide(world))
  )

  it.effect("is the named country if the request also names a calling code", () =>
    Effect.gen(function* () {
      const { id } = yield* givenOrganization()
      const contact = yield* createContact(id, phoneOf(1), { country: "gg", callingCode: "1" })
      assert.strictEqual<string | null>(contact.countryCode, "GG")
    }).pipe(Effect.provide(world))
  )
})
