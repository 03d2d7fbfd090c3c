import { useText } from "../../text/useText.ts"
import { usePlace } from "../../app/navigation.ts"
import { Button } from "../../parts/Button.tsx"
import { PageIcon } from "../../parts/PageIcon.tsx"
import { Tooltip } from "../../parts/Tooltip.tsx"
import { useViewName, ViewMenu } from "./ViewList.tsx"

const filterFields = ["status", "channel", "assignee"] as const

/** Number of filters of an address beside its view. */
export const countFilters = (query: Readonly<Record<string, string>>): number =>
  filterFields.filter((field) => query[field] !== undefined).length

/** The view with its menu, and buttons for filters and a new conversation. */
export const ListHead = ({
  areFiltersOpen,
  compose,
  toggleFilters
}: {
  readonly areFiltersOpen: boolean
  readonly toggleFilters: () => void
  readonly compose: () => void
}) => {
  const { inbox } = useText()
  const { query } = usePlace()
  const count = countFilters(query)
  const name = useViewName()
  return (
    <div className="list-head">
      <h2 className="list-title">
        <bdi>{name}</bdi>
      </h2>
      <span className="list-views">
        <ViewMenu />
      </span>
      <span className="list-head-actions">
        <Tooltip text={inbox.list.filters}>
          <Button
            tone="quiet"
            aria-label={inbox.list.filters}
            aria-expanded={areFiltersOpen}
            className={count > 0 ? "list-filtered" : ""}
            onClick={toggleFilters}
          >
            <PageIcon name="filter" />
          </Button>
        </Tooltip>
        <Tooltip text={inbox.list.newConversation} keys="n">
          <Button tone="quiet" aria-label={inbox.list.newConversation} onClick={compose}>
            <PageIcon name="edit" />
          </Button>
        </Tooltip>
      </span>
    </div>
  )
}
