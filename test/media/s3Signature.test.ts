import { assert, describe, it } from "@effect/vitest"
import { readAuthorization, signatureOf, type SignedRequest } from "./s3Signature.ts"

const secretAccessKey = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
const scope = "20130524/us-east-1/s3/aws4_request"
const emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
const common = { host: "examplebucket.s3.amazonaws.com", "x-amz-date": "20130524T000000Z" }

/** The examples of the documentation of Amazon S3, "Signature Calculations for the Authorization Header". */
const examples: ReadonlyArray<readonly [string, SignedRequest, string]> = [
  [
    "GET of an object with a range",
    {
      method: "GET",
      path: "/test.txt",
      query: new URLSearchParams(),
      headers: { ...common, range: "bytes=0-9", "x-amz-content-sha256": emptyHash }
    },
    "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
  ],
  [
    "PUT of an object",
    {
      method: "PUT",
      path: "/test%24file.text",
      query: new URLSearchParams(),
      headers: {
        ...common,
        date: "Fri, 24 May 2013 00:00:00 GMT",
        "x-amz-content-sha256": "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
        "x-amz-storage-class": "REDUCED_REDUNDANCY"
      }
    },
    "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
  ],
  [
    "GET with a parameter without a value",
    {
      method: "GET",
      path: "/",
      query: new URLSearchParams("lifecycle"),
      headers: { ...common, "x-amz-content-sha256": emptyHash }
    },
    "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
  ],
  [
    "GET with parameters",
    {
      method: "GET",
      path: "/",
      query: new URLSearchParams("prefix=J&max-keys=2"),
      headers: { ...common, "x-amz-content-sha256": emptyHash }
    },
    "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
  ]
]

describe("S3 server of the tests", () => {
  it.each(examples)("S3 signature: %s has the signature of Amazon's documentation", (_, request, signature) => {
    const signedHeaders = Object.keys(request.headers).sort()
    assert.strictEqual(signatureOf(request, { scope, signedHeaders }, secretAccessKey), signature)
  })

  it("S3 signature: the Authorization header is read, and another scheme is not", () => {
    const signature = "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
    const header = `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/${scope},SignedHeaders=host;range,Signature=${signature}`
    assert.deepStrictEqual(readAuthorization(header), {
      accessKeyId: "AKIAIOSFODNN7EXAMPLE",
      scope,
      signedHeaders: ["host", "range"],
      signature
    })
    assert.isNull(readAuthorization("Bearer token"))
  })
})
