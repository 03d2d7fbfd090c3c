import { type Channel, channelName } from "../../../src/domain/conversations/Channel.ts"
import { useLanguageTag, useText } from "../../text/useText.ts"
import type { ChosenProblem } from "./chosenFile.ts"

/** Text for a problem of a chosen file, with the limit. */
export const useProblemText = (channel: Channel): ((problem: ChosenProblem) => string) => {
  const { attachment } = useText().inbox.conversation
  const language = useLanguageTag()
  const name = channelName[channel]
  return (problem) => {
    switch (problem.reason) {
      case "empty":
        return attachment.fileProblems.empty
      case "type":
        return attachment.fileProblems.type(name, new Intl.ListFormat(language).format(problem.endings))
      case "size":
        return attachment.fileProblems.size(
          name,
          attachment.kinds[problem.kind],
          new Intl.NumberFormat(language).format(problem.mebibytes)
        )
    }
  }
}
