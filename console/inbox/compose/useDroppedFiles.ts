import { useEffect, useRef, useState } from "react"

/**
 * Whether files are dragged over the page. `take` receives the dropped ones; without it the browser would leave the
 * page.
 */
export const useDroppedFiles = (take: (data: DataTransfer) => void): boolean => {
  const [isOver, setOver] = useState(false)
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const over = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes("Files") !== true) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: globalThis.DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: globalThis.DragEvent) => {
      setOver(false)
      if (event.defaultPrevented || event.dataTransfer === null || event.dataTransfer.files.length === 0) return
      event.preventDefault()
      latest.current(event.dataTransfer)
    }
    window.addEventListener("dragover", over)
    window.addEventListener("dragleave", leave)
    window.addEventListener("drop", drop)
    return () => {
      window.removeEventListener("dragover", over)
      window.removeEventListener("dragleave", leave)
      window.removeEventListener("drop", drop)
    }
  }, [])
  return isOver
}
