import { Option } from "effect"
import type { OrganizationId } from "../../domain/Ids.ts"

/** What has this id in this organization. */
export const pick = <Row extends { readonly id: string; readonly organizationId: OrganizationId }>(
  rows: ReadonlyArray<Row>,
  organizationId: OrganizationId,
  id: Row["id"]
): Option.Option<Row> =>
  Option.fromUndefinedOr(rows.find((row) => row.organizationId === organizationId && row.id === id))
