import { createRoot } from "react-dom/client"
import { App } from "./app/App.tsx"
import "./style/base.css"
import "./style/parts.css"
import "./style/layout.css"

const root = document.getElementById("root")
if (root !== null) createRoot(root).render(<App />)
