import { EmptyState } from "../parts/states.tsx"
import { useText } from "../text/useText.ts"

/** The section `playground`. */
const Playground = () => {
  const { playground } = useText()
  return (
    <div className="page">
      <h1>{playground.title}</h1>
      <EmptyState title={playground.title} />
    </div>
  )
}

export default Playground
