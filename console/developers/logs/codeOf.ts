import { visibleJson } from "../../text/visibleJson.ts"
import { curlOf, type LoggedCall } from "./curlOf.ts"

/** Languages of the examples. */
export const codeLanguages = ["curl", "node", "python"] as const
export type CodeLanguage = (typeof codeLanguages)[number]

const indented = (text: string, spaces: number): string => text.replaceAll("\n", `\n${" ".repeat(spaces)}`)

/** JSON as a value of JavaScript. */
const javaScriptOf = (value: unknown): string => visibleJson(JSON.stringify(value, null, 2))

/** JSON as a value of Python, which has other words for three values. Strings are equal in both. */
const pythonOf = (value: unknown): string => {
  if (value === null) return "None"
  if (typeof value === "boolean") return value ? "True" : "False"
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(", ")}]`
  if (typeof value !== "object") return visibleJson(JSON.stringify(value))
  return `{${Object.entries(value)
    .map(([key, entry]) => `${JSON.stringify(key)}: ${pythonOf(entry)}`)
    .join(", ")}}`
}

const nodeOf = (baseUrl: string, { method, path, requestBody }: LoggedCall): string => {
  const body = requestBody === undefined ? "" : `,\n  body: JSON.stringify(${indented(javaScriptOf(requestBody), 2)})`
  return `const response = await fetch(${JSON.stringify(`${baseUrl}${path}`)}, {
  method: "${method}",
  headers: { "x-api-key": process.env.API_KEY, "content-type": "application/json" }${body}
})
console.log(response.status, await response.json())`
}

const pythonCallOf = (baseUrl: string, { method, path, requestBody }: LoggedCall): string => {
  const body = requestBody === undefined ? "" : `\n    json=${pythonOf(requestBody)},`
  return `import os, requests

response = requests.request(
    "${method}",
    ${JSON.stringify(`${baseUrl}${path}`)},
    headers={"x-api-key": os.environ["API_KEY"]},${body}
)
print(response.status_code, response.json())`
}

/** A call as a program. The key is the variable `API_KEY` of the environment. */
export const codeOf = (language: CodeLanguage, baseUrl: string, call: LoggedCall): string => {
  switch (language) {
    case "curl":
      return curlOf(baseUrl, call)
    case "node":
      return nodeOf(baseUrl, call)
    case "python":
      return pythonCallOf(baseUrl, call)
  }
}
