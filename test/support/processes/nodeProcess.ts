import { Effect, Schema } from "effect"
import { execFile } from "node:child_process"

/** Runs a TypeScript file in a process of its own; gives the last line it printed, as JSON. Ends with the scope. */
export const nodeProcess = <S extends Schema.ConstraintDecoder<unknown>>(
  file: string,
  env: Readonly<Record<string, string>>,
  answer: S
) =>
  Effect.callback<string, Error>((resume) => {
    const child = execFile(process.execPath, [file], { env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      resume(
        error === null
          ? Effect.succeed(stdout.trim().split("\n").at(-1) ?? "")
          : Effect.fail(new Error(`${file}: ${error.message}\n${stdout}\n${stderr}`))
      )
    })
    return Effect.sync(() => child.kill("SIGKILL"))
  }).pipe(Effect.flatMap(Schema.decodeUnknownEffect(Schema.fromJsonString(answer))))
