import { Arbitrary, Schema } from "effect"
import { PhoneNumber } from "../../src/domain/contacts/PhoneNumber.ts"

const digits = (pattern: RegExp) => Schema.String.check(Schema.isPattern(pattern))

/** Numbers of the plans of some countries. Brazil, Mexico and Argentina write one mobile number in two forms. */
const plans = {
  northAmerica: digits(/^1[2-9]\d{2}[2-9]\d{6}$/),
  germanMobile: digits(/^491[567]\d{8,9}$/),
  britishMobile: digits(/^447[1-9]\d{8}$/),
  frenchMobile: digits(/^33[67]\d{8}$/),
  indianMobile: digits(/^91[6-9]\d{9}$/),
  nigerianMobile: digits(/^234[789]\d{9}$/),
  indonesianMobile: digits(/^628\d{8,10}$/),
  singapore: digits(/^65[3689]\d{7}$/),
  brazilianMobile: digits(/^55[1-9][1-9]9[6-9]\d{7}$/),
  brazilianMobileShort: digits(/^55[1-9][1-9][6-9]\d{7}$/),
  brazilianLandline: digits(/^55[1-9][1-9][2-5]\d{7}$/),
  mexican: digits(/^52[1-9]\d{9}$/),
  mexicanMobile: digits(/^521[1-9]\d{9}$/),
  argentine: digits(/^54[1-9]\d{9}$/),
  argentineMobile: digits(/^549[1-9]\d{9}$/)
}

export const phoneNumber: Arbitrary.Arbitrary<PhoneNumber> = Arbitrary.map(
  Arbitrary.schema(Schema.Union(Object.values(plans))),
  (text) => PhoneNumber.make(text)
)

const national = digits(/^[1-9]\d{9}$/)

/** The two forms in which one mobile number is written, the shorter one first. */
export const phoneForms: Arbitrary.Arbitrary<readonly [PhoneNumber, PhoneNumber]> = Arbitrary.map(
  Arbitrary.schema(
    Schema.Union([
      Schema.Struct({ country: Schema.Literal("BR"), area: digits(/^[1-9][1-9]$/), number: digits(/^[6-9]\d{7}$/) }),
      Schema.Struct({ country: Schema.Literals(["MX", "AR"]), number: national })
    ])
  ),
  (form) => {
    switch (form.country) {
      case "BR":
        return [PhoneNumber.make(`55${form.area}${form.number}`), PhoneNumber.make(`55${form.area}9${form.number}`)]
      case "MX":
        return [PhoneNumber.make(`52${form.number}`), PhoneNumber.make(`521${form.number}`)]
      case "AR":
        return [PhoneNumber.make(`54${form.number}`), PhoneNumber.make(`549${form.number}`)]
    }
  }
)
