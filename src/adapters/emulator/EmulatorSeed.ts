import type { TemplateDefinition } from "../../domain/Template.ts"

/** A WhatsApp number that is registered with the emulated platform. */
export interface SeededPhoneNumber {
  /** The phone number id, digits: it stands in the path of sends. */
  readonly id: string
  /** As people read it: `+1 555-078-3881`. A send to it from itself is refused. */
  readonly displayPhoneNumber: string
  readonly wabaId: string
  /** The token that may send from the number and list the templates of its business account. */
  readonly accessToken: string
}

/** What the emulated platform knows at its start. */
export interface EmulatorSeed {
  readonly phoneNumbers: ReadonlyArray<SeededPhoneNumber>
  /** Templates by the id of their WhatsApp Business Account. */
  readonly templates: Readonly<Record<string, ReadonlyArray<TemplateDefinition>>>
  /**
   * People whose `wa_id` is not the number that businesses write to, digits to digits: in Brazil, Mexico and Argentina
   * a mobile number has two forms and the platform answers with whichever the person registered. Everybody else's
   * `wa_id` is their number.
   */
  readonly waIds?: Readonly<Record<string, string>>
}
