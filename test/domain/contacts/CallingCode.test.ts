import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { CallingCode, readCallingCode } from "../../../src/domain/contacts/PhoneNumber.ts"

describe("readCallingCode", () => {
  it.each(["1", "44", "351"])("accepts %s with and without a plus", (digits) => {
    const code = Option.some(CallingCode.make(digits))
    assert.deepStrictEqual([readCallingCode(digits), readCallingCode(`+${digits}`)], [code, code])
  })

  it.each(["", "+", "++1", "1+", "0", "01", "1234", " 1", "1\n", "1-246", "US", "١", "__proto__"])(
    "refuses %j",
    (text) => {
      assert.isTrue(Option.isNone(readCallingCode(text)))
    }
  )
})
