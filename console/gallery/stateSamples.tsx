import { Button } from "../parts/Button.tsx"
import { Icon } from "../parts/Icon.tsx"
import { SkeletonCards, SkeletonLines, SkeletonRows, SkeletonTable } from "../parts/page/Skeleton.tsx"
import { EmptyState, ErrorState, Loading } from "../parts/states.tsx"
import { failureOf } from "../api/Failure.ts"
import { useText } from "../text/useText.ts"
import type { Samples } from "./Gallery.tsx"

const Empty = () => {
  const { common } = useText()
  return (
    <EmptyState
      icon={<Icon name="inbox" />}
      title={common.notFound}
      action={<Button tone="primary">{common.retry}</Button>}
    >
      <p>{common.signIn.noOrganization}</p>
    </EmptyState>
  )
}

const failure = failureOf(new Error("Sample"))

const Failed = () => <ErrorState failure={failure} onRetry={() => undefined} />

/** Parts in place of data. */
export const stateSamples: Samples = {
  Loading,
  EmptyState: Empty,
  ErrorState: Failed,
  SkeletonRows: () => <SkeletonRows count={2} />,
  SkeletonTable: () => <SkeletonTable count={2} />,
  SkeletonCards: () => <SkeletonCards count={3} />,
  SkeletonLines: () => <SkeletonLines />
}
