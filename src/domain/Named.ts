/**
 * A union under the name of the alias that is declared with it. Declarations and editors show that name; of the type of a
 * schema they would show all that it is made of.
 */
export type Named<Union> = Union extends unknown ? Union : never
