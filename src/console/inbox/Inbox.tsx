import { EmptyState } from "../parts/states.tsx"
import { useText } from "../text/useText.ts"

/** The section `inbox`. */
const Inbox = () => {
  const { inbox } = useText()
  return (
    <div className="page">
      <h1>{inbox.title}</h1>
      <EmptyState title={inbox.title} />
    </div>
  )
}

export default Inbox
