import { DateTime, type Schema } from "effect"
import { type ArrayParameter, booleans, instants, texts, uuids } from "../database/ArrayParameter.ts"

/** A column with values of `A`, and the forms of its values in statements. */
export interface Column<A> {
  readonly name: string
  readonly type: "uuid" | "text" | "text[]" | "jsonb" | "boolean" | "timestamptz"
  /** The value in a JSON record, which `json_to_record` reads as the type. */
  readonly toJson: (value: A) => unknown
  /** The values of many contacts as one array, of the type's own elements or of texts. */
  readonly toArray: (values: ReadonlyArray<A>) => ArrayParameter
  readonly arrayType: "uuid[]" | "text[]" | "boolean[]" | "timestamptz[]"
  /** The value of a row from the driver. */
  readonly read: (stored: unknown) => unknown
}

const same = <A>(value: A): A => value

export const uuid = (name: string): Column<string> => ({
  name,
  type: "uuid",
  toJson: same,
  toArray: uuids,
  arrayType: "uuid[]",
  read: same
})

export const text = (name: string): Column<string | null> => ({
  name,
  type: "text",
  toJson: same,
  toArray: texts,
  arrayType: "text[]",
  read: same
})

/** The array literal of a list. An array of arrays would need lists of one length. */
const arrayLiteral = (list: ReadonlyArray<string>): string =>
  `{${list.map((entry) => `"${entry.replaceAll(/["\\]/g, "\\$&")}"`).join(",")}}`

export const textList = (name: string): Column<ReadonlyArray<string>> => ({
  name,
  type: "text[]",
  toJson: same,
  toArray: (values) => texts(values.map(arrayLiteral)),
  arrayType: "text[]",
  read: same
})

/** Statements select the column as text, so that the value is parsed here and not by the driver. */
export const json = (name: string): Column<Schema.Json> => ({
  name,
  type: "jsonb",
  toJson: same,
  toArray: (values) => texts(values.map((value) => JSON.stringify(value))),
  arrayType: "text[]",
  read: (stored) => (typeof stored === "string" ? JSON.parse(stored) : stored)
})

export const boolean = (name: string): Column<boolean | null> => ({
  name,
  type: "boolean",
  toJson: same,
  toArray: booleans,
  arrayType: "boolean[]",
  read: same
})

export const instant = (name: string): Column<DateTime.Utc> => ({
  name,
  type: "timestamptz",
  toJson: DateTime.formatIso,
  toArray: instants,
  arrayType: "timestamptz[]",
  read: (stored) => (stored instanceof Date ? DateTime.makeUnsafe(stored.getTime()) : stored)
})
