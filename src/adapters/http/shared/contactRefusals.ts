import {
  type ContactFieldRefused,
  maxAttributeKeys,
  maxAttributesBytes,
  maxEmailLength,
  maxNameLength,
  maxSourceLength,
  maxTagLength,
  maxTags,
  maxTagsBytes
} from "../../../domain/contact/contactLimits.ts"

/** The rule that a field of a contact breaks. Each interface names the field in its own words. */
export const contactRefusals: Readonly<Record<ContactFieldRefused["reason"], string>> = {
  "name too long": `Expected at most ${maxNameLength} characters`,
  "e-mail too long": `Expected at most ${maxEmailLength} characters`,
  "not an e-mail address": "Expected an e-mail address",
  "too many tags": `Expected at most ${maxTags} tags`,
  "tag empty or too long": `Expected tags of 1 to ${maxTagLength} characters`,
  "tags too large": `Expected at most ${maxTagsBytes / 1024} KiB of tags`,
  "too many attributes": `Expected at most ${maxAttributeKeys} keys`,
  "attributes too large": `Expected at most ${maxAttributesBytes / 1024} KiB of JSON`,
  "source too long": `Expected at most ${maxSourceLength} characters`
}
