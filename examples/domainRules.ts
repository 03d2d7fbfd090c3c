/** The laws of the domain: our rules obey them, and a broken rule is found with its smallest counterexample. */
import { Arbitrary, DateTime, Effect } from "effect"
import { isInWindow, newContact, openWindow, phoneIdentity, windowEnd } from "effect-parley/domain"
import { Arbitraries, checkLaw, Laws, LawBroken, lawTests } from "effect-parley/testing"
import assert from "node:assert/strict"
import { after, describe, it } from "node:test"

const runner = { describe, it, afterAll: after }

// Each law is a test of its own, with any runner.
lawTests(runner, "the messaging window", Laws.windows, { openWindow, isInWindow, windowEnd })

// The same laws hold for a rule of yours. This one cuts emoji in two.
const shorten = (text: string, limit: number) => text.slice(0, limit)

it("finds the smallest text that a broken rule gets wrong", async () => {
  const broken = await Effect.runPromise(
    Effect.flip(Effect.forEach(Laws.truncation, (law) => checkLaw(law, shorten, { seed: 7 })))
  )
  assert.ok(broken instanceof LawBroken)
  process.stdout.write(`${broken.message}\n`)
})

// Arbitraries are values for properties of your own.
it("knows a person by either form of a Brazilian, Mexican or Argentine number", async () => {
  const result = await Effect.runPromise(
    Arbitrary.checkEffect(
      Arbitrary.all({ contact: Arbitraries.contact, forms: Arbitraries.phoneForms }),
      ({ contact, forms: [short, long] }) =>
        phoneIdentity(short) === phoneIdentity(long) &&
        DateTime.isGreaterThanOrEqualTo(newContact(contact, contact.updatedAt).updatedAt, contact.createdAt)
    )
  )
  assert.equal(Arbitrary.formatCheckFailure(result), undefined)
})
